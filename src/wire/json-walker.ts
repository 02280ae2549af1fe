import { defaultMaxDepth } from "../model/index.ts";
import { DecodeError } from "./errors.ts";
import { isUtf8 } from "./json-text.ts";

// Not imported from json-bytes.ts: V8 reads what is imported anew in every round of a loop, which made walking a third slower.
const quote = 0x22;
const minus = 0x2d;
const comma = 0x2c;
const zero = 0x30;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Zero for each byte that stands for itself in a text, and is ASCII. */
const unusual: Readonly<Uint8Array> = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  byte < 0x20 || byte >= 0x80 || byte === quote || byte === backslash ? 1 : 0,
);

/** Every integer with no more digits is exact in JavaScript. */
const exactDigits = 15;

/** Where a member of an object is, in bytes: its key between the quotes, and its value. */
export interface JsonMember {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
}

/**
 * Walks over JSON in bytes and builds nothing. It is as strict as `JSON.parse`, needs one pass and no recursion, and throws a `DecodeError`
 * with the offset of the first byte that can't be. Each method is given where to begin and returns where it ended.
 */
export class JsonWalker {
  /** Whether a number was met that `JSON.parse` might not hold exactly. */
  hasLongNumber = false;
  readonly bytes: Uint8Array;
  readonly #attempt: string;
  /** What closes each array or object that is open around the innermost one. */
  readonly #outer: number[] = [];
  /** All bytes of texts that are not ASCII, or-ed. */
  #seen = 0;

  /** `attempt` begins the message of an error: what is being done. */
  constructor(bytes: Uint8Array, attempt: string) {
    this.bytes = bytes;
    this.#attempt = attempt;
  }

  /** Walks over all bytes: one value with whitespace around it, in UTF-8. `walk` returns where the value ends. */
  document(walk: (start: number) => number): void {
    const end = this.space(walk(this.space(0)));
    if (end !== this.bytes.length) this.fail(end, "the end of the document");
    if (this.#seen >= 0x80 && !isUtf8(this.bytes)) this.fail(0, "UTF-8");
  }

  /**
   * Walks over an object and visits its members; `visit` returns where the member's value ends. `levels` tells how many arrays and objects
   * are open around it.
   */
  object(start: number, levels: number, visit: (member: JsonMember) => number): number {
    const bytes = this.bytes;
    if (bytes[start] !== openBrace) this.fail(start, "an object");
    if (levels >= defaultMaxDepth) this.#failDeep(start);
    let at = this.space(start + 1);
    if (bytes[at] === closeBrace) return at + 1;
    for (;;) {
      const keyStart = at + 1;
      const keyEnd = this.text(at) - 1;
      const valueStart = this.colon(keyEnd + 1);
      at = this.space(visit({ keyStart, keyEnd, valueStart }));
      if (bytes[at] === closeBrace) return at + 1;
      if (bytes[at] !== comma) this.fail(at, "a comma or the end of the object");
      at = this.space(at + 1);
    }
  }

  /** Walks over any value. `levels` tells how many arrays and objects are open around it. */
  value(start: number, levels: number): number {
    const bytes = this.bytes;
    const outer = this.#outer;
    const mostOpen = defaultMaxDepth - levels;
    let open = 0;
    let close = 0;
    let at = this.space(start);
    for (;;) {
      const byte = bytes[at];
      if (byte === openBrace || byte === openBracket) {
        if (open >= mostOpen) this.#failDeep(at);
        at = this.space(at + 1);
        const inner = byte === openBrace ? closeBrace : closeBracket;
        if (bytes[at] !== inner) {
          outer[open++] = close;
          close = inner;
          if (close === closeBrace) at = this.#key(at);
          continue;
        }
        at++;
      } else at = byte === quote ? this.text(at) : this.#scalar(at);
      for (;;) {
        if (open === 0) return at;
        at = this.space(at);
        if (bytes[at] !== close) break;
        close = outer[--open] as number;
        at++;
      }
      if (bytes[at] !== comma) this.fail(at, "a comma or the end of an array or object");
      at = this.space(at + 1);
      if (close === closeBrace) at = this.#key(at);
    }
  }

  /** Walks over whitespace, if there is any. */
  space(start: number): number {
    // Nearly always one comparison.
    return (this.bytes[start] as number) > 0x20 ? start : this.#spaces(start);
  }

  /** Walks over the colon behind a key, to the value. */
  colon(start: number): number {
    const at = this.space(start);
    if (this.bytes[at] !== colon) this.fail(at, "a colon");
    return this.space(at + 1);
  }

  /** Walks over a text, from its opening quote. */
  text(start: number): number {
    const bytes = this.bytes;
    if (bytes[start] !== quote) this.fail(start, "a text");
    let at = start + 1;
    // One look at a table for each byte: to compare it with all that ends the loop takes longer.
    while (unusual[bytes[at] as number] === 0) at++;
    return bytes[at] === quote ? at + 1 : this.#unusualText(at);
  }

  /** Throws a `DecodeError` about the byte there. */
  fail(offset: number, expected: string): never {
    throw new DecodeError({ attempt: this.#attempt, expected, offset });
  }

  /** Walks over a key and its colon, to the value. */
  #key(at: number): number {
    return this.colon(this.text(at));
  }

  #spaces(start: number): number {
    let at = start;
    while (isSpace(this.bytes[at])) at++;
    return at;
  }

  /** The rest of a text, from the first byte in it that is not usual. */
  #unusualText(start: number): number {
    const bytes = this.bytes;
    let at = start;
    for (;;) {
      const byte = bytes[at++] as number;
      if (byte === quote) return at;
      if (byte === backslash) at = this.#escape(at);
      // Also beyond the last byte, where nothing is.
      else if (!(byte >= 0x20)) this.fail(at - 1, "the rest of a text");
      else this.#seen |= byte;
      while (unusual[bytes[at] as number] === 0) at++;
    }
  }

