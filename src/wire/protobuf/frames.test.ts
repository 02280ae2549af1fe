import fc from "fast-check";
import { test } from "vitest";
import { DecodeError } from "../errors.ts";
import { chunksOf } from "./chunks.fixture.ts";
import { splitProtobufFrames } from "./frames.ts";

function streamOf(frames: readonly Uint8Array[]): Uint8Array {
  const bytes = frames.flatMap((frame) => {
    const head = new Uint8Array(4);
    new DataView(head.buffer).setUint32(0, frame.length);
    return [...head, ...frame];
  });
  return Uint8Array.from(bytes);
}

async function framesOf(batches: AsyncIterable<readonly Uint8Array[]>): Promise<readonly (readonly number[])[]> {
  const found: number[][] = [];
  for await (const frames of batches) found.push(...frames.map((frame) => [...frame]));
  return found;
}

const split = (
  bytes: Uint8Array,
  cuts: readonly number[],
  maxFrameBytes = 1_000,
): Promise<readonly (readonly number[])[]> => framesOf(splitProtobufFrames(chunksOf(bytes, cuts), { maxFrameBytes }));

test("a stream gives the same frames wherever it is cut [wire/protobuf-frames-any-cut]", async () => {
  const frames = fc.array(fc.uint8Array({ maxLength: 300 }));
  await fc.assert(
    fc.asyncProperty(frames, fc.array(fc.nat(), { maxLength: 50 }), async (whole, cuts) => {
      const found = await split(streamOf(whole), cuts);
      return JSON.stringify(found) === JSON.stringify(whole.map((frame) => [...frame]));
    }),
  );
});

test("a frame that never ends is none [wire/protobuf-frames-unended]", async ({ expect }) => {
  const bytes = streamOf([Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5)]);
  for (let length = 6; length < bytes.length; length++) {
    expect(await split(bytes.subarray(0, length), [3, 8])).toEqual([[1, 2]]);
  }
});

test("a frame that is too long is refused when its length is known [wire/protobuf-frames-limit]", async ({
  expect,
}) => {
  const frame = Uint8Array.of(1, 2, 3, 4);
  expect(await split(streamOf([frame]), [], 4)).toHaveLength(1);
  for (const cuts of [[], [1, 2, 3, 4]]) {
    await expect(split(streamOf([frame]).subarray(0, 4), cuts, 3)).rejects.toSatisfy(DecodeError.is);
    await expect(split(Uint8Array.of(255, 255, 255, 255), cuts, 3)).rejects.toThrow("frames of at most 3 bytes");
  }
});

test("leaving the frames leaves the stream [wire/protobuf-frames-leave]", async ({ expect }) => {
  let isLeft = false;
  async function* endless(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) yield streamOf([Uint8Array.of(1)]);
    } finally {
      isLeft = true;
    }
  }
  for await (const frames of splitProtobufFrames(endless(), { maxFrameBytes: 10 })) {
    expect(frames).toHaveLength(1);
    break;
  }
  expect(isLeft).toBe(true);
});
