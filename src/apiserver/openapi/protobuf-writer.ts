const firstSize = 65_536;
const encoder = new TextEncoder();

/** Writes messages of protobuf into one run of bytes, which grows as it needs. */
export class ProtobufWriter {
  #bytes = new Uint8Array(firstSize);
  #end = 0;

  /** A field whose value is a text. */
  text(number: number, value: string): void {
    // No character takes more than three bytes for each of its units.
    this.#reserve(value.length * 3 + 12);
    this.#varint((number << 3) | 2);
    this.#sized(() => {
      this.#end += encoder.encodeInto(value, this.#bytes.subarray(this.#end)).written;
    });
  }

  /** A field whose value is a whole number that is not negative. */
  count(number: number, value: number): void {
    this.#reserve(24);
    this.#varint(number << 3);
    this.#varint(value);
  }

  /** A field whose value is a number of 64 bits. */
  double(number: number, value: number): void {
    this.#reserve(24);
    this.#varint((number << 3) | 1);
    new DataView(this.#bytes.buffer).setFloat64(this.#end, value, true);
    this.#end += 8;
  }

  /** A field whose value is the message that `write` writes. */
  message(number: number, write: () => void): void {
    this.#reserve(24);
    this.#varint((number << 3) | 2);
    this.#sized(write);
  }

  /** A copy of what was written. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  /** The size stands before what is written: room for a small one is left, and what was written moves when that is not enough. */
  #sized(write: () => void): void {
    const start = this.#end++;
    write();
    const size = this.#end - start - 1;
    const extra = size < 128 ? 0 : Math.floor(Math.log2(size) / 7);
    this.#reserve(extra);
    if (extra > 0) this.#bytes.copyWithin(start + 1 + extra, start + 1, this.#end);
    this.#end = start;
    this.#varint(size);
    this.#end += size;
  }

  #varint(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#end++] = (rest % 128) | 128;
    this.#bytes[this.#end++] = rest;
  }

  #reserve(size: number): void {
    if (this.#end + size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#end + size));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
