import { unquoted, unquotedAt } from "./json-text.ts";
import type { TextCache } from "./protobuf/text-cache.ts";

/** Reads the texts of one JSON document, each from a place between its quotes. */
export class ScannedTexts {
  readonly bytes: Uint8Array;
  readonly #cache: TextCache | undefined;

  /** With a cache a text that was met before takes no memory. */
  constructor(bytes: Uint8Array, cache?: TextCache) {
    this.bytes = bytes;
    this.#cache = cache;
  }

  text(start: number, end: number): string {
    if (this.#cache === undefined) return unquotedAt(this.bytes, { start, end });
    return unquoted(this.#cache.read(this.bytes, start, end));
  }

  /** As `text`, of one that will hardly be met again: it is not put into the cache, where it would take the place of another. */
  textOnce(start: number, end: number): string {
    if (this.#cache === undefined) return unquotedAt(this.bytes, { start, end });
    return unquoted(this.#cache.readOnce(this.bytes, start, end));
  }

  /** A key. One of those that are expected is found without making a text. */
  key(start: number, end: number, expected: readonly string[]): string {
    for (const key of expected) if (key.length === end - start && this.#isAt(start, key)) return key;
    return this.text(start, end);
  }

  #isAt(start: number, key: string): boolean {
    for (let position = 0; position < key.length; position++) {
      if (this.bytes[start + position] !== key.charCodeAt(position)) return false;
    }
    return true;
  }
}
