import { expect, test } from "vitest";
import { follow } from "./feed.ts";
import { MemoryStore } from "./memory-store.ts";
import { commitOf, thing, told, untilTold } from "./store.fixture.ts";
import type { Change } from "./store.ts";
import { madeTell } from "./tell.ts";

test("has told what is made of a value, one after the other, and nothing where nothing is made [apiserver/store-log]", async () => {
  const told: string[] = [];
  const tell = madeTell(
    (text: string) => text.split(" ").filter((word) => word !== "no"),
    madeTell(
      (word: string) => [word, word.toUpperCase()],
      (made: string) => void told.push(made),
    ),
  );
  for (const text of ["a", "no", "b c"]) await tell(text);
  expect(told).toEqual(["a", "A", "b", "B", "c", "C"]);
});

test("tells a value when the one before was taken [apiserver/store-log]", async () => {
  const steps: string[] = [];
  const taken = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tell = madeTell(
    (values: readonly number[]) => values,
    (value: number): Promise<void> | undefined => {
      steps.push(`tell ${value}`);
      return taken[steps.length - 1]?.promise;
    },
  );
  expect(tell([])).toBeUndefined();
  const telling = tell([1, 2]);
  expect(steps).toEqual(["tell 1"]);
  taken[0]?.resolve();
  await expect.poll(() => steps).toEqual(["tell 1", "tell 2"]);
  taken[1]?.resolve();
  await telling;
});

test("what many followers have in common is made once, through every layer [apiserver/watch-shared-bytes]", async () => {
  const store = new MemoryStore();
  const stop = new AbortController();
  const made: string[] = [];
  const namesOf = (changes: readonly Change[]): readonly string[] => {
    made.push("names");
    return changes.map(told);
  };
  const inCapitals = (text: string): readonly string[] => {
    made.push("capitals");
    return [text.toUpperCase()];
  };
  const heard: string[] = [];
  const range = { collection: "things", since: 1, signal: stop.signal };
  const following = [1, 2, 3].map((follower) => {
    const own = (text: string): undefined => void heard.push(`${follower}: ${text}`);
    return follow(store.watch(range), madeTell(namesOf, madeTell(inCapitals, own)));
  });
  for (const name of ["x", "y"]) await store.commit(commitOf("put", thing(name), 0));
  await untilTold();
  expect(heard.toSorted()).toEqual(
    [1, 2, 3].flatMap((follower) => [`${follower}: PUT A/X@2`, `${follower}: PUT A/Y@3`]),
  );
  expect(made).toEqual(["names", "capitals", "capitals"]);
  stop.abort();
  await Promise.all(following);
});
