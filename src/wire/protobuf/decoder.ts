import { parseJson, setOwn } from "../../model/index.ts";
import { deepFreeze } from "../deep-freeze.ts";
import { addField, finishView } from "../view.ts";
import { ViewContent } from "../view-content.ts";
import { encodeBase64 } from "./base64.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { DecoderOptions, DecoderStart, ViewedObject } from "./decoder-options.ts";
import { bytesTag, hasEnvelope, readRaw } from "./envelope.ts";
import { MessageLevel } from "./message-level.ts";
import { decodeSteps } from "./message-type.ts";
import type { Field, MessageType } from "./message-type.ts";
import { missingValue, zeroOf, zeroOfUnion } from "./missing-values.ts";
import { readIntOrString, readMicroTime, readQuantity, readStrings, readTime } from "./small-messages.ts";

/** The JSON of a message. */
export type Fields = Record<string, unknown>;

/** Smaller messages are decoded whole: that costs less than to remember what to decode later. */
const minViewBytes = 128;
/** Smaller fields of a view are decoded at once. */
const minWaitingBytes = 32;

/** Turns messages into JSON as the table of each says, from one reader. */
export class Decoder {
  readonly #reader: ByteReader;
  readonly #options: DecoderOptions;
  readonly #isReadOnly: boolean;
  #depth: number;
  /** Lists and maps that may still grow, of the messages that are being read. */
  readonly #growing: object[] = [];

  constructor(reader: ByteReader, options: DecoderOptions, { depth = 0, isReadOnly = false }: DecoderStart = {}) {
    this.#reader = reader;
    this.#options = options;
    this.#isReadOnly = isReadOnly;
    this.#depth = depth;
  }

