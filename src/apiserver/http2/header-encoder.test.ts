import * as fc from "fast-check";
import { describe, test } from "vitest";
import { HeaderDecoder } from "./header-decoder.ts";
import { encodeHead, encodeHeader, rememberNothing } from "./header-encoder.ts";
import { staticHeaders } from "./header-tables.ts";
import type { Header } from "./header-tables.ts";

function read(decoder: HeaderDecoder, text: string): readonly Header[] {
  const headers: Header[] = [];
  decoder.decode(Buffer.from(text, "latin1"), (header) => headers.push(header));
  return headers;
}

const characters = (codes: readonly number[]): fc.Arbitrary<string> =>
  fc.constantFrom(...codes.map((code) => String.fromCharCode(code)));

/** Every byte that a value may have. */
const unit = characters(
  Array.from({ length: 256 }, (_, code) => code).filter((code) => code === 9 || (code >= 32 && code !== 127)),
);
const value = fc.oneof(
  fc.string({ unit, maxLength: 20 }),
  // Where the length takes one byte more.
  fc.constantFrom(126, 127, 128, 254, 255, 256, 16_510, 16_511, 20_000).map((length) => "v".repeat(length)),
);
const name = fc.oneof(
  fc.constantFrom(...staticHeaders.map(([known]) => known).filter((known) => !known.startsWith(":"))),
  fc.stringMatching(/^[a-z0-9_-]{1,20}$/),
  fc.constantFrom(127, 128, 400).map((length) => "n".repeat(length)),
);

describe("the head of an answer", () => {
  test("is read as it was written, and nothing of it is remembered [apiserver/http2-headers]", ({ expect }) => {
    const status = fc.oneof(fc.constantFrom(200, 204, 206, 304, 400, 404, 500), fc.integer({ min: 100, max: 999 }));
    fc.assert(
      fc.property(status, fc.dictionary(name, value, { noNullPrototype: true }), (status, headers) => {
        const decoder = new HeaderDecoder();
        expect(read(decoder, encodeHead(status, headers))).toEqual([
          [":status", String(status)],
          ...Object.entries(headers),
        ]);
        expect(() => decoder.decode(Buffer.of(0x80 | 62), () => undefined)).toThrow();
      }),
      { numRuns: 500 },
    );
  });

  test("takes one byte for a status that both sides know, and few for a name [apiserver/http2-headers]", ({
    expect,
  }) => {
    expect(encodeHead(200, {})).toBe("\x88");
    expect(encodeHead(404, {})).toBe("\x8d");
    expect(encodeHead(201, {})).toBe("\x08\x03201");
    expect(encodeHeader("content-type", "a")).toBe("\x0f\x10\x01a");
    expect(encodeHeader("x", "a")).toBe("\x00\x01x\x01a");
  });

  test("cannot be written with a value that breaks its line or fits into no byte [apiserver/http2-headers]", ({
    expect,
  }) => {
    for (const wrong of ["a\nb", "a\rb", "a\0", "\x7f", "\u2603", "a\u0100"])
      expect(() => encodeHead(200, { x: wrong })).toThrow("the header x cannot be written");
  });

  test("can begin with the word that nothing is to be remembered [apiserver/http2-headers]", ({ expect }) => {
    const decoder = new HeaderDecoder();
    decoder.decode(Buffer.from("\x40\x01a\x01b", "latin1"), () => undefined);
    expect(read(decoder, rememberNothing + encodeHead(200, {}))).toEqual([[":status", "200"]]);
    expect(() => decoder.decode(Buffer.of(0x80 | 62), () => undefined)).toThrow();
  });
});
