import type { Before } from "./correlate.ts";
import type { ValueSchema } from "./value-schema.ts";

/** A value on the way down. */
export interface Visit {
  readonly value: unknown;
  readonly schema: ValueSchema;
  readonly base: string;
  readonly path: string;
  readonly before: Before | undefined;
}

/** The field that a cause about a value names. */
export function fieldOf({ base }: Pick<Visit, "base">, path: string): string {
  const inner = path.startsWith(".") ? path.slice(1) : path;
  if (base === "") return inner === "" ? "<nil>" : inner;
  return inner === "" ? base : `${base}.${inner}`;
}
