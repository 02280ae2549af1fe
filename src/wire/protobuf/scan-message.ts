import type { ByteReader } from "./byte-reader.ts";
import { Decoder } from "./decoder.ts";
import type { DecoderOptions } from "./decoder.ts";
import type { Field, MessageType } from "./message-type.ts";
import { noMetadata, scanMetadata } from "./scan-metadata.ts";
import type { MetadataScan } from "./scan-metadata.ts";

/** Where the fields of an object are in its message. */
export interface FieldPlaces {
  /** The fields that JSON has, also those that it always has and those that are given, in the order in which a decoder gives them. */
  readonly names: readonly string[];
  /** Where each begins, in ascending order; -1 for what JSON has although the message does not. One ends where the next begins. */
  readonly starts: readonly number[];
  readonly metadata: MetadataScan;
}

/** What one pass over the message of an object found. Little of it is decoded. */
export interface MessageScan extends FieldPlaces {
  /** Whether a field occurs at several places: nobody writes it so, and the rest does not hold then. */
  readonly isScattered: boolean;
}

/** What an object may be. */
export interface ScanMessageOptions {
  readonly type: MessageType;
  /** The fields that the object has besides those of its message. */
  readonly given: readonly string[];
  readonly decoding: DecoderOptions;
}

/** Scans the object that all bytes of a reader are. Throws a `DecodeError` if that shows to be none. */
export function scanMessage(reader: ByteReader, options: ScanMessageOptions): MessageScan {
  return new MessageScanner(reader, options).scan();
}

class MessageScanner {
  readonly #reader: ByteReader;
  readonly #type: MessageType;
  readonly #decoding: DecoderOptions;
  readonly #names: string[] = [];
  readonly #starts: number[] = [];
  #metadata: MetadataScan | undefined;
  #isScattered = false;

  constructor(reader: ByteReader, { type, given, decoding }: ScanMessageOptions) {
    this.#reader = reader;
    this.#type = type;
    this.#decoding = decoding;
    for (const name of given) this.#add(name, -1);
  }

  scan(): MessageScan {
    const reader = this.#reader;
    const end = reader.bytes.length;
    reader.messageName = this.#type.name;
    while (reader.at < end) {
      const start = reader.at;
      const tag = reader.tag(end);
      const field = this.#type.fields[tag >>> 3];
      if (field === undefined) reader.skip(tag & 7, end);
      else this.#field(field, tag & 7, start);
    }
    for (const { name } of this.#type.always) if (!this.#names.includes(name)) this.#add(name, -1);
    const metadata = this.#metadata ?? noMetadata();
    const isScattered = this.#isScattered || metadata.isScattered;
    // Copied, because what has grown has room for more.
    return { names: this.#names, starts: this.#starts.slice(), metadata, isScattered };
  }

  #field(field: Field, wireType: number, start: number): void {
    const reader = this.#reader;
    const end = reader.bytes.length;
    const isExpected = wireType === field.wireType || (wireType === 2 && field.shape === "list");
    if (!isExpected) reader.fail(`wire type ${field.wireType} for the field ${field.name}`);
    if (isObjectMeta(field)) {
      this.#isScattered ||= this.#metadata !== undefined;
      const place = { type: field.message, fieldStart: start, end: reader.contentEnd(end), decoding: this.#decoding };
      this.#metadata = scanMetadata(reader, place);
      this.#show(field.name, start);
      return;
    }
    reader.skip(wireType, end);
    if (isAlwaysShown(field)) this.#show(field.name, start);
    else this.#showDecoded(start);
  }

  /** What JSON leaves out when it is zero, and what it has under other names. */
  #showDecoded(start: number): void {
    const reader = this.#reader;
    const end = reader.at;
    reader.at = start;
    for (const name of Object.keys(new Decoder(reader, this.#decoding).fields(this.#type, end)))
      this.#show(name, start);
  }

  #show(name: string, start: number): void {
    // The next item of a list, for instance.
    if (name === this.#names.at(-1)) return;
    if (this.#names.includes(name)) this.#isScattered = true;
    else this.#add(name, start);
  }

  #add(name: string, start: number): void {
    this.#names.push(name);
    this.#starts.push(start);
  }
}

/** Whether a field is the metadata that objects have. */
export function isObjectMeta(field: Field): boolean {
  return field.name === "metadata" && field.type === "message" && field.message.name === "meta/v1.ObjectMeta";
}

/** Whether JSON has a field that the message has, whatever its value is. */
function isAlwaysShown(field: Field): boolean {
  if (field.shape !== "single") return field.shape !== "inline";
  return field.presence !== "nonzero" || (field.type === "message" && !field.message.isUnion);
}
