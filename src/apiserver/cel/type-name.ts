import type { Type } from "./type.ts";

/** A type as Go prints it: `list(google.protobuf.Timestamp)`. */
export function typeName({ name, parameters }: Type): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(typeName).join(", ")})`;
}
