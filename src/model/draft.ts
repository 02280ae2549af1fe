type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/** `T` with every level writable: what the recipe of `edit` is given. */
export type Draft<T> = T extends Primitive
  ? T
  : unknown extends T
    ? T
    : T extends (...args: never) => unknown
      ? T
      : { -readonly [K in keyof T]: Draft<T[K]> };

/**
 * Gives a read-only value the type that a draft wants: `draft.spec = asDraft(other.spec)`. It is the value itself, not a copy; that is
 * safe, because `edit` never writes to what a recipe assigns.
 */
export function asDraft<T>(value: T): Draft<T> {
  return value as Draft<T>;
}
