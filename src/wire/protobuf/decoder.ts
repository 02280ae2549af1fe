import { parseJson, setOwn } from "../../model/index.ts";
import { encodeBase64 } from "./base64.ts";
import type { ByteReader } from "./byte-reader.ts";
import { bytesTag, hasEnvelope, readRaw } from "./envelope.ts";
import type { Field, MessageType, ValueType } from "./message-type.ts";
import type { TimeCache } from "./time-cache.ts";
import { formatMicroTime } from "./timestamp.ts";

/** The JSON of a message. */
export type Fields = Record<string, unknown>;

/** What a decoder needs besides the bytes. */
export interface DecoderOptions {
  readonly maxDepth: number;
  readonly times: TimeCache;
  /** Throws when the bytes are not UTF-8. */
  readonly strictText: (bytes: Uint8Array) => string;
  /** Reads an object that lies inside another in its own envelope. */
  readonly decodeEnvelope: (bytes: Uint8Array, depth: number) => unknown;
}

/** Turns messages into JSON as the table of each says, from one reader. */
export class Decoder {
  readonly #reader: ByteReader;
  readonly #options: DecoderOptions;
  #depth: number;

  constructor(reader: ByteReader, options: DecoderOptions, depth = 0) {
    this.#reader = reader;
    this.#options = options;
    this.#depth = depth;
  }

  /** The message from where the reader is to `end`, with everything that JSON always has. */
  message(type: MessageType, end: number): unknown {
    return type.isUnion ? this.#union(type, end) : this.into({}, type, end);
  }

  /** The same as fields of `target`. */
  into(target: Fields, type: MessageType, end: number): Fields {
    const seen = this.#read(target, type, end);
    if (seen !== type.alwaysBits) addMissing(target, type, seen);
    return target;
  }

  /** The fields that the message has from where the reader is to `end`, without those that JSON has besides. */
  fields(type: MessageType, end: number): Fields {
    const target: Fields = {};
    this.#read(target, type, end);
    return target;
  }

  /** The value of one field of the message from where the reader is to `end`; all others are passed over. */
  only(type: MessageType, field: Field, end: number): unknown {
    const reader = this.#reader;
    const target: Fields = {};
    while (reader.at < end) {
      const start = reader.at;
      const tag = reader.tag(end);
      reader.skip(tag & 7, end);
      if (tag >>> 3 !== field.number) continue;
      const fieldEnd = reader.at;
      reader.at = start;
      this.#read(target, type, fieldEnd);
    }
    return Object.hasOwn(target, field.name) ? target[field.name] : missingValue(field);
  }

  /** Answers the bits of the fields that it met. */
  #read(target: Fields, type: MessageType, end: number): number {
    const reader = this.#reader;
    const outer = reader.messageName;
    reader.messageName = type.name;
    if (++this.#depth > this.#options.maxDepth) reader.fail(`at most ${this.#options.maxDepth} levels`);
    let seen = 0;
    while (reader.at < end) {
      const tag = reader.tag(end);
      const field = type.fields[tag >>> 3];
      if (field === undefined) reader.skip(tag & 7, end);
      else if ((tag & 7) === field.wireType) seen |= field.bit | this.#field(target, field, end);
      else if ((tag & 7) === packed && field.shape === "list") this.#packed(target, field, end);
      else reader.fail(`wire type ${field.wireType} for the field ${field.name}`);
    }
    this.#depth--;
    reader.messageName = outer;
    return seen;
  }

  /** Reads one value of a field. Answers the bits of the fields that were inside an inlined message. */
  #field(target: Fields, field: Field, end: number): number {
    if (field.shape === "inline") return this.#read(target, field.message, this.#reader.contentEnd(end));
    if (field.shape === "list") listOf(target, field).push(this.#value(field, end));
    else if (field.shape === "map") this.#entry(mapOf(target, field), field, this.#reader.contentEnd(end));
    else {
      const value = this.#value(field, end);
      if (field.presence !== "nonzero" || !isZero(value)) target[field.name] = value;
    }
    return field.bit;
  }

  /** Many numbers in one field: readers have to understand it, though Kubernetes does not write it. */
  #packed(target: Fields, field: Field, end: number): void {
    const reader = this.#reader;
    const contentEnd = reader.contentEnd(end);
    const list = listOf(target, field);
    while (reader.at < contentEnd) list.push(this.#value(field, contentEnd));
  }

