import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vitest from "vitest";
import type { ProtobufKind } from "../../src/wire/index.ts";
import { findGoModules } from "../../tools/codegen/proto/go-modules.ts";
import { isContinuousIntegration } from "../../tools/control-plane/describe-real.ts";

/** An object of some kind with a value in every field, as Go writes it in both forms. */
export interface Golden {
  readonly name: string;
  readonly json: object;
  readonly protobuf: Uint8Array;
  /** Of those that do not say it themselves. */
  readonly kind: ProtobufKind | undefined;
}

/**
 * A suite over the golden objects of the published Go module `k8s.io/api`. On a machine without it the suite is skipped aloud; in CI that
 * is an error.
 */
export async function describeGolden(
  name: string,
  define: (read: () => Promise<readonly Golden[]>) => void,
): Promise<void> {
  const folder = await findFolder(name);
  vitest.describe(name, { skip: folder === undefined }, () => define(() => readGolden(folder ?? "")));
}

async function findFolder(name: string): Promise<string | undefined> {
  try {
    const [api] = await findGoModules(["k8s.io/api"]);
    return join(api?.folder ?? "", "testdata", "HEAD");
  } catch (error) {
    if (isContinuousIntegration(process.env)) throw error;
    process.stderr.write(`SKIPPED: ${name}: ${String(error)}\n`);
    return undefined;
  }
}

async function readGolden(folder: string): Promise<readonly Golden[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5));
  return await Promise.all(
    names.map(async (name) => ({
      name,
      json: JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as object,
      protobuf: await readFile(join(folder, `${name}.pb`)),
      kind: name.endsWith(".WatchEvent") ? { apiVersion: "v1", kind: "WatchEvent" } : undefined,
    })),
  );
}
