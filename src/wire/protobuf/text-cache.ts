/** How many texts are remembered. A power of two. */
const slotCount = 4_096;

/** Longer texts are rarely met again. */
const maxCachedBytes = 64;

/**
 * Reads texts, and gives the one it gave before when the same bytes come again: the same words stand in all objects, and nothing is faster
 * or takes less memory than a string that is there already. Remembers a fixed number of short texts.
 */
export class TextCache {
  readonly #slots: (string | undefined)[] = new Array<string | undefined>(slotCount).fill(undefined);
  /** Room for the codes of a text, for each length. */
  readonly #codes: readonly number[][] = Array.from({ length: maxCachedBytes + 1 }, (_, length) =>
    new Array<number>(length).fill(0),
  );
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /** The text of the bytes from `start` to `end`. What is not UTF-8 becomes U+FFFD. */
  read(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    if (length === 0) return "";
    if (length > maxCachedBytes) return this.#decoder.decode(bytes.subarray(start, end));
    const slot = slotOf(bytes, start, length);
    const known = this.#slots[slot];
    if (known !== undefined && known.length === length && isText(known, bytes, start)) return known;
    const text = this.#ascii(bytes, start, length);
    if (text === undefined) return this.#decoder.decode(bytes.subarray(start, end));
    this.#slots[slot] = text;
    return text;
  }

  /** As `read`, of bytes that will hardly come again, such as a UID: they are not remembered, and nothing is forgotten for them. */
  readOnce(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    const text = length > maxCachedBytes ? undefined : this.#ascii(bytes, start, length);
    return text ?? this.#decoder.decode(bytes.subarray(start, end));
  }

  /** Nothing for what is not ASCII. Measured: half the time of `TextDecoder`, which has to cross into the platform for each text. */
  #ascii(bytes: Uint8Array, start: number, length: number): string | undefined {
    const codes = this.#codes[length] as number[];
    let seen = 0;
    for (let index = 0; index < length; index++) {
      const byte = bytes[start + index] as number;
      codes[index] = byte;
      seen |= byte;
    }
    return seen < 0x80 ? String.fromCharCode.apply(undefined, codes) : undefined;
  }
}

/** Some bytes of the beginning, the middle and the end tell most texts apart; the rest is compared anyway. */
function slotOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = length;
  const last = start + length - 1;
  for (let step = 0; step < 4 && step < length; step++) {
    hash = (Math.imul(hash, 31) + (bytes[start + step] as number)) | 0;
    hash = (Math.imul(hash, 31) + (bytes[last - step] as number)) | 0;
  }
  hash = (Math.imul(hash, 31) + (bytes[start + (length >> 1)] as number)) | 0;
  return (hash ^ (hash >>> 12)) & (slotCount - 1);
}

function isText(text: string, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  }
  return true;
}
