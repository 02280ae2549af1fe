import { test } from "vitest";
import { http2Limits } from "./limits.ts";
import { SkippedStreams } from "./skipped-streams.ts";

test("streams that were passed over are told from those that were opened", ({ expect }) => {
  const skipped = new SkippedStreams();
  for (const [id, last] of [
    [3, 0],
    [5, 3],
    [11, 5],
  ] as const) {
    skipped.opened(id, last);
  }
  expect([1, 3, 5, 7, 9, 11].filter((id) => skipped.has(id))).toEqual([1, 7, 9]);
});

test("of many gaps in the numbers of streams only the last ones are remembered", ({ expect }) => {
  const skipped = new SkippedStreams();
  const ids = Array.from({ length: http2Limits.maxGaps + 1 }, (_, index) => 4 * index + 3);
  for (const id of ids) skipped.opened(id, Math.max(0, id - 4));
  expect(ids.filter((id) => !skipped.has(id - 2))).toEqual([3]);
});
