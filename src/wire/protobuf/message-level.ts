import type { EncodedObject } from "../encoded-object.ts";
import type { FieldSource } from "../view-content.ts";
import type { DecoderOptions } from "./decoder-options.ts";
import type { MessageType } from "./message-type.ts";

/** What a `MessageLevel` is made from. */
export interface MessageLevelOptions {
  readonly bytes: Uint8Array;
  readonly type: MessageType;
  readonly depth: number;
  readonly decoding: DecoderOptions;
  readonly encoded?: EncodedObject | undefined;
}

/** The fields of a message that are decoded when they are first read. */
export class MessageLevel implements FieldSource {
  readonly encoded: EncodedObject | undefined;
  readonly #bytes: Uint8Array;
  readonly #type: MessageType;
  readonly #depth: number;
  readonly #decoding: DecoderOptions;
  /** Where each begins and ends. */
  #places: readonly number[] = [];
  /** What was read, by position. */
  #values: unknown[] | undefined;

  constructor({ bytes, type, depth, decoding, encoded }: MessageLevelOptions) {
    this.encoded = encoded;
    this.#bytes = bytes;
    this.#type = type;
    this.#depth = depth;
    this.#decoding = decoding;
  }

  /** Two numbers for each field, before it is read. */
  set places(places: readonly number[]) {
    this.#places = places;
  }

  read(position: number): unknown {
    this.#values ??= [];
    // JSON has no undefined values.
    return (this.#values[position] ??= this.#decode(position));
  }

  #decode(position: number): unknown {
    const start = this.#places[position * 2] as number;
    const end = this.#places[position * 2 + 1] as number;
    return this.#decoding.decodeLater({ bytes: this.#bytes, start, end, type: this.#type, depth: this.#depth });
  }
}
