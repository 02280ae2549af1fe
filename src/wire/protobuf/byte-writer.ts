const initialBytes = 1_024;

/**
 * Writes bytes from the last to the first, so that the length of a message is known by the time it is written before it, in one pass.
 */
export class ByteWriter {
  #bytes = new Uint8Array(initialBytes);
  /** The first byte that is written. */
  #at = initialBytes;
  readonly #encoder = new TextEncoder();

  /** How many bytes are written. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }

  /** A copy of what is written. */
  finish(): Uint8Array {
    return this.#bytes.slice(this.#at);
  }

  bytes(content: Uint8Array): void {
    this.#reserve(content.length);
    this.#bytes.set(content, this.#at);
  }

  text(text: string): void {
    if (text.length > maxLoopLength || !this.#ascii(text)) this.bytes(this.#encoder.encode(text));
  }

  double(value: number): void {
    this.#reserve(8);
    new DataView(this.#bytes.buffer, this.#at, 8).setFloat64(0, value, true);
  }

  /** An integer that a number holds exactly. A negative one takes ten bytes, as in every protobuf. */
  varint(value: number): void {
    if (value < 0) {
      this.bigVarint(BigInt(value));
      return;
    }
    let count = 1;
    for (let limit = 0x80; value >= limit; limit *= 0x80) count++;
    this.#reserve(count);
    let rest = value;
    for (let index = 0; index < count - 1; index++) {
      this.#bytes[this.#at + index] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#at + count - 1] = rest;
  }

  /** An integer of 64 bits. */
  bigVarint(value: bigint): void {
    const groups: number[] = [];
    for (let rest = BigInt.asUintN(64, value); rest > 0n || groups.length === 0; rest >>= 7n) {
      groups.push(Number(rest & 0x7fn));
    }
    this.bytes(Uint8Array.from(groups, (group, index) => (index < groups.length - 1 ? group | 0x80 : group)));
  }

  /** The number and the wire type of the field whose content was written before. */
  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType);
  }

  /** The length and the tag of a content that began when `length` was as given. */
  close(number: number, lengthBefore: number): void {
    this.varint(this.length - lengthBefore);
    this.tag(number, 2);
  }

  /** A whole field of a text, or of an integer that a number holds. */
  field(number: number, value: string | number): void {
    if (typeof value === "number") {
      this.varint(value);
      this.tag(number, 0);
      return;
    }
    const before = this.length;
    this.text(value);
    this.close(number, before);
  }

  /** Writes nothing, and answers false, when the text is not ASCII. */
  #ascii(text: string): boolean {
    this.#reserve(text.length);
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) {
        this.#at += text.length;
        return false;
      }
      this.#bytes[this.#at + index] = code;
    }
    return true;
  }

  #reserve(count: number): void {
    if (count > this.#at) {
      const { length } = this;
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, length + count));
      larger.set(this.#bytes.subarray(this.#at), larger.length - length);
      this.#bytes = larger;
      this.#at = larger.length - length;
    }
    this.#at -= count;
  }
}

/** For longer texts the platform is faster. */
const maxLoopLength = 48;
