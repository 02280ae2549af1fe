import { emitTables } from "./emit-tables.ts";
import { findGoModules } from "./go-modules.ts";
import { readPackages } from "./read-packages.ts";
import type { TypePackage } from "./read-packages.ts";
import { makeTables } from "./tables.ts";

const modules = [
  "k8s.io/api",
  "k8s.io/apimachinery",
  "k8s.io/apiextensions-apiserver",
  "k8s.io/kube-aggregator",
] as const;

/** Packages in those modules that no server serves, or not any more. */
const unserved = /\.(?:testapigroup\.v1|apiextensions\.v1beta1|apiregistration\.v1beta1)$/;

/** Reads the packages of types that a server can serve from the published modules of the real control plane. */
export async function readServedPackages(): Promise<readonly TypePackage[]> {
  const found = await findGoModules(modules);
  const packages = (await Promise.all(found.map(readPackages))).flat();
  return packages.filter(({ proto }) => !unserved.test(proto.package));
}

/** Makes the file of the protobuf tables, by its path below `src`. */
export function generateTables(packages: readonly TypePackage[], serverVersion: string): ReadonlyMap<string, string> {
  const tables = makeTables(packages);
  return new Map([["types/pack/protobuf-tables.ts", emitTables(tables, serverVersion)]]);
}
