import * as fc from "fast-check";
import { describe, test } from "vitest";
import { contentOf, FrameReader } from "./frame-reader.ts";
import type { Frame } from "./frame-reader.ts";
import { data, frame, get, greeting, ping, windowUpdate } from "./frames.fixture.ts";
import { errorCodes, frameFlags, frameTypes, preface } from "./protocol.ts";
import { violation } from "./violation.fixture.ts";

const begin = Buffer.from(preface, "latin1");

/** What is found in bytes that come in pieces. */
function found(...pieces: readonly Buffer[]): readonly Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader((frame) => frames.push(frame));
  for (const piece of pieces) reader.push(piece);
  return frames;
}

/** The same bytes, cut at some places. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const starts = [0, ...places.toSorted((left, right) => left - right)];
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

describe("frames", () => {
  const longest = Buffer.alloc(16_384, "x");
  const sent = Buffer.concat([
    greeting({ 4: 1 }),
    get(1, "/"),
    data(1, []),
    windowUpdate(0, 1),
    data(3, longest, true),
  ]);
  const last = frame({ type: 200, flags: 0xff, streamId: 0x7fff_ffff }, Buffer.from("last"));
  const bytes = Buffer.concat([sent, last]);
  const expected = found(bytes);

  test("are found as they were sent [apiserver/http2-frames]", ({ expect }) => {
    const kinds = expected.map(({ type, flags, streamId, payload }) => [type, flags, streamId, payload.length]);
    expect(kinds).toEqual([
      [frameTypes.settings, 0, 0, 6],
      [frameTypes.headers, frameFlags.endStream | frameFlags.endHeaders, 1, get(1, "/").length - 9],
      [frameTypes.data, 0, 1, 0],
      [frameTypes.windowUpdate, 0, 0, 4],
      [frameTypes.data, frameFlags.endStream, 3, 16_384],
      [200, 0xff, 0x7fff_ffff, 4],
    ]);
    expect(expected.at(-1)?.payload.toString()).toBe("last");
  });

  test("are found wherever the bytes are cut in two [apiserver/http2-frames]", ({ expect }) => {
    // Each place within what is long is like the one before.
    for (let place = 1; place < bytes.length; place += place > 200 && place < bytes.length - 100 ? 50 : 1)
      expect(found(...cut(bytes, [place]))).toEqual(expected);
  });

  test("are found when they come byte by byte [apiserver/http2-frames]", ({ expect }) => {
    const short = Buffer.concat([greeting({ 4: 1 }), get(1, "/"), ping(Buffer.from("12345678"))]);
    expect(found(...cut(short, [...short.keys()].slice(1)))).toEqual(found(short));
  });

  test("are found wherever the bytes are cut in many [apiserver/http2-frames]", ({ expect }) => {
    const place = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: bytes.length }));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 10 }), (places) => {
        expect(found(...cut(bytes, places))).toEqual(expected);
      }),
    );
  });

  test("have a stream of 31 bits: the first bit means nothing [apiserver/http2-frames]", ({ expect }) => {
    const [first] = found(begin, frame({ type: frameTypes.headers, streamId: 0x8000_0005 }));
    expect(first?.streamId).toBe(5);
  });

  test("that are too long are refused as soon as that can be seen [apiserver/http2-frames]", ({ expect }) => {
    const tooLong = frame({ type: frameTypes.data, streamId: 1 }, new Uint8Array(16_385));
    expect(found(begin, tooLong.subarray(0, 8))).toEqual([]);
    expect(() => found(begin, tooLong.subarray(0, 9))).toThrow(violation(errorCodes.frameSize));
    expect(() => found(begin, tooLong.subarray(0, 8), tooLong.subarray(8, 9))).toThrow(violation(errorCodes.frameSize));
    const endless = Buffer.from("ffffff000000000001", "hex");
    expect(() => found(begin, endless)).toThrow(violation(errorCodes.frameSize));
    expect(found(begin, frame({ type: frameTypes.data }, longest).subarray(0, 9))).toEqual([]);
  });

  test("before one that is too long are found all the same [apiserver/http2-frames]", ({ expect }) => {
    const types: number[] = [];
    const reader = new FrameReader(({ type }) => types.push(type));
    const wrong = Buffer.from("ffffff000000000001", "hex");
    expect(() => reader.push(Buffer.concat([greeting(), windowUpdate(0, 1), wrong]))).toThrow();
    expect(types).toEqual([frameTypes.settings, frameTypes.windowUpdate]);
  });
});

describe("the beginning of a connection", () => {
  test("is refused at its first wrong byte [apiserver/http2-frames]", ({ expect }) => {
    for (let place = 0; place < begin.length; place++) {
      const wrong = Buffer.from(begin.subarray(0, place + 1));
      wrong[place] = 0x21;
      expect(() => found(wrong)).toThrow(violation(errorCodes.protocol));
    }
  });

  test("is refused at its first wrong byte also when it comes in pieces [apiserver/http2-frames]", ({ expect }) => {
    for (let place = 1; place < begin.length; place++) {
      const right = begin.subarray(0, place);
      expect(found(right)).toEqual([]);
      expect(() => found(right, Buffer.from("!"))).toThrow(violation(errorCodes.protocol));
    }
  });

  test("is not that of HTTP/1.1 [apiserver/http2-frames]", ({ expect }) => {
    expect(() => found(Buffer.from("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"))).toThrow(
      violation(errorCodes.protocol),
    );
  });
});

describe("the content of a frame", () => {
  const { padded, priority } = frameFlags;
  const of = (flags: number, payload: string, streamId = 1): Frame => ({
    type: frameTypes.headers,
    flags,
    streamId,
    payload: Buffer.from(payload.replaceAll(" ", ""), "hex"),
  });

  test.for([
    ["as it is", 0, "0102", "0102"],
    ["without what fills it up", padded, "02 61 0000", "61"],
    ["without what fills it up, which may be nothing", padded, "00 61", "61"],
    ["without what fills it up, which may be all there is", padded, "02 0000", ""],
    ["without its priority", priority, "80000003 ff 61", "61"],
    ["without both", padded | priority, "01 00000003 ff 61 00", "61"],
    ["without both, and nothing is left", padded | priority, "01 00000003 ff 00", ""],
  ] as const)("is there %s [apiserver/http2-frames]", ([, flags, payload, content], { expect }) => {
    expect(contentOf(of(flags, payload), true).toString("hex")).toBe(content);
  });

  test("of a kind that has no priority is there whatever the flag says [apiserver/http2-frames]", ({ expect }) => {
    expect(contentOf(of(priority, "0000000361")).toString("hex")).toBe("0000000361");
  });

  test.for([
    ["cannot say how much it is filled up", padded, "", errorCodes.frameSize],
    ["ends within its priority", priority, "00000003", errorCodes.frameSize],
    ["ends within its priority after the padding's size", padded | priority, "00 00000003", errorCodes.frameSize],
    ["is filled up with more than it has", padded, "03 61 62", errorCodes.protocol],
    ["is filled up with some of its priority", padded | priority, "01 00000003 ff", errorCodes.protocol],
    ["depends on itself", priority, "80000001 ff 61", errorCodes.protocol],
    ["depends on itself, and is filled up", padded | priority, "00 00000001 ff 61", errorCodes.protocol],
  ] as const)("is none of one that %s [apiserver/http2-frames]", ([, flags, payload, reason], { expect }) => {
    expect(() => contentOf(of(flags, payload), true)).toThrow(violation(reason));
  });
});
