import fc from "fast-check";
import { test } from "vitest";
import { InvalidArgumentError } from "../async/index.ts";
import { MetricsRegistry } from "../observe/index.ts";
import { filteredHandler } from "./filtered-handler.ts";
import { inform, recorder } from "./informing.fixture.ts";
import { isInitial, PendingChanges } from "./pending-changes.ts";
import type { Change, ResourceEventHandler } from "./resource-event-handler.ts";
import { added, deleted, listOf, modified, note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

test("what waits for a handler that is far behind is merged to the last state of each object; nobody else waits [informer/handler-behind]", async ({
  expect,
}) => {
  const registry = new MetricsRegistry();
  const { clock, stop, informer, start, lines } = inform(
    {
      lists: [listOf("10", note("a", "7"), note("b", "8"))],
      watches: [
        [
          ...["11", "12", "13"].map((version) => modified(note("a", version))),
          added(note("c", "14")),
          deleted(note("c", "15")),
          deleted(note("b", "16")),
          added(note("b", "17", { uid: "second" })),
          modified(note("b", "18", { uid: "second" })),
          "hang",
        ],
      ],
    },
    { metrics: registry },
  );
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const slow = recorder();
  const waiting = Promise.withResolvers<void>();
  const registration = informer.addHandler(
    {
      ...slow.handler,
      add: (object, info) => {
        slow.handler.add?.(object, info);
        return waiting.promise;
      },
    },
    { maxPending: 1 },
  );
  const running = start();
  await clock.advance(0);
  expect(slow.calls).toEqual(["add a@7 initially"]);
  expect(calls).toHaveLength(10);
  expect(registration.pending).toBe(2);
  expect(lines.filter((line) => line.includes("fallen behind"))).toHaveLength(1);
  expect(registry.text()).toContain('informer_merged_changes_total{name="notes.example.dev"} 5');
  waiting.resolve();
  await clock.advance(0);
  expect(slow.calls.slice(1)).toEqual(["update a@7 a@13", "add b@18"]);
  expect([registration.hasSynced, registration.pending]).toEqual([true, 0]);
  stop.abort();
  await running;
});

test("a bound that is no count is refused [informer/bad-options-refused]", ({ expect }) => {
  const { informer } = inform({ lists: [] });
  for (const maxPending of [-1, 0.5, Number.NaN])
    expect(() => informer.addHandler({}, { maxPending })).toThrow(InvalidArgumentError);
  expect(() => informer.addHandler({}, { resyncMs: -1 })).toThrow(InvalidArgumentError);
});

/** A life of some objects: each step makes, changes or ends one of them, whatever is next for it; a second life is another object. */
function livesOf(steps: readonly { name: string; ends: boolean }[]): readonly Change<Note>[] {
  const present = new Map<string, Note>();
  return steps.map(({ name, ends }, index): Change<Note> => {
    const old = present.get(name);
    const uid = old?.metadata.uid ?? `uid-${index}`;
    const object = note(name, String(index + 1), { uid });
    if (old === undefined) {
      present.set(name, object);
      return { type: "add", key: name, object, isInitial: index % 2 === 0 };
    }
    if (!ends) {
      present.set(name, object);
      return { type: "update", key: name, old, object, isResync: false };
    }
    present.delete(name);
    const last = note(name, String(index + 1), { uid, text: old.text });
    return { type: "delete", key: name, object: last, isFinalStateUnknown: false };
  });
}

/** What a reader knows after it was told: each change must follow from what it knew. */
function told(known: Map<string, Note>, change: Change<Note>): string | undefined {
  const before = known.get(change.key);
  if (change.type === "add") {
    if (before !== undefined) return "an add of what is there";
    known.set(change.key, change.object);
  } else if (before?.metadata.uid !== change.object.metadata.uid) {
    return `an ${change.type} of what is not there`;
  } else if (change.type === "delete") known.delete(change.key);
  else if (change.old !== before) return "an update from what was not told";
  else known.set(change.key, change.object);
  return undefined;
}

const isWanted = ({ text = "" }: Note): boolean => Number(text.slice(text.indexOf("@") + 1)) % 3 !== 0;

/** One who hears of wanted objects only, and keeps their keys. */
function keysOfWanted(keys: Set<string>, problems: (string | undefined)[]): ResourceEventHandler<Note> {
  return filteredHandler<Note>(isWanted, {
    add: (_object, { key }) => void (keys.has(key) ? problems.push("an add of what is wanted already") : keys.add(key)),
    delete: (_object, { key }) => void (keys.delete(key) || problems.push("a delete of what was not wanted")),
  });
}

function tellFiltered(handler: ResourceEventHandler<Note>, change: Change<Note>): void {
  const { key, object } = change;
  if (change.type === "add") handler.add?.(object, { key, isInitial: change.isInitial });
  else if (change.type === "update") handler.update?.(change.old, object, { key, isResync: change.isResync });
  else handler.delete?.(object, { key, isFinalStateUnknown: change.isFinalStateUnknown });
}

test("however far behind, each reader is told whole lives, ends where the others end, and keeps no more than there are objects [informer/handler-behind]", ({
  expect,
}) => {
  const [name, reads] = [fc.constantFrom("a", "b", "c"), fc.constantFrom(0, 0, 0, 1, 4)];
  const step = fc.record({ name, reads, ends: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: "max" }), fc.nat({ max: 6 }), (steps, maxPending) => {
      const pending = new PendingChanges<Note>({ maxPending });
      const [known, all] = [new Map<string, Note>(), new Map<string, Note>()];
      const problems: (string | undefined)[] = [];
      const wanted = new Set<string>();
      const filtered = keysOfWanted(wanted, problems);
      const read = (): boolean => {
        const change = pending.shift();
        if (change === undefined) return false;
        problems.push(told(known, change));
        tellFiltered(filtered, change);
        return true;
      };
      let initial = 0;
      for (const [index, change] of livesOf(steps).entries()) {
        told(all, change);
        if (isInitial(change)) initial += 1;
        pending.push(change);
        // For each of three objects an update and the end of what is known and the beginning of what is there, and the rest of what is being taken.
        expect(pending.size).toBeLessThanOrEqual(Math.max(maxPending, 11));
        expect(pending.initialLeft).toBeLessThanOrEqual(Math.min(initial, pending.size));
        for (let reads = steps[index]?.reads ?? 0; reads > 0; reads -= 1) read();
      }
      while (read());
      expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
      expect([known, pending.size, pending.initialLeft]).toEqual([all, 0, 0]);
      expect([...wanted].sort()).toEqual(
        [...all]
          .filter(([, object]) => isWanted(object))
          .map(([key]) => key)
          .sort(),
      );
    }),
  );
});
