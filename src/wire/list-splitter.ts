import { DecodeError } from "./errors.ts";
import { isSpace } from "./json-bytes.ts";
import { ListHead } from "./list-head.ts";
import type { HeadStep } from "./list-head.ts";
import { Pieces } from "./pieces.ts";

// Not imported from json-bytes.ts, for speed: see json-walker.ts.
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** How large the parts of a list may be. A larger one throws as soon as so much of it has arrived, so that no more is ever kept. */
export interface ListLimits {
  readonly maxItemBytes: number;
  /** All that is not an item. */
  readonly maxHeadBytes: number;
}

const mistakes: Readonly<Record<Exclude<HeadStep, "on" | "items">, string>> = {
  stray: "one JSON object and nothing else",
  "escaped-key": "a key without escapes",
};

/**
 * Finds the items of a JSON list in its bytes, however these are cut. Each item begins and ends with a brace, and that is all that is known
 * of it: whoever parses it sees whether it is JSON. All the rest together is the head, in which the array of items is empty.
 */
export class ListSplitter {
  readonly #limits: ListLimits;
  readonly #head = new ListHead();
  readonly #headPieces = new Pieces();
  readonly #item = new Pieces();
  /** How many bytes precede the present chunk. */
  #offset = 0;
  /** Outside of the items, before one, in one, or behind one. */
  #place: "head" | "first" | "before" | "inside" | "behind" = "head";
  #hasItems = false;
  /** Arrays and objects that are open in the item. */
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(limits: ListLimits) {
    this.#limits = limits;
  }

  /** The items that a chunk completes. One that lies within the chunk is a view of it. Must be read to the end. */
  *push(chunk: Uint8Array): Generator<Uint8Array, void, void> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#place === "head") at = this.#readHead(chunk, at);
      else if (this.#place === "inside") {
        const end = this.#itemEnd(chunk, at);
        this.#check(this.#item.length + end - at, this.#limits.maxItemBytes, "in an item");
        const piece = chunk.subarray(at, end);
        at = end;
        if (this.#depth > 0) this.#item.add(piece);
        else {
          this.#place = "behind";
          yield this.#item.complete(piece);
        }
      } else at = this.#readBetween(chunk, at);
    }
    this.#offset += chunk.length;
  }

  /** After the last chunk: the head. Throws when the list has not ended. */
  finish(): Uint8Array {
    if (this.#place !== "head" || !this.#head.isWhole) this.#fail(0, "the rest of the list");
    return this.#headPieces.complete(new Uint8Array());
  }

  #readHead(chunk: Uint8Array, start: number): number {
    let at = start;
    let step: HeadStep = "on";
    while (at < chunk.length && step === "on") step = this.#head.step(chunk[at++] as number);
    if (step !== "on" && step !== "items") this.#fail(at - 1, mistakes[step]);
    if (step === "items") {
      if (this.#hasItems) this.#fail(at - 1, "one array of items");
      this.#hasItems = true;
      this.#place = "first";
    }
    this.#check(this.#headPieces.length + at - start, this.#limits.maxHeadBytes, "outside of the items");
    this.#headPieces.add(chunk.subarray(start, at));
    return at;
  }

  /** A byte around an item. The bracket that ends the items is left to the head. */
  #readBetween(chunk: Uint8Array, at: number): number {
    const byte = chunk[at];
    if (isSpace(byte)) return at + 1;
    if (byte === closeBracket && this.#place !== "before") {
      this.#place = "head";
      return at;
    }
    if (this.#place === "behind") {
      if (byte !== comma) this.#fail(at, "a comma or the end of the items");
      this.#place = "before";
      return at + 1;
    }
    if (byte !== openBrace) this.#fail(at, "an item that is an object");
    this.#place = "inside";
    return at;
  }

  /** Where the item ends in the chunk; if it does not, and `#depth` stays above zero, where the chunk ends. */
  #itemEnd(chunk: Uint8Array, start: number): number {
    const { length } = chunk;
    let at = this.#isInText ? this.#textEnd(chunk, start) : start;
    let depth = this.#depth;
    while (at < length) {
      const byte = chunk[at++] as number;
      if (byte === quote) {
        // Nearly all texts end in the chunk and have no escapes.
        let end = at;
        while (end < length && chunk[end] !== quote && chunk[end] !== backslash) end++;
        at = end < length && chunk[end] === quote ? end + 1 : this.#textEnd(chunk, end);
      } else if (byte < openBracket) continue;
      else if (byte === openBrace || byte === openBracket) depth++;
      else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) break;
    }
    this.#depth = depth;
    return at;
  }

  /** Where the text ends in the chunk; if it does not, where the chunk ends. */
  #textEnd(chunk: Uint8Array, start: number): number {
    let at = start;
    if (this.#isEscaped && at < chunk.length) {
      this.#isEscaped = false;
      at++;
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === quote) {
        this.#isInText = false;
        return at + 1;
      }
      if (byte === backslash) at++;
    }
    this.#isInText = true;
    // The last byte was a backslash, and what it escapes is in the next chunk.
    this.#isEscaped = at > chunk.length;
    return chunk.length;
  }

  #check(length: number, limit: number, where: string): void {
    if (length > limit) this.#fail(0, `at most ${limit} bytes ${where}`);
  }

  #fail(at: number, expected: string): never {
    throw new DecodeError({ attempt: "read a JSON list", expected, offset: this.#offset + at });
  }
}