  /** The message from where the reader is to `end`, with everything that JSON always has. */
  message(type: MessageType, end: number): unknown {
    if (type.isUnion) return this.#union(type, end);
    if (this.#isReadOnly && end - this.#reader.at >= minViewBytes && type.canWait) return this.#view(type, end);
    return this.into({}, type, end);
  }

  /** The same as fields of `target`. */
  into(target: Fields, type: MessageType, end: number): Fields {
    const seen = this.#whole(target, type, end);
    if (seen !== type.alwaysBits) this.#addMissing(target, type, seen);
    if (this.#isReadOnly) Object.freeze(target);
    return target;
  }

  /** A view of the object from where the reader is to `end`. Its fields are in order. Nothing that may be damaged inside is decoded now. */
  object({ encoded, type, given }: ViewedObject, end: number): object {
    const reader = this.#reader;
    const level = new MessageLevel({ bytes: reader.bytes, type, depth: this.#depth, decoding: this.#options, encoded });
    const view = Object.assign(new ViewContent(level), given);
    return this.#level(view, { level, type, end, minBytes: 0 }) as object;
  }

  /** The value of the one field of a message that is from where the reader is to `end`. */
  field(type: MessageType, end: number): unknown {
    const reader = this.#reader;
    const { at } = reader;
    const field = type.fields[reader.tag(end) >>> 3];
    reader.at = at;
    return field === undefined ? undefined : this.fields(type, end)[field.name];
  }

  /** The fields that the message has from where the reader is to `end`, without those that JSON has besides. */
  fields(type: MessageType, end: number): Fields {
    const target: Fields = {};
    this.#whole(target, type, end);
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

  #view(type: MessageType, end: number): object {
    const reader = this.#reader;
    const start = reader.at;
    const level = new MessageLevel({ bytes: reader.bytes, type, depth: this.#depth, decoding: this.#options });
    const view = this.#level(new ViewContent(level), { level, type, end, minBytes: minWaitingBytes });
    if (view !== undefined) return view;
    reader.at = start;
    return this.into({}, type, end);
  }

  /** Nothing if the fields are not in the order of their numbers, as everybody writes them: then one may be at several places. */
  #level(view: ViewContent, { level, type, end, minBytes }: LevelPlace): object | undefined {
    const reader = this.#reader;
    const target = view as unknown as Fields;
    const places: number[] = [];
    const outer = this.#enter(type);
    const mark = this.#growing.length;
    const { byTag } = type;
    let seen = 0;
    let previous = 0;
    while (reader.at < end) {
      const start = reader.at;
      const tag = reader.tag(end);
      const field = byTag[tag];
      if (tag >>> 3 < previous) {
        this.#leave(outer);
        return undefined;
      }
      previous = tag >>> 3;
      if (field === undefined) this.#other(target, { type, tag, end });
      else if (field.canWait && this.#leaves(tag, end, { start, minBytes, places })) {
        addField(view, field.name, places.length / 2 - 1);
        seen |= field.bit;
      } else seen |= this.#field(target, field, end);
    }
    this.#leave(outer);
    this.#freeze(mark);
    if (seen !== type.alwaysBits) this.#addMissing(target, type, seen);
    // Copied, because what has grown has room for more.
    level.places = places.slice();
    return places.length === 0 ? Object.freeze(view) : finishView(view);
  }

  /** Passes over a field with all that follows of it, and notes its place, unless it is small: then the reader stays. */
  #leaves(tag: number, end: number, { start, minBytes, places }: WaitingField): boolean {
    const reader = this.#reader;
    const content = reader.at;
    let fieldEnd: number;
    do {
      fieldEnd = reader.contentEnd(end);
      reader.at = fieldEnd;
    } while (fieldEnd < end && reader.tag(end) === tag);
    const isLarge = fieldEnd - start >= minBytes;
    reader.at = isLarge ? fieldEnd : content;
    if (isLarge) places.push(start, fieldEnd);
    return isLarge;
  }

  #enter(type: MessageType): string {
    const reader = this.#reader;
    const outer = reader.messageName;
    reader.messageName = type.name;
    if (++this.#depth > this.#options.maxDepth) reader.fail(`at most ${this.#options.maxDepth} levels`);
    return outer;
  }

  #leave(outer: string): void {
    this.#depth--;
    this.#reader.messageName = outer;
  }

  /** The lists and maps that have begun to grow since there were so many do not grow any more. */
  #freeze(mark: number): void {
    while (this.#growing.length > mark) Object.freeze(this.#growing.pop());
  }

  #addMissing(target: Fields, { always }: MessageType, seen: number): void {
    for (const field of always) {
      const isThere = field.bit === 0 ? Object.hasOwn(target, field.name) : (seen & field.bit) !== 0;
      if (!isThere) target[field.name] = this.#isReadOnly ? field.missing : missingValue(field);
    }
  }

  /** As `#read`, of a message that has no other part. */
  #whole(target: Fields, type: MessageType, end: number): number {
    const mark = this.#growing.length;
    const seen = this.#read(target, type, end);
    if (this.#isReadOnly) this.#freeze(mark);
    return seen;
  }

  /** Answers the bits of the fields that it met. */
  #read(target: Fields, type: MessageType, end: number): number {
    const reader = this.#reader;
    const outer = this.#enter(type);
    const { byTag } = type;
    let seen = 0;
    while (reader.at < end) {
      const tag = reader.tag(end);
      const field = byTag[tag];
      if (field !== undefined) seen |= this.#field(target, field, end);
      else this.#other(target, { type, tag, end });
    }
    this.#leave(outer);
    return seen;
  }

  /** A field that the tables do not know, or not with that wire type. */
  #other(target: Fields, { type, tag, end }: OtherField): void {
    const reader = this.#reader;
    const field = type.fields[tag >>> 3];
    if (field === undefined) reader.skip(tag & 7, end);
    else if ((tag & 7) === packed && field.shape === "list") this.#packed(target, field, end);
    else reader.fail(`wire type ${field.wireType} for the field ${field.name}`);
  }

