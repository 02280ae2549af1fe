import { test } from "vitest";
import { splitLines, splitProtobufFrames } from "./index.ts";

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

test("lines before one that is too long are given, also if they come in one chunk [client/lines-limit]", async ({
  expect,
}) => {
  const seen: string[] = [];
  const read = async (): Promise<void> => {
    for await (const lines of splitLines(one(Buffer.from(`good\n${"x".repeat(50)}\n`)), { maxLineBytes: 10 }))
      seen.push(...lines.map((line) => Buffer.from(line).toString()));
  };
  await expect(read()).rejects.toThrow();
  expect(seen).toEqual(["good"]);
});

test("frames before one that is too long are given, also if they come in one chunk [wire/protobuf-frames-limit]", async ({
  expect,
}) => {
  const seen: string[] = [];
  const bytes = Buffer.concat([Uint8Array.of(0, 0, 0, 4), Buffer.from("good"), Uint8Array.of(0xff, 0xff, 0xff, 0xff)]);
  const read = async (): Promise<void> => {
    for await (const frames of splitProtobufFrames(one(bytes), { maxFrameBytes: 10 }))
      seen.push(...frames.map((frame) => Buffer.from(frame).toString()));
  };
  await expect(read()).rejects.toThrow();
  expect(seen).toEqual(["good"]);
});
