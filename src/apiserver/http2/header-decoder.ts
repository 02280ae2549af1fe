import { RememberedHeaders, staticHeaders } from "./header-tables.ts";
import type { Header } from "./header-tables.ts";
import { decodeHuffman } from "./huffman.ts";
import { ConnectionViolation, errorCodes, protocolDefaults } from "./protocol.ts";

/** A number takes no more bytes than this after the first: no block is as long as the largest of them. */
const maxMoreBytes = 3;

/**
 * Reads the blocks of headers of one connection (HPACK). Each may refer to those before it, so that every block has to be read, in order,
 * whether or not somebody wants it. Throws a `ConnectionViolation` for what cannot be read.
 */
export class HeaderDecoder {
  readonly #remembered = new RememberedHeaders();
  #block: Uint8Array = new Uint8Array();
  #at = 0;

  /** Gives each header of a block to `take`. */
  decode(block: Uint8Array, take: (header: Header) => void): void {
    this.#block = block;
    this.#at = 0;
    let isFirst = true;
    while (this.#at < block.length) {
      const byte = block[this.#at] ?? 0;
      if ((byte & 0xe0) === 0x20) {
        if (!isFirst) throw broken("the size of a table is told between headers");
        this.#resize(this.#integer(5));
        continue;
      }
      isFirst = false;
      take(this.#header(byte));
    }
    this.#block = new Uint8Array();
  }

  /** One that is known, or a new one: to be remembered or not. */
  #header(byte: number): Header {
    if (byte >= 0x80) return this.#known(this.#integer(7));
    const isRemembered = byte >= 0x40;
    const index = this.#integer(isRemembered ? 6 : 4);
    const name = index === 0 ? this.#text() : this.#known(index)[0];
    const header: Header = [name, this.#text()];
    if (isRemembered) this.#remembered.add(header);
    return header;
  }

  #known(index: number): Header {
    const header = staticHeaders[index - 1] ?? this.#remembered.at(index - 1 - staticHeaders.length);
    if (header === undefined) throw broken("a header is named by a number that stands for none");
    return header;
  }

  #resize(limit: number): void {
    if (limit > protocolDefaults.headerTableBytes) throw broken("a table is larger than it may be");
    this.#remembered.limit = limit;
  }

  #text(): string {
    const isHuffman = ((this.#block[this.#at] ?? 0) & 0x80) !== 0;
    const start = this.#skip(this.#integer(7));
    const bytes = this.#block.subarray(start, this.#at);
    return isHuffman
      ? decodeHuffman(bytes)
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  /** Gives where that many bytes begin. */
  #skip(length: number): number {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#block.length) throw broken("a block ends within a header");
    return start;
  }

  /** The number in the last bits of a byte, which goes on in the next ones if it does not fit. */
  #integer(bits: number): number {
    const most = (1 << bits) - 1;
    let value = (this.#block[this.#skip(1)] ?? 0) & most;
    if (value < most) return value;
    for (let more = 0; more < maxMoreBytes; more++) {
      const byte = this.#block[this.#skip(1)] ?? 0;
      value += (byte & 0x7f) << (7 * more);
      if (byte < 0x80) return value;
    }
    throw broken("a number is too large");
  }
}

function broken(rule: string): ConnectionViolation {
  return new ConnectionViolation(errorCodes.compression, rule);
}
