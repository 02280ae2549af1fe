import type { JsonSchema } from "./schema.ts";

/**
 * A schema written out by hand, or by a library that has JSON Schema only. The type is the caller's word for it: nothing checks that it
 * fits.
 */
export function jsonSchema<T>(schema: Readonly<Record<string, unknown>>): JsonSchema<T> {
  return { jsonSchema: schema };
}
