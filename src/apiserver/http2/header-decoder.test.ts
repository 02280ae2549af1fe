import * as fc from "fast-check";
import { describe, test } from "vitest";
import { block } from "./frames.fixture.ts";
import { HeaderDecoder } from "./header-decoder.ts";
import type { Header } from "./header-tables.ts";
import { bitsToBytes, endOfText, huffmanBits } from "./huffman-codes.fixture.ts";
import { ConnectionViolation, errorCodes } from "./protocol.ts";
import { violation } from "./violation.fixture.ts";

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(" ", ""), "hex");
}

function read(decoder: HeaderDecoder, bytes: Uint8Array): readonly Header[] {
  const headers: Header[] = [];
  decoder.decode(bytes, (header) => headers.push(header));
  return headers;
}

/** As a block names what is remembered, the newest first. */
function remembered(decoder: HeaderDecoder, count: number): readonly Header[] {
  return read(decoder, Buffer.from(Array.from({ length: count }, (_, index) => 0x80 | (62 + index))));
}

/** One header that the reader is told to remember. */
function toRemember(name: string, value: string): Buffer {
  const bytes = block([name, value]);
  bytes[0] = 0x40;
  return bytes;
}

const date = "Mon, 21 Oct 2013 20:13:21 GMT";
const later = "Mon, 21 Oct 2013 20:13:22 GMT";
const place = "https://www.example.com";
const cookie = "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1";

const requests: readonly (readonly Header[])[] = [
  [
    [":method", "GET"],
    [":scheme", "http"],
    [":path", "/"],
    [":authority", "www.example.com"],
  ],
  [
    [":method", "GET"],
    [":scheme", "http"],
    [":path", "/"],
    [":authority", "www.example.com"],
    ["cache-control", "no-cache"],
  ],
  [
    [":method", "GET"],
    [":scheme", "https"],
    [":path", "/index.html"],
    [":authority", "www.example.com"],
    ["custom-key", "custom-value"],
  ],
];

const answers: readonly (readonly Header[])[] = [
  [
    [":status", "302"],
    ["cache-control", "private"],
    ["date", date],
    ["location", place],
  ],
  [
    [":status", "307"],
    ["cache-control", "private"],
    ["date", date],
    ["location", place],
  ],
  [
    [":status", "200"],
    ["cache-control", "private"],
    ["date", later],
    ["location", place],
    ["content-encoding", "gzip"],
    ["set-cookie", cookie],
  ],
];

describe("the examples of RFC 7541 are read as it says", () => {
  test.for([
    [
      "C.2.1",
      "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
      ["custom-key", "custom-header"],
      true,
    ],
    ["C.2.2", "040c 2f73 616d 706c 652f 7061 7468", [":path", "/sample/path"], false],
    ["C.2.3", "1008 7061 7373 776f 7264 0673 6563 7265 74", ["password", "secret"], false],
    ["C.2.4", "82", [":method", "GET"], false],
  ] as const)("%s, one header [apiserver/http2-headers]", ([, hex, header, isRemembered], { expect }) => {
    const decoder = new HeaderDecoder();
    expect(read(decoder, bytesOf(hex))).toEqual([header]);
    if (isRemembered) expect(remembered(decoder, 1)).toEqual([header]);
    else expect(() => remembered(decoder, 1)).toThrow(violation(errorCodes.compression));
  });

  test.for([
    [
      "C.3",
      "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
      "8286 84be 5808 6e6f 2d63 6163 6865",
      "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
    ],
    [
      "C.4, in the code of HTTP/2",
      "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
      "8286 84be 5886 a8eb 1064 9cbf",
      "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
    ],
  ])("%s, three requests [apiserver/http2-headers]", ([, ...blocks], { expect }) => {
    const decoder = new HeaderDecoder();
    expect(blocks.map((hex) => read(decoder, bytesOf(hex)))).toEqual(requests);
    expect(remembered(decoder, 3)).toEqual([
      ["custom-key", "custom-value"],
      ["cache-control", "no-cache"],
      [":authority", "www.example.com"],
    ]);
    expect(() => remembered(decoder, 4)).toThrow(violation(errorCodes.compression));
  });

  test.for([
    [
      "C.5",
      "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
      "4803 3330 37c1 c0bf",
      "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31",
    ],
    [
      "C.6, in the code of HTTP/2",
      "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
      "4883 640e ffc1 c0bf",
      "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
    ],
  ])("%s, three answers with a table of 256 bytes [apiserver/http2-headers]", ([, first, ...more], { expect }) => {
    const decoder = new HeaderDecoder();
    const blocks = [`3fe101 ${first}`, ...more];
    expect(blocks.map((hex) => read(decoder, bytesOf(hex)))).toEqual(answers);
    expect(remembered(decoder, 3)).toEqual([
      ["set-cookie", cookie],
      ["content-encoding", "gzip"],
      ["date", later],
    ]);
    expect(() => remembered(decoder, 4)).toThrow(violation(errorCodes.compression));
  });
});

