import { test } from "vitest";
import type { WatchEvent } from "../model/index.ts";
import { narrowed } from "./informer-scope.ts";
import type { ListWatch, WatchRequest } from "./list-watch.ts";
import { summary } from "./reflecting.fixture.ts";
import { Reflector } from "./reflector.ts";
import type { ReflectorDelta } from "./reflector-delta.ts";
import { added, bookmark, initialEnd, listOf, modified, note, Notes, scene } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

const batches: readonly (readonly WatchEvent<Note>[])[] = [
  [added(note("a", "7")), added(note("b", "8"))],
  [added(note("c", "9")), initialEnd("10"), modified(note("a", "11"))],
  [modified(note("b", "12")), { type: "NEWS" } as unknown as WatchEvent<Note>, bookmark("13")],
];

/** A source of these batches, and then silence. */
function sourceOf(requests: WatchRequest[]): ListWatch<Note> {
  return {
    streamsLists: true,
    list: async () => listOf("1"),
    watch: () => {
      throw new Error("expected to be asked for batches");
    },
    async *watchBatches(request) {
      requests.push(request);
      yield* batches;
      await new Promise(() => {});
    },
  };
}

test("events that come together are told together, also those that follow the end of a streamed list [informer/batches]", async ({
  expect,
}) => {
  const { clock, random, stop } = scene({ lists: [] });
  const requests: WatchRequest[] = [];
  const source = narrowed(sourceOf(requests), { labelSelector: "a=b" });
  const reflector = new Reflector(Notes, source, { clock, random, isCompact: true });
  const told: (readonly ReflectorDelta<Note>[])[] = [];
  const read = async (): Promise<void> => {
    for await (const deltas of reflector.batches({ signal: stop.signal })) told.push(deltas);
  };
  const reading = read();
  await clock.advance(0);
  expect(told.map(summary)).toEqual([["replaced a b c"], ["updated a@11"], ["updated b@12", "bookmark"]]);
  expect(reflector.lastSyncResourceVersion).toBe("13");
  expect(requests).toMatchObject([{ sendInitialEvents: true, isCompact: true, labelSelector: "a=b" }]);
  stop.abort();
  await reading;
});

test("who reads deltas one by one gets the same [informer/batches]", async ({ expect }) => {
  const { clock, random, stop } = scene({ lists: [] });
  const reflector = new Reflector(Notes, sourceOf([]), { clock, random });
  const told: ReflectorDelta<Note>[] = [];
  for await (const delta of reflector.deltas({ signal: stop.signal })) {
    told.push(delta);
    if (delta.type === "bookmark") break;
  }
  expect(summary(told)).toEqual(["replaced a b c", "updated a@11", "updated b@12", "bookmark"]);
});