  #entry(map: Fields, field: Field, end: number): void {
    const reader = this.#reader;
    let key = "";
    let value: unknown;
    while (reader.at < end) {
      const tag = reader.tag(end);
      if (tag === bytesTag(keyNumber)) key = reader.text(reader.contentEnd(end));
      else if (tag >>> 3 !== valueNumber) reader.skip(tag & 7, end);
      else if ((tag & 7) === field.wireType) value = this.#value(field, end);
      else reader.fail(`wire type ${field.wireType} for the values of ${field.name}`);
    }
    setOwn(map, key, value === undefined ? zeroOf(field) : value);
  }

  #value(field: Field, end: number): unknown {
    const reader = this.#reader;
    switch (field.type) {
      case "string":
        return reader.text(reader.contentEnd(end));
      case "boolean":
        return reader.boolean(end);
      case "int32":
        return reader.int32(end);
      case "int64":
        return reader.int64(end);
      case "double":
        return reader.double(end);
      case "message":
        return this.message(field.message, reader.contentEnd(end));
      default:
        return this.#special(field, reader.contentEnd(end));
    }
  }

  /** What is a message, or bytes, but something else in JSON. */
  #special(field: Field, end: number): unknown {
    switch (field.type) {
      case "bytes":
        return encodeBase64(this.#reader.view(end));
      case "quantity":
        return this.#parts(end).text ?? "0";
      case "time":
      case "microTime":
        return this.#time(field.type, end);
      case "intOrString": {
        const { first = 0, second = 0, text = "" } = this.#parts(end);
        return first === 0 ? second : text;
      }
      case "strings":
        return this.#strings(end);
      default:
        return this.#document(field.type, end);
    }
  }

  /** The content of the small messages: whole numbers by their field, and the text, of which there is at most one. */
  #parts(end: number): Parts {
    const reader = this.#reader;
    const parts: Parts = {};
    while (reader.at < end) {
      const tag = reader.tag(end);
      if (tag === 1 << 3) parts.first = reader.int64(end);
      else if (tag === 2 << 3) parts.second = reader.int32(end);
      else if ((tag & 7) === packed) parts.text = reader.text(reader.contentEnd(end));
      else reader.skip(tag & 7, end);
    }
    return parts;
  }

  /** An empty message is the time that is none. */
  #time(type: "time" | "microTime", end: number): string | null {
    const reader = this.#reader;
    if (reader.at === end) return null;
    const { first = 0, second = 0 } = this.#parts(end);
    const seconds = typeof first === "number" ? first : Number.NaN;
    if (type === "microTime") {
      return formatMicroTime({ seconds, nanos: second }) ?? reader.fail("a time between the years 1 and 9999");
    }
    return this.#options.times.read(seconds) ?? reader.fail("a time between the years 1 and 9999");
  }

  #strings(end: number): readonly string[] {
    const reader = this.#reader;
    const texts: string[] = [];
    while (reader.at < end) {
      const tag = reader.tag(end);
      if (tag === bytesTag(1)) texts.push(reader.text(reader.contentEnd(end)));
      else reader.skip(tag & 7, end);
    }
    return texts;
  }

  /** JSON inside of protobuf, or for an object also protobuf in its envelope. */
  #document(type: Field["type"], end: number): unknown {
    const reader = this.#reader;
    const content = readRaw(reader, end);
    if (content === undefined || content.length === 0) return null;
    if (type === "object" && hasEnvelope(content)) return this.#options.decodeEnvelope(content, this.#depth);
    try {
      return parseJson(this.#options.strictText(content), { maxDepth: this.#options.maxDepth - this.#depth });
    } catch (error) {
      return reader.fail("JSON inside the message", error);
    }
  }

  #union(type: MessageType, end: number): unknown {
    const values: Fields = {};
    this.#read(values, type, end);
    const field = type.fields.findLast((candidate) => candidate !== undefined && Object.hasOwn(values, candidate.name));
    return field === undefined ? zeroOfUnion(type) : values[field.name];
  }
}

interface Parts {
  first?: unknown;
  second?: number;
  text?: string;
}

/** A list of numbers in one field has the wire type of bytes. */
const packed = 2;
/** The fields of a map's entry. */
const keyNumber = 1;
const valueNumber = 2;

function listOf(target: Fields, { name }: Field): unknown[] {
  const known = target[name];
  if (known !== undefined) return known as unknown[];
  const list: unknown[] = [];
  target[name] = list;
  return list;
}

function mapOf(target: Fields, { name }: Field): Fields {
  const known = target[name];
  if (known !== undefined) return known as Fields;
  const map: Fields = {};
  target[name] = map;
  return map;
}

function isZero(value: unknown): boolean {
  return value === "" || value === 0 || value === false || value === null;
}

function addMissing(target: Fields, { always }: MessageType, seen: number): void {
  for (const field of always) {
    const isThere = field.bit === 0 ? Object.hasOwn(target, field.name) : (seen & field.bit) !== 0;
    if (!isThere) target[field.name] = missingValue(field);
  }
}

/** What JSON has for a field that the message does not have; `undefined` for nothing. */
export function missingValue(field: Field): unknown {
  if (field.presence !== "always" && field.presence !== "emptyList") return undefined;
  return field.shape === "single" ? zeroOf(field) : emptyOf(field);
}

function emptyOf({ presence }: Field): readonly never[] | null {
  return presence === "emptyList" ? [] : null;
}

/** What JSON has for a single value that the message does not have. */
function zeroOf(field: Field): unknown {
  if (field.type !== "message") return zeroValues[field.type];
  return field.message.isUnion ? zeroOfUnion(field.message) : withMissing(field.message);
}

function withMissing(type: MessageType): Fields {
  const fields: Fields = {};
  addMissing(fields, type, 0);
  return fields;
}

/** A union with a boolean in it is false, any other is nothing. */
function zeroOfUnion({ fields }: MessageType): false | null {
  return fields.some((field) => field?.type === "boolean") ? false : null;
}

const zeroValues: Readonly<Record<Exclude<ValueType, "message">, unknown>> = {
  string: "",
  bytes: null,
  boolean: false,
  int32: 0,
  int64: 0,
  double: 0,
  quantity: "0",
  time: null,
  microTime: null,
  intOrString: 0,
  object: null,
  json: null,
  strings: null,
};
