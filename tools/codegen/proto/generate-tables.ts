import { emitTables } from "./emit-tables.ts";
import { findGoModules } from "./go-modules.ts";
import { readPackages } from "./read-packages.ts";
import { makeTables } from "./tables.ts";

const modules = [
  "k8s.io/api",
  "k8s.io/apimachinery",
  "k8s.io/apiextensions-apiserver",
  "k8s.io/kube-aggregator",
] as const;

/** Packages in those modules that no server serves, or not any more. */
const unserved = /\.(?:testapigroup\.v1|meta\.v1beta1|apiextensions\.v1beta1|apiregistration\.v1beta1)$/;

/** Makes the file of the protobuf tables, by its path below `src`, from the published modules of the real control plane. */
export async function generateTables(serverVersion: string): Promise<ReadonlyMap<string, string>> {
  const found = await findGoModules(modules);
  const packages = (await Promise.all(found.map(readPackages))).flat();
  const tables = makeTables(packages.filter(({ proto }) => !unserved.test(proto.package)));
  return new Map([["types/pack/protobuf-tables.ts", emitTables(tables, serverVersion)]]);
}
