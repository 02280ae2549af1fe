import type { Random } from "./random.ts";
import { byteCount, fraction, integer, type RandomWords } from "./random-words.ts";

/**
 * Randomness that a test can replay: one seed gives one sequence, on every platform. A number and its text are the same seed.
 * Not for secrets: who sees a few results can work out the others.
 */
export function seededRandom(seed: number | string): Random {
  const words = sfc32(String(seed));
  return Object.freeze<Random>({
    next: () => fraction(words),
    integer: (bound) => integer(words, bound),
    uuid: () => uuid(words),
    bytes: (length) => bytes(words, length),
  });
}

/** Doty-Humphrey's small fast counting generator: 128 bits of state of which one word counts, so that no seed has a short cycle. */
function sfc32(seed: string): RandomWords {
  const seedWords = mixer(seed);
  let a = seedWords();
  let b = seedWords();
  let c = seedWords();
  let counter = 1;
  const next = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  // Seeds that differ in one bit have nothing in common after this many rounds.
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/** Spreads a text over as many words as are asked for: FNV-1a over the characters, then a 32-bit finalizer for each word. */
function mixer(text: string): RandomWords {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return () => {
    hash = (hash + 0x9e3779b9) | 0;
    let word = hash;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return word ^ (word >>> 15);
  };
}

function bytes(words: RandomWords, length: number): Uint8Array {
  const result = new Uint8Array(byteCount(length));
  let word = 0;
  for (let index = 0; index < length; index += 1) {
    word = index % 4 === 0 ? words() : word >>> 8;
    result[index] = word;
  }
  return result;
}

function uuid(words: RandomWords): string {
  const first = hex(words());
  const second = hex(words());
  const third = hex(words());
  const last = hex(words());
  const variant = "89ab".charAt(words() & 3);
  return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${last}`;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}
