import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText } from "../compare-text.ts";
import type { GoModule } from "./go-modules.ts";
import { parseGoPackage } from "./go-package.ts";
import type { GoPackage } from "./go-package.ts";
import { parseProtoFile } from "./proto-file.ts";
import type { ProtoFile } from "./proto-file.ts";

/** One package of Kubernetes types: its messages, and how they look in JSON. */
export interface TypePackage {
  readonly proto: ProtoFile;
  readonly go: GoPackage;
}

/** Reads every package of a module that has a `generated.proto`, in the order of their paths. */
export async function readPackages({ folder }: GoModule): Promise<readonly TypePackage[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((path) => path.endsWith("/generated.proto")).toSorted(compareText);
  return await Promise.all(files.map((path) => readPackage(dirname(join(folder, path)))));
}

async function readPackage(folder: string): Promise<TypePackage> {
  const place = join(folder, "generated.proto");
  const names = (await readdir(folder)).filter(isSource).toSorted(compareText);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return { proto: parseProtoFile(await readFile(place, "utf8"), place), go: parseGoPackage(texts) };
}

/** What was generated from the types says nothing new about them. */
function isSource(name: string): boolean {
  return name.endsWith(".go") && !/^(?:zz_)?generated|_test\.go$|^types_swagger/.test(name);
}
