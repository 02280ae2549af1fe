import { exactInteger } from "../../model/index.ts";
import type { ExactInteger } from "../../model/index.ts";
import { DecodeError } from "../errors.ts";
import type { TextCache } from "./text-cache.ts";

/** The wire types of protobuf. Groups have not been written for long. */
const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/**
 * Reads the parts that messages are made of, one after the other. Everything that it is asked for lies before an end that the caller
 * knows; what does not is a `DecodeError`.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  /** The next byte to be read. */
  at: number;
  /** The name of the message that is being read, for errors. */
  messageName = "";
  readonly #texts: TextCache;
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array, texts: TextCache, at = 0) {
    this.bytes = bytes;
    this.at = at;
    this.#texts = texts;
  }

  /** The number and the wire type of the next field: `number << 3 | wireType`. */
  tag(end: number): number {
    const tag = this.varint32(end);
    if (tag < 8) this.fail("a field number");
    return tag;
  }

  /** A varint that has to fit into 32 bits, without sign. */
  varint32(end: number): number {
    return this.#isShort(end) ? (this.bytes[this.at++] as number) : this.#longVarint32(end);
  }

  /** Where the content ends that comes next: its length is read first. */
  contentEnd(end: number): number {
    const length = this.varint32(end);
    if (length > end - this.at) this.fail("more bytes");
    return this.at + length;
  }

  /** An integer of 32 bits with its sign. As everywhere in protobuf, bits beyond those are ignored. */
  int32(end: number): number {
    if (this.#isShort(end)) return this.bytes[this.at++] as number;
    this.#readVarint(end);
    return this.#low | 0;
  }

  /** An integer of 64 bits with its sign, exact. */
  int64(end: number): number | ExactInteger {
    if (this.#isShort(end)) return this.bytes[this.at++] as number;
    this.#readVarint(end);
    const low = this.#low >>> 0;
    const high = this.#high | 0;
    const value = high * 2 ** 32 + low;
    return Number.isSafeInteger(value) ? value : exactInteger((BigInt(high) << 32n) + BigInt(low));
  }

  boolean(end: number): boolean {
    if (this.#isShort(end)) return this.bytes[this.at++] !== 0;
    this.#readVarint(end);
    return (this.#low | this.#high) !== 0;
  }

  double(end: number): number {
    if (end - this.at < 8) this.fail("more bytes");
    this.at += 8;
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at - 8, 8).getFloat64(0, true);
  }

  /** The text that ends at `end`. */
  text(end: number): string {
    const start = this.at;
    this.at = end;
    return this.#texts.read(this.bytes, start, end);
  }

  /** As `text`, of one that will hardly be met again. */
  textOnce(end: number): string {
    const start = this.at;
    this.at = end;
    return this.#texts.readOnce(this.bytes, start, end);
  }

  /** The bytes up to `end`, not copied. */
  view(end: number): Uint8Array {
    const start = this.at;
    this.at = end;
    return this.bytes.subarray(start, end);
  }

  /** Passes over the content of a field that nobody asks for. */
  skip(wireType: number, end: number): void {
    if (wireType === wireTypes.varint) this.#readVarint(end);
    else if (wireType === wireTypes.bytes) this.at = this.contentEnd(end);
    else if (wireType === wireTypes.fixed64) this.at += 8;
    else if (wireType === wireTypes.fixed32) this.at += 4;
    else this.fail("a known wire type");
    if (this.at > end) this.fail("more bytes");
  }

  /** Throws the error of a message that is not as `expected`. Its bytes are not told. */
  fail(expected: string, cause?: unknown): never {
    const attempt = `decode the protobuf message ${this.messageName}`;
    throw new DecodeError({ attempt, expected, offset: this.at }, cause === undefined ? undefined : { cause });
  }

  /** Most numbers are a single byte: those are read without a call. */
  #isShort(end: number): boolean {
    return (this.bytes[this.at] as number) < 0x80 && this.at < end;
  }

  #longVarint32(end: number): number {
    this.#readVarint(end);
    return this.#high === 0 ? this.#low >>> 0 : this.fail("a number of 32 bits");
  }

  /** Reads a varint of up to 64 bits into its halves. */
  #readVarint(end: number): void {
    const { bytes } = this;
    this.#low = 0;
    this.#high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= end) this.fail("more bytes");
      const byte = bytes[this.at++] as number;
      const bits = byte & 0x7f;
      if (shift < 32) this.#low |= bits << shift;
      if (shift === 28) this.#high = bits >>> 4;
      else if (shift > 31) this.#high |= bits << (shift - 32);
      if (byte < 0x80) return;
    }
    this.fail("a shorter number");
  }
}
