import { ByteReader } from "./byte-reader.ts";
import { Decoder } from "./decoder.ts";
import type { DecoderOptions } from "./decoder.ts";
import type { Field, MessageType } from "./message-type.ts";
import { gatherFields } from "./gather-fields.ts";
import { readPath } from "./read-path.ts";
import { isObjectMeta, scanMessage } from "./scan-message.ts";
import type { MessageScan } from "./scan-message.ts";
import type { TextCache } from "./text-cache.ts";

/** What a `MessageKind` is made from. */
export interface MessageKindOptions {
  /** Empty for objects that do not say what they are. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly type: MessageType;
  readonly texts: TextCache;
  readonly decoding: DecoderOptions;
}

/** All that the objects of one kind have in common when they are read. */
export class MessageKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly type: MessageType;
  readonly #texts: TextCache;
  readonly #decoding: DecoderOptions;
  /** The names of the last object: those of the next are mostly the same, and take no memory then. */
  #names: readonly string[] = [];

  constructor({ apiVersion, kind, type, texts, decoding }: MessageKindOptions) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.type = type;
    this.#texts = texts;
    this.#decoding = decoding;
  }

  /** Throws a `DecodeError` for what shows to be no object of this kind. */
  scan(bytes: Uint8Array): MessageScan {
    const reader = new ByteReader(bytes, this.#texts);
    const options = { type: this.type, given: this.kind === "" ? [] : givenNames, decoding: this.#decoding };
    const { names, starts, metadata, isScattered } = scanMessage(reader, options);
    if (!isSame(names, this.#names)) this.#names = names;
    return { names: this.#names, starts, metadata, isScattered };
  }

  /** The message of the same object with each of its fields in one place. */
  gather(bytes: Uint8Array): Uint8Array {
    return gatherFields(bytes, { texts: this.#texts, inner: this.#metadataField?.number });
  }

  /** What an object has although its message does not: what it is. */
  givenOf(name: string): string | undefined {
    if (this.kind === "") return undefined;
    return name === "kind" ? this.kind : name === "apiVersion" ? this.apiVersion : undefined;
  }

  /** The message of metadata. */
  get metadataType(): MessageType {
    return this.#metadataField?.message ?? this.type;
  }

  get #metadataField(): Field | undefined {
    return this.type.fields.find((field) => field !== undefined && isObjectMeta(field));
  }

  /** The value at a path of field names in an object. */
  readPath(bytes: Uint8Array, path: readonly string[]): unknown {
    const reader = new ByteReader(bytes, this.#texts);
    const decoder = new Decoder(reader, this.#decoding);
    return readPath({ reader, decoder, type: this.type, end: bytes.length }, path);
  }

  /** What reads values of an object, from a place in its bytes. */
  decoder(bytes: Uint8Array, at: number): Decoder {
    return new Decoder(new ByteReader(bytes, this.#texts, at), this.#decoding);
  }
}

/** No message has them: they are what its envelope says. */
const givenNames: readonly string[] = ["apiVersion", "kind"];

function isSame(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let position = 0; position < names.length; position++) if (names[position] !== others[position]) return false;
  return true;
}
