import type { Before } from "./correlate.ts";
import type { ValueSchema } from "./value-schema.ts";

/** A value on the way down. */
export interface Visit {
  readonly value: unknown;
  readonly schema: ValueSchema;
  readonly base: string;
  /** Its place as messages name it, which begins with a dot in a map. */
  readonly path: string;
  /** The same without that dot. Both are made from that of the value around it, and not looked into: many values can have long places. */
  readonly place: string;
  readonly before: Before | undefined;
}

/** The field that a cause about a value names. */
export function fieldOf({ base, place }: Pick<Visit, "base" | "place">): string {
  if (base === "") return place === "" ? "<nil>" : place;
  return place === "" ? base : `${base}.${place}`;
}

/** The place of a member of a value. */
export function placeIn({ place }: Pick<Visit, "place">, key: string): string {
  return place === "" ? key : `${place}.${key}`;
}
