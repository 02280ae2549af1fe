import { defaultMaxDepth, getOwn } from "../../model/index.ts";
import type { ListMeta } from "../../model/index.ts";
import type { ListLimits } from "../list-splitter.ts";
import { slabsOf } from "../slabs.ts";
import { Slices } from "../slices.ts";
import type { SlicesOptions } from "../slices.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { Decoder } from "./decoder.ts";
import type { Fields } from "./decoder.ts";
import type { DecoderOptions } from "./decoder-options.ts";
import type { EncodedObject } from "../encoded-object.ts";
import { EncodeError } from "./encode-error.ts";
import { Encoder } from "./encoder.ts";
import type { EncoderOptions } from "./encoder.ts";
import { bytesTag, hasEnvelope, readEnvelope, readRaw, writeEnvelope } from "./envelope.ts";
import { knowsAll } from "./knows-all.ts";
import { ProtobufListSplitter } from "./list-splitter.ts";
import { MessageKind } from "./message-kind.ts";
import type { Field, MessageType } from "./message-type.ts";
import { MessageTypes } from "./message-types.ts";
import { openMessage } from "./open-message.ts";
import { RepeatedEnvelope } from "./repeated-envelope.ts";
import type { ProtobufTables } from "./tables.ts";
import { TextCache } from "./text-cache.ts";
import { TimeCache } from "./time-cache.ts";

/** Which kind an object is of. */
export interface ProtobufKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What a list says of itself. */
export interface ProtobufListFields extends ProtobufKind {
  readonly metadata: ListMeta;
  /** What the items are. */
  readonly itemKind: ProtobufKind;
}

/** A list whose items are still bytes. */
export interface ProtobufList extends ProtobufListFields {
  /** Views of the list's bytes, without envelopes: `decode` and `open` take them. Whoever keeps one should copy it. */
  readonly items: readonly Uint8Array[];
}

/** How to read a list that arrives in chunks. */
export interface ProtobufSplitListOptions extends ListLimits, SlicesOptions {
  /** Called with the bytes of each item and what it is, in order. They are a copy, which may hold the items around it: no more than 64 KiB. */
  readonly onItem: (item: Uint8Array, kind: ProtobufKind) => void;
}

/** What a frame of a watch holds. */
export interface ProtobufWatchEvent {
  /** `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`. */
  readonly type: string;
  /** The object in its envelope, as a view of the frame: `decode` and `open` take it. Whoever keeps it should copy it. */
  readonly object: Uint8Array;
}

/** How deep objects may nest, and what writes those values that are JSON inside of protobuf: `JSON.stringify` by default. */
export interface ProtobufCodecOptions {
  readonly maxDepth?: number | undefined;
  readonly stringify?: ((value: unknown) => string) | undefined;
}

/**
 * Between Kubernetes' protobuf and objects as JSON has them. Every method takes an object in its envelope, or alone when its kind is given.
 * Bytes that are not what they should be are a `DecodeError`; an object that is not is an `EncodeError`.
 */
export interface ProtobufCodec {
  /** Whether the tables have a kind. All others, such as custom resources, are JSON only. */
  knows(kind: ProtobufKind): boolean;
  /**
   * The object as the server's JSON has it, field by field, with `apiVersion` and `kind`. Integers beyond 2^53 are exact. Of a field that
   * occurs twice the last counts; what the tables do not know is left out.
   */
  decode(bytes: Uint8Array, kind?: ProtobufKind): Readonly<Record<string, unknown>>;
  /** Opens a list, but none of its items. */
  decodeList(bytes: Uint8Array, kind?: ProtobufKind): ProtobufList;
  /**
   * Reads a list of any size item by item, wherever its chunks begin and end. It is never in memory as a whole. Lets the event loop have
   * its turn after each 256 KiB or 10 ms. Resolves with what is not an item. Throws a `DecodeError` for what is no list, too large, or cut
   * short, and whatever `onItem` throws; then the chunks are left.
   */
  splitList(chunks: AsyncIterable<Uint8Array>, options: ProtobufSplitListOptions): Promise<ProtobufListFields>;
  /** Opens a frame of a watch, but not the object in it. */
  decodeWatchEvent(frame: Uint8Array): ProtobufWatchEvent;
  /**
   * The object, which stays bytes: only its metadata and the places of its fields are known. Nothing is copied: it keeps these bytes, and
   * nobody may write to them. What is inside of a field is checked when that is first read, and may be a `DecodeError` then.
   */
  open(bytes: Uint8Array, kind?: ProtobufKind): EncodedObject;
  /** Whether the tables know every field of the object, at any depth: decoding it leaves nothing out. */
  knowsAll(bytes: Uint8Array, kind?: ProtobufKind): boolean;
  /** The object in its envelope. Fields that the tables do not know are left out. */
  encode(object: object, kind?: ProtobufKind): Uint8Array;
}

