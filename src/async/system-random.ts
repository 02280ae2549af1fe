import type { Random } from "./random.ts";
import { byteCount, fraction, integer } from "./random-words.ts";

/** The platform refuses to fill more than this in one call. */
const longestFill = 65_536;

function word(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

function bytes(length: number): Uint8Array {
  const result = new Uint8Array(byteCount(length));
  for (let start = 0; start < length; start += longestFill) {
    crypto.getRandomValues(result.subarray(start, start + longestFill));
  }
  return result;
}

/** The platform's cryptographic randomness. Fit for secrets. */
export const systemRandom: Random = Object.freeze<Random>({
  next: () => fraction(word),
  integer: (bound) => integer(word, bound),
  uuid: () => crypto.randomUUID(),
  bytes,
});
