import { emitLines } from "../emit-lines.ts";
import type { Tables } from "./tables.ts";

/** Writes the module that holds the tables. */
export function emitTables({ versions, packages }: Tables, serverVersion: string): string {
  return emitLines({
    serverVersion,
    constant: "protobufTables",
    type: "Tables",
    contract: "The fields of every built-in kind in protobuf and in JSON, as the protobuf codec reads them.",
    versions,
    packages,
  });
}