/** Makes a codec for the kinds of some tables. It reads of them what it needs, when it first needs it. */
export function createProtobufCodec(tables: ProtobufTables, options: ProtobufCodecOptions = {}): ProtobufCodec {
  return new TableCodec(tables, options);
}

interface Content extends ProtobufKind {
  readonly reader: ByteReader;
  readonly type: MessageType;
  readonly end: number;
}

const protobufContentTypes: readonly string[] = ["", "application/vnd.kubernetes.protobuf"];

class TableCodec implements ProtobufCodec {
  readonly #types: MessageTypes;
  readonly #texts = new TextCache();
  readonly #kinds = new Map<string, MessageKind>();
  /** Of the last object that was alone: that of the next is mostly the same. */
  #lastGiven: ProtobufKind | undefined;
  #lastBare: MessageKind | undefined;
  /** Of the last object in an envelope. */
  readonly #lastEnvelope = new RepeatedEnvelope<MessageKind>();
  readonly #decoding: DecoderOptions;
  readonly #encoding: EncoderOptions;

  constructor(
    tables: ProtobufTables,
    { maxDepth = defaultMaxDepth, stringify = JSON.stringify }: ProtobufCodecOptions,
  ) {
    this.#encoding = { maxDepth, stringify };
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    this.#types = new MessageTypes(tables);
    this.#decoding = {
      maxDepth,
      times: new TimeCache(),
      strictText: (bytes) => strict.decode(bytes),
      decodeEnvelope: (bytes, depth) => this.#decode(bytes, { depth }),
      decodeLater: ({ bytes, start, end, type, depth }) => {
        const reader = new ByteReader(bytes, this.#texts, start);
        return new Decoder(reader, this.#decoding, { depth, isReadOnly: true }).field(type, end);
      },
    };
  }

  knows({ apiVersion, kind }: ProtobufKind): boolean {
    return this.#types.kind(apiVersion, kind) !== undefined;
  }

  decode(bytes: Uint8Array, kind?: ProtobufKind): Fields {
    return this.#decode(bytes, { kind, depth: 0 });
  }

  decodeList(bytes: Uint8Array, given?: ProtobufKind): ProtobufList {
    const { reader, end, type, apiVersion, kind } = this.#open(bytes, given);
    const itemsField = itemsFieldOf(type) ?? reader.fail("a list of one kind");
    const decoder = new Decoder(reader, this.#decoding);
    const items: Uint8Array[] = [];
    let metadata: ListMeta = {};
    while (reader.at < end) {
      const tag = reader.tag(end);
      const field = type.fields[tag >>> 3];
      if (field?.type !== "message" || (tag & 7) !== field.wireType) {
        reader.skip(tag & 7, end);
        continue;
      }
      const contentEnd = reader.contentEnd(end);
      if (field === itemsField) items.push(reader.view(contentEnd));
      else metadata = decoder.message(field.message, contentEnd) as ListMeta;
    }
    return { apiVersion, kind, metadata, itemKind: { apiVersion, kind: shortName(itemsField.message) }, items };
  }

  async splitList(chunks: AsyncIterable<Uint8Array>, options: ProtobufSplitListOptions): Promise<ProtobufListFields> {
    let itemKind: ProtobufKind = { apiVersion: "", kind: "" };
    const splitter = new ProtobufListSplitter(options, (envelope) => {
      const { reader, type, apiVersion } = this.#open(envelope, undefined);
      const { message, number } = itemsFieldOf(type) ?? reader.fail("a list of one kind");
      itemKind = { apiVersion, kind: shortName(message) };
      return number;
    });
    const slices = new Slices(options);
    for await (const chunk of chunks) {
      for (const slab of slabsOf(chunk)) {
        for (const item of splitter.push(slab)) {
          options.onItem(item, itemKind);
          if (slices.isOver(item.length)) await slices.next();
        }
      }
    }
    const { envelope, content } = splitter.finish();
    const { apiVersion, kind } = this.#open(envelope, undefined);
    const { metadata } = this.decodeList(content, { apiVersion, kind });
    return { apiVersion, kind, metadata, itemKind };
  }

  decodeWatchEvent(frame: Uint8Array): ProtobufWatchEvent {
    return readWatchEvent(new ByteReader(frame, this.#texts));
  }

  open(bytes: Uint8Array, given?: ProtobufKind): EncodedObject {
    if (given !== undefined && !hasEnvelope(bytes)) return this.#openBare(bytes, given);
    const { kind: lastKind } = this.#lastEnvelope;
    const content = this.#lastEnvelope.contentIn(bytes);
    if (content !== undefined && lastKind !== undefined) return openMessage(content, lastKind);
    const { reader, end, ...of } = this.#open(bytes, given);
    const kind = this.#kindOf(of);
    // What does not say its kind is of the one that is given.
    if (of.kind !== "" && hasEnvelope(bytes)) this.#lastEnvelope.remember(bytes, { start: reader.at, end }, kind);
    return openMessage(bytes.subarray(reader.at, end), kind);
  }

  knowsAll(bytes: Uint8Array, kind?: ProtobufKind): boolean {
    const { reader, type, end } = this.#open(bytes, kind);
    return knowsAll(reader, type, end);
  }

  encode(object: object, given?: ProtobufKind): Uint8Array {
    const apiVersion = textOr(getOwn(object, "apiVersion"), given?.apiVersion);
    const kind = textOr(getOwn(object, "kind"), given?.kind);
    const type = this.#types.kind(apiVersion, kind);
    if (type === undefined) throw new EncodeError(`${apiVersion} ${kind}`, "", "a kind of the tables");
    const writer = new ByteWriter();
    const encoder = new Encoder(writer, type.name, this.#encoding);
    writeEnvelope(writer, { apiVersion, kind }, () => encoder.message(type, object));
    return writer.finish();
  }

  #openBare(bytes: Uint8Array, given: ProtobufKind): EncodedObject {
    if (given !== this.#lastGiven || this.#lastBare === undefined) {
      this.#lastBare = this.#kindOf(this.#open(bytes, given));
      this.#lastGiven = given;
    }
    return openMessage(bytes, this.#lastBare);
  }

  #kindOf({ apiVersion, kind, type }: Pick<Content, "apiVersion" | "kind" | "type">): MessageKind {
    // Objects may be of a kind that they do not say.
    const key = kind === "" ? type.name : `${apiVersion} ${kind}`;
    let known = this.#kinds.get(key);
    if (known === undefined) {
      known = new MessageKind({ apiVersion, kind, type, texts: this.#texts, decoding: this.#decoding });
      this.#kinds.set(key, known);
    }
    return known;
  }

  #decode(bytes: Uint8Array, options: { readonly kind?: ProtobufKind | undefined; readonly depth: number }): Fields {
    const { reader, type, end, apiVersion, kind } = this.#open(bytes, options.kind);
    const named: Fields = kind === "" ? {} : { apiVersion, kind };
    return new Decoder(reader, this.#decoding, { depth: options.depth }).into(named, type, end);
  }

  /** Finds the content and its type. What the envelope says counts more than what was given. */
  #open(bytes: Uint8Array, given: ProtobufKind | undefined): Content {
    const reader = new ByteReader(bytes, this.#texts);
    const bare = { contentType: "", start: 0, end: bytes.length, ...(given ?? { apiVersion: "", kind: "" }) };
    const { apiVersion, kind, contentType, start, end } = hasEnvelope(bytes) ? readEnvelope(reader) : bare;
    if (!protobufContentTypes.includes(contentType)) reader.fail("protobuf as content");
    reader.at = start;
    const typeName = kind === "" && given !== undefined ? given : { apiVersion, kind };
    reader.messageName = `${typeName.apiVersion} ${typeName.kind}`;
    const type = this.#types.kind(typeName.apiVersion, typeName.kind) ?? reader.fail("a kind of the tables");
    return { reader, type, end, apiVersion, kind };
  }
}

/** `WatchEvent` with its `RawExtension`, in the one form that there is. */
function readWatchEvent(reader: ByteReader): ProtobufWatchEvent {
  const { bytes } = reader;
  reader.messageName = "meta/v1.WatchEvent";
  let type = "";
  let object: Uint8Array = bytes.subarray(0, 0);
  while (reader.at < bytes.length) {
    const tag = reader.tag(bytes.length);
    if (tag === bytesTag(1)) type = reader.text(reader.contentEnd(bytes.length));
    else if (tag === bytesTag(2)) object = readRaw(reader, reader.contentEnd(bytes.length)) ?? object;
    else reader.skip(tag & 7, bytes.length);
  }
  return { type, object };
}

function textOr(value: unknown, otherwise = ""): string {
  return typeof value === "string" ? value : otherwise;
}

function itemsFieldOf({ fields }: MessageType): Field | undefined {
  return fields.find((field) => field?.name === "items" && field.type === "message");
}

/** `Pod` of `core/v1.Pod`. */
function shortName({ name }: MessageType): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
