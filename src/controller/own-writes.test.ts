import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { OwnWrites } from "./own-writes.ts";
import type { Door } from "./scripted-server.fixture.ts";

const key = "hall/a";

function door(resourceVersion: string, uid = "one"): Door {
  return { metadata: { name: "a", namespace: "hall", uid, resourceVersion }, spec: { colour: "blue" } };
}

interface Tried {
  readonly clock: VirtualClock;
  readonly writes: OwnWrites<Door>;
  readonly news: (string | undefined)[];
}

function tried(): Tried {
  const clock = new VirtualClock();
  const news: (string | undefined)[] = [];
  const onNews = ({ metadata }: Door): void => void news.push(metadata.resourceVersion);
  return { clock, news, writes: new OwnWrites<Door>({ clock, onNews }) };
}

test("the newer one of cache and own write counts, compared as numbers [controller/newest-counts]", async ({
  expect,
}) => {
  const { writes } = tried();
  const [before, written, after] = [door("9"), door("10"), door("11")];
  expect(writes.newest(key, before)).toBe(before);
  await writes.write(key, async () => written);
  expect(writes.newest(key, before)).toBe(written);
  expect(writes.newest(key, after)).toBe(after);
  writes.forget(key);
  expect(writes.newest(key, before)).toBe(before);
});

test("a write says nothing of another object with its name [controller/own-write-of-one-object]", async ({
  expect,
}) => {
  const { writes, news } = tried();
  await writes.write(key, async () => door("10"));
  const other = door("8", "two");
  expect(writes.newest(key, other)).toBe(other);
  await writes.write(key, async () => door("12", "two"));
  writes.hear(door("12"));
  expect(news).toEqual(["12"]);
});

test("an event of exactly what was written is an echo, once; any other is news [controller/echo-exact]", async ({
  expect,
}) => {
  const { writes, news } = tried();
  await writes.write(key, async () => door("10"));
  await writes.write(key, async () => door("12"));
  for (const version of ["9", "10", "10", "11", "12", "12"]) writes.hear(door(version));
  expect(news).toEqual(["9", "10", "11", "12"]);
  await writes.write(key, async () => door("20"));
  for (const version of ["21", "20"]) writes.hear(door(version));
  expect(news.slice(4)).toEqual(["21", "20"]);
});

test("an event that is earlier than the answer waits for it, and is not lost when there is none [controller/echo-before-answer]", async ({
  expect,
}) => {
  const { writes, news } = tried();
  const answer = Promise.withResolvers<Door>();
  const writing = writes.write(key, () => answer.promise);
  for (const version of ["9", "10"]) writes.hear(door(version));
  expect(news).toEqual([]);
  answer.resolve(door("10"));
  await writing;
  expect(news).toEqual(["9"]);

  const failing = Promise.withResolvers<Door>();
  const failed = writes.write(key, () => failing.promise);
  writes.hear(door("11"));
  failing.reject(new Error("no answer"));
  await expect(failed).rejects.toThrow("no answer");
  expect(news).toEqual(["9", "11"]);
});

test("when the cache stays behind for long only the server knows, and what it says counts [controller/own-write-unconfirmed]", async ({
  expect,
}) => {
  const { clock, writes } = tried();
  const written = door("100");
  await writes.write(key, async () => written);
  await clock.advance(10_000);
  expect(writes.newest(key, door("50"))).toBe(written);
  await clock.advance(1);
  expect(writes.newest(key, door("50"))).toBeUndefined();
  // The server was restored: its word counts, also where it is older.
  const live = door("60");
  writes.confirm(key, live);
  expect(writes.newest(key, door("50"))).toBe(live);
  const caughtUp = door("61");
  expect(writes.newest(key, caughtUp)).toBe(caughtUp);
});
