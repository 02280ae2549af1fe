import type { FieldCheck } from "./field-checks.ts";
import { check } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** A check of fields as a rule about what stands at a path, or is missing there. */
export function ruled(at: string, test: FieldCheck): Rule {
  return check(at, ({ value, field }) => test(value, field));
}
