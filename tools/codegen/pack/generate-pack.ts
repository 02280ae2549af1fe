import type { ApiDescription } from "../api-description.ts";
import { emitLines } from "../emit-lines.ts";
import type { TypePackage } from "../proto/read-packages.ts";
import { GoFields } from "./go-fields.ts";
import { packLines } from "./pack-lines.ts";

/** Makes the file of the schema pack, by its path below `src`. `packages` are the Go sources of what the API serves. */
export function generatePack(api: ApiDescription, packages: readonly TypePackage[]): ReadonlyMap<string, string> {
  const text = emitLines({
    serverVersion: api.serverVersion,
    constant: "schemaPack",
    type: "SchemaPack",
    contract: "The schemas of every built-in kind and its parts, as the embedded API server reads them.",
    ...packLines(api, new GoFields(packages)),
  });
  return new Map([["types/pack/schema-pack.ts", text]]);
}
