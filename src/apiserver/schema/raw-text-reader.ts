import { compareUtf8, parseJson, setOwn } from "../../model/index.ts";
import { JsonCursor } from "./json-cursor.ts";

/** Under what a value has the text that it was read from. It is no member: copies, and what is written, are without it. */
const raw: unique symbol = Symbol("raw text");

/** The text that an object or a list remembers. */
export function memoryOf(value: object): string | undefined {
  return (value as { readonly [raw]?: string })[raw];
}

/**
 * The value of a JSON text, which remembers it, as does every object and every list inside that would be written otherwise. The text has
 * to be valid. It is passed over once, and however deep it is, no stack is taken.
 */
export function readRaw(text: string): unknown {
  return new RawReader(text).read();
}

/** An object or a list in the text. */
interface Container {
  readonly value: object;
  /** Where its text begins, in the whole without spaces. */
  readonly start: number;
  /** The key of the member that follows. */
  key: string | undefined;
  lastKey: string | undefined;
  /** Whether it would be written otherwise: with its keys sorted, each once, and with numbers as the platform writes them. */
  isOdd: boolean;
}

/** Whoever sorts keys by their bytes has such a key elsewhere than the platform, which has numbers first. */
const digitFirst = /^\d/;

/** Only with so many digits can there be an integer that the platform would round. */
const manyDigits = 16;

class RawReader {
  readonly #cursor: JsonCursor;
  /** The containers around the cursor. */
  readonly #around: Container[] = [];
  /** What is to remember its text, and where that is in the whole. */
  readonly #odd: { readonly value: object; readonly start: number; readonly end: number }[] = [];
  /** The text as far as it was taken over: without spaces, and with strings in their one form. */
  readonly #pieces: string[] = [];
  #taken = 0;
  /** How much longer the text has become by that. */
  #growth = 0;
  #root: unknown;

  constructor(text: string) {
    this.#cursor = new JsonCursor(text);
  }

  read(): unknown {
    const cursor = this.#cursor;
    while (cursor.at < cursor.text.length) this.#step(cursor);
    const rest = cursor.text.slice(this.#taken);
    const whole = this.#pieces.length === 0 ? rest : `${this.#pieces.join("")}${rest}`;
    for (const { value, start, end } of this.#odd) {
      Object.defineProperty(value, raw, { value: whole.slice(start, end) });
    }
    return this.#root;
  }

  #step(cursor: JsonCursor): void {
    switch (cursor.first) {
      case "{":
        this.#open({});
        break;
      case "[":
        this.#open([]);
        break;
      case "}":
      case "]":
        this.#close();
        break;
      case ",":
      case ":":
        cursor.at++;
        break;
      case '"':
        this.#string();
        break;
      default:
        if (cursor.text.charCodeAt(cursor.at) <= 0x20) this.#space();
        else this.#scalar();
    }
  }

  #open(value: object): void {
    const start = this.#cursor.at++ + this.#growth;
    this.#put(value);
    this.#around.push({ value, start, key: undefined, lastKey: undefined, isOdd: false });
  }

  #close(): void {
    const { value, start, isOdd } = this.#around.pop() as Container;
    const end = ++this.#cursor.at + this.#growth;
    if (isOdd || value === this.#root) this.#odd.push({ value, start, end });
  }

  #string(): void {
    const start = this.#cursor.at;
    const source = this.#passed();
    let value = source.slice(1, -1);
    if (source.includes("\\")) {
      value = JSON.parse(source) as string;
      this.#instead(start, JSON.stringify(value));
    }
    const around = this.#around.at(-1);
    if (around === undefined || around.key !== undefined || Array.isArray(around.value)) this.#put(value);
    else enter(around, value);
  }

  /** A number, `true`, `false` or `null`. */
  #scalar(): void {
    const source = this.#passed();
    const value = source.length < manyDigits ? (JSON.parse(source) as unknown) : parseJson(source);
    const around = this.#around.at(-1);
    if (around !== undefined && JSON.stringify(value) !== source) around.isOdd = true;
    this.#put(value);
  }

  #passed(): string {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.scalar();
    return cursor.text.slice(start, cursor.at);
  }

  #space(): void {
    const start = this.#cursor.at;
    this.#cursor.space();
    this.#instead(start, "");
  }

  /** Takes over what is before, and then something else than what stands from there to the cursor. */
  #instead(start: number, text: string): void {
    const { at, text: source } = this.#cursor;
    this.#pieces.push(source.slice(this.#taken, start), text);
    this.#taken = at;
    this.#growth += text.length - (at - start);
  }

  #put(value: unknown): void {
    const around = this.#around.at(-1);
    if (around === undefined) {
      this.#root = value;
    } else if (Array.isArray(around.value)) {
      around.value.push(value);
    } else {
      setOwn(around.value, around.key as string, value);
      around.key = undefined;
    }
  }
}

function enter(object: Container, key: string): void {
  const { lastKey } = object;
  if (digitFirst.test(key) || (lastKey !== undefined && compareUtf8(lastKey, key) >= 0)) object.isOdd = true;
  object.key = key;
  object.lastKey = key;
}