  /** Reads one value of a field. Answers the bits of the fields that were inside an inlined message. */
  #field(target: Fields, field: Field, end: number): number {
    const reader = this.#reader;
    // Each type has its own test for zero: one for all would be the most expensive part.
    switch (field.step) {
      case decodeSteps.string: {
        const text = reader.text(reader.contentEnd(end));
        if (text.length > 0 || field.keepsZero) target[field.name] = text;
        break;
      }
      case decodeSteps.boolean: {
        const value = reader.boolean(end);
        if (value || field.keepsZero) target[field.name] = value;
        break;
      }
      case decodeSteps.int32: {
        const value = reader.int32(end);
        if (value !== 0 || field.keepsZero) target[field.name] = value;
        break;
      }
      case decodeSteps.message: {
        const value = this.message(field.message, reader.contentEnd(end));
        // A union may be nothing.
        if ((value !== null && value !== false) || field.keepsZero) target[field.name] = value;
        break;
      }
      case decodeSteps.list:
        this.#items(this.#listOf(target, field), field, end);
        break;
      case decodeSteps.map:
        this.#entry(this.#mapOf(target, field), field, reader.contentEnd(end));
        break;
      case decodeSteps.inline:
        return field.bit | this.#read(target, field.message, reader.contentEnd(end));
      default: {
        const value = this.#value(field, end);
        if (field.keepsZero || !isZero(value)) target[field.name] = value;
      }
    }
    return field.bit;
  }

  /** Reads the item that comes next, and those that follow it. */
  #items(list: unknown[], field: Field, end: number): void {
    const reader = this.#reader;
    const tag = field.number * 8 + field.wireType;
    for (;;) {
      list.push(this.#value(field, end));
      const next = reader.at;
      if (next === end || reader.tag(end) !== tag) {
        reader.at = next;
        return;
      }
    }
  }

  /** Many numbers in one field: readers have to understand it, though Kubernetes does not write it. */
  #packed(target: Fields, field: Field, end: number): void {
    const reader = this.#reader;
    const contentEnd = reader.contentEnd(end);
    const list = this.#listOf(target, field);
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
    setOwn(map, key, value === undefined ? this.#sealed(zeroOf(field)) : value);
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
        return readQuantity(this.#reader, end);
      case "time":
        return readTime(this.#reader, end, this.#options.times);
      case "microTime":
        return readMicroTime(this.#reader, end);
      case "intOrString":
        return readIntOrString(this.#reader, end);
      case "strings":
        return this.#sealed(readStrings(this.#reader, end));
      default:
        return this.#document(field.type, end);
    }
  }

  /** JSON inside of protobuf, or for an object also protobuf in its envelope. */
  #document(type: Field["type"], end: number): unknown {
    const reader = this.#reader;
    const content = readRaw(reader, end);
    if (content === undefined || content.length === 0) return null;
    if (type === "object" && hasEnvelope(content))
      return this.#sealed(this.#options.decodeEnvelope(content, this.#depth));
    try {
      return this.#sealed(
        parseJson(this.#options.strictText(content), { maxDepth: this.#options.maxDepth - this.#depth }),
      );
    } catch (error) {
      return reader.fail("JSON inside the message", error);
    }
  }

  /** What was not made by the decoder itself. */
  #sealed(value: unknown): unknown {
    if (this.#isReadOnly) deepFreeze(value);
    return value;
  }

  #listOf(target: Fields, { name }: Field): unknown[] {
    return (target[name] ??= this.#growingFrom([])) as unknown[];
  }

  #mapOf(target: Fields, { name }: Field): Fields {
    return (target[name] ??= this.#growingFrom({})) as Fields;
  }

  #growingFrom(empty: object): object {
    if (this.#isReadOnly) this.#growing.push(empty);
    return empty;
  }

  #union(type: MessageType, end: number): unknown {
    const values: Fields = {};
    this.#whole(values, type, end);
    const field = type.fields.findLast((candidate) => candidate !== undefined && Object.hasOwn(values, candidate.name));
    return field === undefined ? zeroOfUnion(type) : values[field.name];
  }
}

interface OtherField {
  readonly type: MessageType;
  readonly tag: number;
  readonly end: number;
}

interface LevelPlace {
  readonly level: MessageLevel;
  readonly type: MessageType;
  readonly end: number;
  /** Smaller fields are decoded at once. */
  readonly minBytes: number;
}

interface WaitingField {
  readonly start: number;
  readonly minBytes: number;
  readonly places: number[];
}

/** A list of numbers in one field has the wire type of bytes. */
const packed = 2;
/** The fields of a map's entry. */
const keyNumber = 1;
const valueNumber = 2;

function isZero(value: unknown): boolean {
  return value === "" || value === 0 || value === false || value === null;
}