  #escape(at: number): number {
    const kind = this.bytes[at];
    if (kind === quote || kind === backslash) return at + 1;
    if (kind !== 0x75) return kind !== undefined && escapable.includes(kind) ? at + 1 : this.fail(at, "an escape");
    for (let digit = at + 1; digit < at + 5; digit++) {
      if (!isHexDigit(this.bytes[digit])) this.fail(digit, "four digits in an escape");
    }
    return at + 5;
  }

  #scalar(at: number): number {
    switch (this.bytes[at]) {
      case 0x74:
        return this.#literal(at, "true");
      case 0x66:
        return this.#literal(at, "false");
      case 0x6e:
        return this.#literal(at, "null");
      default:
        return this.#number(at);
    }
  }

  #literal(start: number, text: string): number {
    let at = start + 1;
    for (let position = 1; position < text.length; position++, at++) {
      if (this.bytes[at] !== text.charCodeAt(position)) this.fail(at, text);
    }
    return at;
  }

  #number(start: number): number {
    const bytes = this.bytes;
    const first = bytes[start] === minus ? start + 1 : start;
    let at = bytes[first] === zero ? first + 1 : this.#digits(first, "a value");
    if (at - first > exactDigits) this.hasLongNumber = true;
    if (bytes[at] === 0x2e) at = this.#digits(at + 1, "a digit");
    if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return at;
    const sign = bytes[at + 1];
    return this.#digits(sign === 0x2b || sign === minus ? at + 2 : at + 1, "a digit");
  }

  #digits(start: number, expected: string): number {
    const bytes = this.bytes;
    let at = start;
    while (isDigit(bytes[at])) at++;
    return at === start ? this.fail(at, expected) : at;
  }

  #failDeep(at: number): never {
    this.fail(at, `no more than ${defaultMaxDepth} levels of arrays and objects`);
  }
}

/** What may follow a backslash, but for `u`: the two quotable bytes, a slash, and the letters of b, f, n, r, t. */
const escapable: readonly number[] = [0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74];

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
