import { protocolDefaults } from "./protocol.ts";

/** One header, the name in lower case. */
export type Header = readonly [name: string, value: string];

/** The headers that both sides know from the beginning, from number 1 on. */
export const staticHeaders: readonly Header[] = [
  [":authority", ""],
  [":method", "GET"],
  [":method", "POST"],
  [":path", "/"],
  [":path", "/index.html"],
  [":scheme", "http"],
  [":scheme", "https"],
  [":status", "200"],
  [":status", "204"],
  [":status", "206"],
  [":status", "304"],
  [":status", "400"],
  [":status", "404"],
  [":status", "500"],
  ["accept-charset", ""],
  ["accept-encoding", "gzip, deflate"],
  ["accept-language", ""],
  ["accept-ranges", ""],
  ["accept", ""],
  ["access-control-allow-origin", ""],
  ["age", ""],
  ["allow", ""],
  ["authorization", ""],
  ["cache-control", ""],
  ["content-disposition", ""],
  ["content-encoding", ""],
  ["content-language", ""],
  ["content-length", ""],
  ["content-location", ""],
  ["content-range", ""],
  ["content-type", ""],
  ["cookie", ""],
  ["date", ""],
  ["etag", ""],
  ["expect", ""],
  ["expires", ""],
  ["from", ""],
  ["host", ""],
  ["if-match", ""],
  ["if-modified-since", ""],
  ["if-none-match", ""],
  ["if-range", ""],
  ["if-unmodified-since", ""],
  ["last-modified", ""],
  ["link", ""],
  ["location", ""],
  ["max-forwards", ""],
  ["proxy-authenticate", ""],
  ["proxy-authorization", ""],
  ["range", ""],
  ["referer", ""],
  ["refresh", ""],
  ["retry-after", ""],
  ["server", ""],
  ["set-cookie", ""],
  ["strict-transport-security", ""],
  ["transfer-encoding", ""],
  ["user-agent", ""],
  ["vary", ""],
  ["via", ""],
  ["www-authenticate", ""],
];

/** What a header counts, whatever it takes. */
export function sizeOf([name, value]: Header): number {
  return name.length + value.length + 32;
}

/** The headers that one side has told the other to remember. The newest has the lowest number; the oldest go when there is no room. */
export class RememberedHeaders {
  /** The newest last. */
  readonly #headers: Header[] = [];
  #size = 0;
  #limit: number = protocolDefaults.headerTableBytes;

  /** By number, from 0 on. */
  at(index: number): Header | undefined {
    return this.#headers[this.#headers.length - 1 - index];
  }

  add(header: Header): void {
    const size = sizeOf(header);
    this.#makeRoom(size);
    // One for which there is never room leaves nothing.
    if (size > this.#limit) return;
    this.#headers.push(header);
    this.#size += size;
  }

  set limit(limit: number) {
    this.#limit = limit;
    this.#makeRoom(0);
  }

  #makeRoom(size: number): void {
    while (this.#size + size > this.#limit) {
      const oldest = this.#headers.shift();
      if (oldest === undefined) return;
      this.#size -= sizeOf(oldest);
    }
  }
}
