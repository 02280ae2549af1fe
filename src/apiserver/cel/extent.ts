/** The least and the most of something: of a size, or of a cost. Never more than an unsigned integer of 64 bits can say. */
export interface Extent {
  readonly min: number;
  readonly max: number;
}

/** What stands for a number without end. */
export const unbounded: number = 2 ** 64;

/** Nothing is known about it. */
export const unknown: Extent = { min: 0, max: unbounded };

/** Exactly so much. */
export function exactly(amount: number): Extent {
  return { min: amount, max: amount };
}

function capped(amount: number): number {
  return Math.min(amount, unbounded);
}

/** One and the other. */
export function plus(one: Extent, other: Extent): Extent {
  return { min: capped(one.min + other.min), max: capped(one.max + other.max) };
}

/** One for each of the other. */
export function times(one: Extent, other: Extent): Extent {
  return { min: capped(one.min * other.min), max: capped(one.max * other.max) };
}

/** So many times each, rounded up. */
export function scaled({ min, max }: Extent, factor: number): Extent {
  return { min: capped(Math.ceil(min * factor)), max: capped(Math.ceil(max * factor)) };
}

/** One or the other. */
export function either(one: Extent, other: Extent): Extent {
  return { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}