describe("what is remembered", () => {
  const header = (name: string): Header => [name, "v".repeat(1000)];
  /** Each counts 1,033 bytes. */
  const four = Buffer.concat(["a", "b", "c", "d"].map((name) => toRemember(...header(name))));

  test("makes room for what is newer, the oldest first [apiserver/http2-headers]", ({ expect }) => {
    const decoder = new HeaderDecoder();
    read(decoder, four);
    expect(remembered(decoder, 3)).toEqual(["d", "c", "b"].map(header));
    expect(() => remembered(decoder, 4)).toThrow(violation(errorCodes.compression));
  });

  test("goes when there is less room, and is not there again when there is more [apiserver/http2-headers]", ({
    expect,
  }) => {
    const decoder = new HeaderDecoder();
    read(decoder, four);
    // 1,033 bytes and then 4,096.
    read(decoder, bytesOf("3fea07 3fe11f"));
    expect(remembered(decoder, 1)).toEqual([header("d")]);
    expect(() => remembered(decoder, 2)).toThrow(violation(errorCodes.compression));
  });

  test("is nothing after a header that is larger than all the room [apiserver/http2-headers]", ({ expect }) => {
    const decoder = new HeaderDecoder();
    read(decoder, four);
    expect(read(decoder, toRemember("long", "v".repeat(4061)))).toEqual([["long", "v".repeat(4061)]]);
    expect(() => remembered(decoder, 1)).toThrow(violation(errorCodes.compression));
    read(decoder, toRemember("long", "v".repeat(4060)));
    expect(remembered(decoder, 1)).toEqual([["long", "v".repeat(4060)]]);
  });

  test("can lend its name to another value, also when that takes its place [apiserver/http2-headers]", ({ expect }) => {
    const decoder = new HeaderDecoder();
    read(decoder, toRemember("name", "v".repeat(4060)));
    expect(read(decoder, bytesOf("7e 01 77"))).toEqual([["name", "w"]]);
    expect(remembered(decoder, 1)).toEqual([["name", "w"]]);
  });
});

describe("a block of headers cannot be read", () => {
  const [one] = [block(["a", "b"])];
  /** Adds nothing to a number, as often as it likes. */
  const endless = Buffer.from([...Array.from({ length: 200 }, () => 0x80), 0]);
  const coded = (bits: string): Buffer => {
    const bytes = bitsToBytes(bits);
    return Buffer.from([0, 0x80 | bytes.length, ...bytes, 0]);
  };

  test.for([
    ["names the header 0", bytesOf("80")],
    ["names a header beyond those that are known", bytesOf("be")],
    ["takes the name of a header beyond those that are known", bytesOf("7e 01 61")],
    ["has a number that is too large", bytesOf("ff ff ff ff ff 0f")],
    ["has a text whose length is too large", bytesOf("00 7f ff ff ff ff 7f")],
    ["has a number that goes on with nothing", Buffer.concat([Buffer.of(0xff), endless])],
    ["has a text whose length goes on with nothing", Buffer.concat([bytesOf("00 01 61 7f"), endless, bytesOf("00")])],
    ["tells a size that goes on with nothing", Buffer.concat([Buffer.of(0x3f), endless])],
    ["ends within a number", bytesOf("ff 80")],
    ["ends before a name", bytesOf("00")],
    ["ends before a value", bytesOf("04")],
    ["has a name that is longer than itself", bytesOf("00 02 61")],
    ["has a value that is longer than itself", one.subarray(0, -1)],
    ["has a text that is filled up too much", coded(`${huffmanBits("&")}11111111`)],
    ["has a text that is filled up with zeros", coded(`${huffmanBits("a")}000`)],
    ["has a text with the end in it", coded(`${endOfText}11`)],
    ["tells the size of the table after a header", Buffer.concat([one, bytesOf("20")])],
    ["tells a size above 4,096", bytesOf("3f e2 1f")],
  ] as const)("that %s [apiserver/http2-headers]", ([, bytes], { expect }) => {
    const decoder = new HeaderDecoder();
    expect(() => read(decoder, bytes)).toThrow(violation(errorCodes.compression));
  });

  test("and whatever the bytes are, it is read or refused as such [apiserver/http2-headers]", ({ expect }) => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom(
        toRemember("a", "b"),
        one,
        coded(huffmanBits("abc")),
        bytesOf("20"),
        bytesOf("be"),
        bytesOf("82"),
      ),
    );
    let [isRead, isRefused] = [0, 0];
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 4 }), (blocks) => {
        const decoder = new HeaderDecoder();
        try {
          for (const pieces of blocks) read(decoder, Buffer.concat(pieces));
          isRead++;
        } catch (error) {
          if (!(error instanceof ConnectionViolation) || error.reason !== errorCodes.compression) throw error;
          isRefused++;
        }
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(isRead, isRefused)).toBeGreaterThan(500);
  });
});
