import fc from "fast-check";
import { describe, test } from "vitest";
import { bitString, objectIdentifier, octetString, sequence, time, unsignedInteger, utf8String } from "./der.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Reads one value back, strictly: the shortest length, and nothing after the content. */
function read(bytes: Uint8Array): { readonly tag: number; readonly content: Uint8Array } {
  const [tag = -1, first = -1] = bytes;
  if (first === 0x80) throw new Error("read a length: DER has no indefinite one");
  const count = first < 0x80 ? 0 : first & 0x7f;
  const length = count === 0 ? first : Number.parseInt(hex(bytes.subarray(2, 2 + count)), 16);
  if (count > 0 && (length < 0x80 || bytes[2] === 0)) throw new Error("read a length: it is not in its shortest form");
  const content = bytes.subarray(2 + count);
  if (content.length !== length) throw new Error(`read a value: expected ${length} bytes, got ${content.length}`);
  return { tag, content };
}

describe("DER", () => {
  test.for([
    ["integer 0", unsignedInteger(Uint8Array.of()), "020100"],
    ["integer 127", unsignedInteger(Uint8Array.of(127)), "02017f"],
    ["integer 128, which needs a byte for its sign", unsignedInteger(Uint8Array.of(128)), "02020080"],
    ["integer 256, written with leading zeros", unsignedInteger(Uint8Array.of(0, 0, 1, 0)), "02020100"],
    ["bit string with seven unused bits", bitString(Uint8Array.of(0x80), 7), "03020780"],
    ["object identifier with arcs of several bytes", objectIdentifier("1.2.840.113549"), "06062a864886f70d"],
    ["object identifier that begins with 2.5", objectIdentifier("2.5.29.17"), "0603551d11"],
    ["text outside of ASCII", utf8String("é"), "0c02c3a9"],
    ["empty sequence", sequence(), "3000"],
  ] as const)("writes %s", ([, bytes, expected], { expect }) => {
    expect(hex(bytes)).toBe(expected);
  });

  test.for([
    ["1949-12-31T23:59:59.999Z", 0x18, "19491231235959Z"],
    ["1950-01-01T00:00:00.000Z", 0x17, "500101000000Z"],
    ["2049-12-31T23:59:59.999Z", 0x17, "491231235959Z"],
    ["2050-01-01T00:00:00.000Z", 0x18, "20500101000000Z"],
  ] as const)("writes the time %s in the form its year demands", ([moment, tag, text], { expect }) => {
    const value = read(time(Date.parse(moment)));
    expect([value.tag, Buffer.from(value.content).toString()]).toEqual([tag, text]);
  });

  test.for([Number.NaN, Infinity, Date.parse("+010000-01-01T00:00:00Z"), -1e15])(
    "refuses the time %s, which has no form",
    (moment, { expect }) => {
      expect(() => time(moment)).toThrow(expect.objectContaining({ code: "SETPOINT_CERTIFICATE" }));
    },
  );

  test("writes content of any length so that it can be read back", ({ expect }) => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536, 1_000_000]) {
      expect(read(octetString(new Uint8Array(length))).content).toHaveLength(length);
    }
  });

  test("writes every integer in its shortest form and never as a negative one", ({ expect }) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
        const { tag, content } = read(unsignedInteger(bytes));
        expect(tag).toBe(2);
        expect(BigInt(`0x${hex(content)}`)).toBe(BigInt(`0x0${hex(bytes)}`));
        expect(content[0] ?? 0xff).toBeLessThan(0x80);
        if (content.length > 1) expect((content[0] ?? 0) > 0 || (content[1] ?? 0) >= 0x80).toBe(true);
      }),
    );
  });
});
