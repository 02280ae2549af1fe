import { test } from "vitest";
import { nextTurn } from "../async/index.ts";
import { parallelize } from "./parallelize.ts";

test("every piece is worked on once, in chunks, by few workers [queue/parallelize-all-pieces]", async ({ expect }) => {
  for (const [pieces, workers, chunkSize] of [
    [1000, 10, 1],
    [1000, 10, 10],
    [999, 10, 13],
    [3, 10, 2],
    [0, 10, 1],
  ] as const) {
    const seen: number[] = [];
    let running = 0;
    let most = 0;
    const work = async (piece: number): Promise<void> => {
      most = Math.max(most, ++running);
      await nextTurn();
      seen.push(piece);
      running--;
    };
    await parallelize(pieces, work, { workers, chunkSize });
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: pieces }, (_, piece) => piece));
    expect(most).toBe(Math.min(workers, Math.ceil(pieces / chunkSize)));
  }
});

test("an abort stops the workers before their next piece [queue/parallelize-cancel]", async ({ expect }) => {
  const stop = new AbortController();
  const seen: number[] = [];
  const work = (piece: number): void => {
    seen.push(piece);
    if (piece === 2) stop.abort(new Error("enough"));
  };
  await expect(parallelize(100, work, { workers: 1, chunkSize: 50, signal: stop.signal })).rejects.toThrow("enough");
  expect(seen).toEqual([0, 1, 2]);
});

test("a piece that throws stops the others and its error is thrown [queue/parallelize-failure]", async ({ expect }) => {
  const seen: number[] = [];
  const late: unknown[] = [];
  const work = async (piece: number): Promise<void> => {
    seen.push(piece);
    if (piece === 0) throw new Error("first");
    await nextTurn();
    throw new Error("late");
  };
  const run = parallelize(100, work, { workers: 2, onStopError: (error) => late.push(error) });
  await expect(run).rejects.toThrow("first");
  expect(seen).toEqual([0, 1]);
  expect(late).toEqual([expect.objectContaining({ message: "late" })]);
});

test("numbers that make no sense are refused", async ({ expect }) => {
  const refused = { code: "SETPOINT_QUEUE_OPTION" };
  await expect(parallelize(-1, () => {}, { workers: 1 })).rejects.toMatchObject(refused);
  await expect(parallelize(1, () => {}, { workers: 0 })).rejects.toMatchObject(refused);
  await expect(parallelize(1, () => {}, { workers: 1, chunkSize: 0.5 })).rejects.toMatchObject(refused);
});
