import type { KubeObject } from "../../model/index.ts";
import type { EncodedObject } from "../encoded-object.ts";
import { ByteReader } from "./byte-reader.ts";
import { Decoder } from "./decoder.ts";
import type { DecoderOptions } from "./decoder-options.ts";
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
  readonly #given: Readonly<Record<string, unknown>>;

  constructor({ apiVersion, kind, type, texts, decoding }: MessageKindOptions) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.type = type;
    this.#texts = texts;
    this.#decoding = decoding;
    this.#given = kind === "" ? {} : { apiVersion, kind };
  }

  /** Throws a `DecodeError` for what shows to be no object of this kind. */
  scan(bytes: Uint8Array): MessageScan {
    return scanMessage(new ByteReader(bytes, this.#texts), this.type, this.#decoding);
  }

  /** A view of an object, whose fields have to be in order. */
  view(encoded: EncodedObject): KubeObject {
    const { bytes } = encoded;
    return this.decoder(bytes, 0).object({ encoded, type: this.type, given: this.#given }, bytes.length) as KubeObject;
  }

  /** The message of the same object with its fields in order. */
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
    return readPath({ reader, decoding: this.#decoding, type: this.type, end: bytes.length }, path);
  }

  /** What reads values of an object, from a place in its bytes. They are read-only. */
  decoder(bytes: Uint8Array, at: number): Decoder {
    return new Decoder(new ByteReader(bytes, this.#texts, at), this.#decoding, { isReadOnly: true });
  }
}
