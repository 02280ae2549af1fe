import { deepEqual } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";

/** What stands at a field stays for ever. */
export function fixedCauses(field: string, next: unknown, old: unknown): readonly StatusCause[] {
  return deepEqual(next, old) ? [] : [invalid(field, next ?? null, "field is immutable")];
}
