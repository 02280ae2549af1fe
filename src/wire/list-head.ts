import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpace,
  openBrace,
  openBracket,
  quote,
} from "./json-bytes.ts";

/** What a byte means to whoever reads a list: nothing yet, the array of items begins, or there is a mistake. */
export type HeadStep = "on" | "items" | "stray" | "escaped-key";

/**
 * Follows the bytes of a JSON object, one by one, until the array in its field `items` begins. Knows just enough to find that: whether what
 * it saw is JSON shows when it is parsed.
 */
export class ListHead {
  /** Open arrays and objects. */
  #depth = 0;
  #isWhole = false;
  #isInText = false;
  #isEscaped = false;
  /** The text that is being read, or the last one that was, is a key of the list. */
  #isKey = false;
  #key = "";
  /** A key of the list is next. */
  #wantsKey = false;
  /** The value of `items` is next. */
  #wantsItems = false;

  /** Whether the object has begun and ended. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** To be told of each byte but those between the brackets of the items. */
  step(byte: number): HeadStep {
    if (this.#isInText) return this.#stepInText(byte);
    if (isSpace(byte)) return "on";
    const wantsItems = this.#wantsItems;
    this.#wantsItems = false;
    switch (byte) {
      case quote:
        if (this.#depth === 0) return "stray";
        this.#isInText = true;
        this.#isKey = this.#wantsKey;
        this.#key = "";
        this.#wantsKey = false;
        return "on";
      case openBrace:
      case openBracket:
        this.#depth++;
        if (this.#depth === 1 && (byte === openBracket || this.#isWhole)) return "stray";
        this.#wantsKey = this.#depth === 1;
        return wantsItems && byte === openBracket ? "items" : "on";
      case closeBrace:
      case closeBracket:
        this.#depth--;
        this.#isWhole = this.#depth === 0;
        return "on";
      case comma:
        this.#wantsKey = this.#depth === 1;
        return "on";
      case colon:
        this.#wantsItems = this.#depth === 1 && this.#isKey && this.#key === "items";
        return "on";
      default:
        return this.#depth === 0 ? "stray" : "on";
    }
  }

  #stepInText(byte: number): HeadStep {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === quote) this.#isInText = false;
    else if (byte === backslash) {
      this.#isEscaped = true;
      // It might be another way to write `items`.
      if (this.#isKey) return "escaped-key";
    } else if (this.#isKey && this.#key.length < keptLength) this.#key += String.fromCharCode(byte);
    return "on";
  }
}

/** Longer than `items`: enough of a key to tell that it is another one. */
const keptLength = 6;
