import { exactIntegerText } from "../../model/index.ts";
import { decodeBase64 } from "./base64.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { EncodeError } from "./encode-error.ts";
import type { Field, MessageType } from "./message-type.ts";
import { parseTimestamp } from "./timestamp.ts";

type Source = Readonly<Record<string, unknown>>;

const least64 = -(2n ** 63n);
const most64 = 2n ** 63n - 1n;
const least32 = -(2 ** 31);
const most32 = 2 ** 31 - 1;

/** How deep messages may nest, and what writes JSON inside of them. */
export interface EncoderOptions {
  readonly maxDepth: number;
  readonly stringify: (value: unknown) => string;
}

/**
 * Writes JSON as messages, as the table of each says. What the tables do not know is left out, as Kubernetes does; null is as if absent;
 * a value of another type than the field's is an `EncodeError`.
 */
export class Encoder {
  readonly #writer: ByteWriter;
  readonly #kind: string;
  readonly #options: EncoderOptions;
  /** The way to the value that is being written. */
  readonly #path: (string | number)[] = [];

  constructor(writer: ByteWriter, kind: string, options: EncoderOptions) {
    this.#writer = writer;
    this.#kind = kind;
    this.#options = options;
  }

  /** Writes the fields of a message. */
  message(type: MessageType, value: unknown): void {
    const { maxDepth } = this.#options;
    if (this.#path.length > maxDepth) this.#fail(`at most ${maxDepth} levels`);
    if (type.isUnion) {
      this.#union(type, value);
      return;
    }
    if (!isObject(value)) this.#fail("an object");
    for (let number = type.fields.length - 1; number > 0; number--) {
      const field = type.fields[number];
      if (field === undefined) continue;
      if (field.shape === "inline") this.#inline(field, value);
      else this.#field(field, getField(value, field.name));
    }
  }

  #inline(field: Field, value: Source): void {
    const before = this.#writer.length;
    this.message(field.message, value);
    if (this.#writer.length > before) this.#writer.close(field.number, before);
  }

  /** Throws the error of a value that is not as `expected`. */
  #fail(expected: string): never {
    const path = this.#path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    throw new EncodeError(this.#kind, path.replace(/^\./, ""), expected);
  }

  #field(field: Field, value: unknown): void {
    if (value === undefined || value === null) return;
    this.#path.push(field.name);
    if (field.shape === "list") this.#list(field, value);
    else if (field.shape === "map") this.#map(field, value);
    else this.#value(field, field.number, value);
    this.#path.pop();
  }

  #list(field: Field, value: unknown): void {
    if (!Array.isArray(value)) this.#fail("a list");
    for (let index = value.length - 1; index >= 0; index--) {
      this.#path.push(index);
      this.#value(field, field.number, value[index] as unknown);
      this.#path.pop();
    }
  }

  /** By their keys, as Kubernetes does: the same object gives the same bytes. */
  #map(field: Field, value: unknown): void {
    if (!isObject(value)) this.#fail("an object");
    for (const key of Object.keys(value).sort().reverse()) {
      if (value[key] === undefined) continue;
      this.#path.push(key);
      const before = this.#writer.length;
      this.#value(field, 2, value[key]);
      const keyBefore = this.#writer.length;
      this.#writer.text(key);
      this.#writer.close(1, keyBefore);
      this.#writer.close(field.number, before);
      this.#path.pop();
    }
  }

  #value(field: Field, number: number, value: unknown): void {
    const writer = this.#writer;
    const before = writer.length;
    // As in Go, null among others is the zero of their type.
    if (value !== null && value !== undefined) this.#content(field, value);
    else if (field.wireType === 0) writer.varint(0);
    else if (field.wireType === 1) writer.double(0);
    if (field.wireType === 2) writer.close(number, before);
    else writer.tag(number, field.wireType);
  }

  #content(field: Field, value: unknown): void {
    const writer = this.#writer;
    switch (field.type) {
      case "string":
        writer.text(this.#text(value));
        break;
      case "boolean":
        writer.varint(value === true ? 1 : value === false ? 0 : this.#fail("a boolean"));
        break;
      case "int32":
        writer.varint(this.#int32(value));
        break;
      case "int64":
        this.#int64(value);
        break;
      case "double":
        writer.double(typeof value === "number" ? value : this.#fail("a number"));
        break;
      case "message":
        this.message(field.message, value);
        break;
      default:
        this.#special(field.type, value);
    }
  }

  /** What is a message, or bytes, but something else in JSON. */
  #special(type: Field["type"], value: unknown): void {
    switch (type) {
      case "bytes":
        this.#writer.bytes(decodeBase64(this.#text(value)) ?? this.#fail("base64"));
        break;
      case "quantity":
        this.#writer.field(1, typeof value === "number" ? String(value) : this.#text(value));
        break;
      case "time":
      case "microTime":
        this.#time(type, value);
        break;
      case "intOrString":
        this.#intOrString(value);
        break;
      case "strings":
        if (!Array.isArray(value)) this.#fail("a list");
        for (const text of value.toReversed()) this.#writer.field(1, this.#text(text));
        break;
      default:
        this.#writer.field(1, this.#options.stringify(value));
    }
  }

  #intOrString(value: unknown): void {
    const isText = typeof value === "string";
    this.#writer.field(3, isText ? value : "");
    this.#writer.field(
      2,
      isText ? 0 : typeof value === "number" ? this.#int32(value) : this.#fail("an integer or a text"),
    );
    this.#writer.field(1, isText ? 1 : 0);
  }

  #time(type: "time" | "microTime", value: unknown): void {
    const time = parseTimestamp(this.#text(value)) ?? this.#fail("a time like 2006-01-02T15:04:05Z");
    this.#writer.field(2, type === "time" ? 0 : Math.floor(time.nanos / 1_000) * 1_000);
    this.#writer.field(1, time.seconds);
  }

  #text(value: unknown): string {
    return typeof value === "string" ? value : this.#fail("a text");
  }

  #int32(value: unknown): number {
    const isFitting = typeof value === "number" && Number.isInteger(value) && value >= least32 && value <= most32;
    return isFitting ? value : this.#fail("an integer of 32 bits");
  }

  #int64(value: unknown): void {
    if (typeof value === "number" && Number.isSafeInteger(value)) {
      this.#writer.varint(value);
      return;
    }
    const integer = BigInt(exactIntegerText(value) ?? this.#fail("an integer"));
    if (integer < least64 || integer > most64) this.#fail("an integer of 64 bits");
    this.#writer.bigVarint(integer);
  }

  /** Each field of a union stands for another type of JSON. Where one is a boolean, anything but false says true as well. */
  #union(type: MessageType, value: unknown): void {
    const shape = Array.isArray(value) ? "list" : "single";
    const chosen = type.fields.find(
      (field) => field?.shape === shape && (field.type === "boolean") === (typeof value === "boolean"),
    );
    if (chosen === undefined) this.#fail("another type");
    const allows = type.fields.find((field) => field?.type === "boolean");
    this.#unionField(chosen, value);
    if (allows !== undefined && allows !== chosen) this.#unionField(allows, true);
  }

  #unionField(field: Field, value: unknown): void {
    if (field.shape === "list") this.#list(field, value);
    else this.#value(field, field.number, value);
  }
}

function isObject(value: unknown): value is Source {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own fields only. Most fields of a type are absent, and to find that out a plain read is the fastest. */
function getField(value: Source, name: string): unknown {
  const content = value[name];
  return content !== undefined && Object.hasOwn(value, name) ? content : undefined;
}
