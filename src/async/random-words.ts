import { InvalidArgumentError } from "./errors.ts";

/** A source of random whole numbers in [0, 2^32). */
export type RandomWords = () => number;

/** A number in [0, 1) with all the 53 bits that a double can hold. */
export function fraction(words: RandomWords): number {
  const high = words() >>> 5;
  const low = words() >>> 6;
  return (high * 2 ** 26 + low) / 2 ** 53;
}

/** A whole number in [0, bound), each equally likely. */
export function integer(words: RandomWords, bound: number): number {
  if (!Number.isSafeInteger(bound) || bound < 1) {
    throw new InvalidArgumentError({
      place: "Random.integer",
      input: bound,
      expected: "a whole number from 1 to 2^53 - 1",
    });
  }
  const isSmall = bound <= 2 ** 32;
  const range = isSmall ? 2 ** 32 : 2 ** 53;
  // Draws beyond the last whole multiple of the bound would make the small results likelier.
  const limit = range - (range % bound);
  for (;;) {
    const drawn = isSmall ? words() : fraction(words) * 2 ** 53;
    if (drawn < limit) return drawn % bound;
  }
}

/** Refuses a number of bytes that can't be made. */
export function byteCount(length: number): number {
  if (Number.isInteger(length) && length >= 0 && length < 2 ** 32) return length;
  throw new InvalidArgumentError({
    place: "Random.bytes",
    input: length,
    expected: "a whole number from 0 to 2^32 - 1",
  });
}
