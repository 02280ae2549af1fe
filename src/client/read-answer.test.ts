import { test } from "vitest";
import { readBytes } from "./read-answer.ts";

async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  yield* pieces;
}

test("an answer as it came is the caller's alone, whoever else has the bytes that carried it [client/raw-answers]", async ({
  expect,
}) => {
  const sent = Uint8Array.of(1, 2, 3);
  const { bytes } = await readBytes(inPieces(sent), { maxBytes: 10 });
  bytes.fill(0);
  expect(sent).toEqual(Uint8Array.of(1, 2, 3));
});

test("an answer is copied only if it came in pieces or would keep other memory alive [client/answers]", async ({
  expect,
}) => {
  const read = async (...pieces: readonly Uint8Array[]): Promise<Uint8Array> =>
    (await readBytes(inPieces(...pieces), { maxBytes: 1e6, areReadOnly: true })).bytes;
  const [withHead, inSlab] = [new Uint8Array(5_000).subarray(200), new Uint8Array(8_192).subarray(0, 5_000)];
  expect(await read(withHead)).toBe(withHead);
  expect((await read(inSlab)).buffer.byteLength).toBe(5_000);
  expect(await read(Uint8Array.of(1), Uint8Array.of(2))).toEqual(Uint8Array.of(1, 2));
  expect(await read()).toHaveLength(0);
  expect(await read(new Uint8Array(), Uint8Array.of(1))).toEqual(Uint8Array.of(1));
});
