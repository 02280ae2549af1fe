import * as fc from "fast-check";
import { describe, test } from "vitest";
import { bitsToBytes, endOfText, huffmanBits } from "./huffman-codes.fixture.ts";
import { decodeHuffman } from "./huffman.ts";
import { errorCodes } from "./protocol.ts";
import { violation } from "./violation.fixture.ts";

describe("a text in the code of HTTP/2", () => {
  test("can be made of every byte, as the standard lists them [apiserver/http2-headers]", ({ expect }) => {
    for (let byte = 0; byte < 256; byte++) {
      const character = String.fromCharCode(byte);
      expect(decodeHuffman(bitsToBytes(huffmanBits(character)))).toBe(character);
    }
  });

  test("is the one that was written, whatever that is [apiserver/http2-headers]", ({ expect }) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const text = Buffer.from(bytes).toString("latin1");
        expect(decodeHuffman(bitsToBytes(huffmanBits(text)))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  // "a" has five bits and "&" has eight.
  test.for([
    ["is filled up with a whole byte", `${huffmanBits("&")}11111111`],
    ["is nothing but what fills up", "11111111"],
    ["is filled up with more than seven ones", `${huffmanBits("a")}11111111111`],
    ["is filled up with zeros", `${huffmanBits("a")}000`],
    ["is filled up with a zero among ones", `${huffmanBits("a")}101`],
    ["has the end in it", `${endOfText}11`],
    ["goes on after its end", huffmanBits("a") + endOfText + huffmanBits("a")],
  ])("is none if it %s [apiserver/http2-headers]", ([, bits = ""], { expect }) => {
    expect(() => decodeHuffman(bitsToBytes(bits))).toThrow(violation(errorCodes.compression));
  });
});
