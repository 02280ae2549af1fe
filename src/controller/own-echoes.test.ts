import { test } from "vitest";
import { OwnEchoes } from "./own-echoes.ts";
import type { Door } from "./scripted-server.fixture.ts";

const key = "hall/a";

function door(resourceVersion: string, uid = "one"): Door {
  return { metadata: { name: "a", namespace: "hall", uid, resourceVersion }, spec: { colour: "blue" } };
}

function tried(): { readonly echoes: OwnEchoes<Door>; readonly news: (string | undefined)[] } {
  const news: (string | undefined)[] = [];
  return { news, echoes: new OwnEchoes<Door>(({ metadata }) => void news.push(metadata.resourceVersion)) };
}

test("a write says nothing of another object with its name [controller/own-write-of-one-object]", async ({
  expect,
}) => {
  const { echoes, news } = tried();
  await echoes.write(key, async () => door("10"));
  await echoes.write(key, async () => door("12", "two"));
  echoes.hear(door("12"));
  expect(news).toEqual(["12"]);
  await echoes.write(key, async () => door("14", "two"));
  echoes.ended(door("11"), key);
  echoes.hear(door("14", "two"));
  expect(news).toEqual(["12"]);
});

test("an event of exactly what was written is an echo, once; any other is news [controller/echo-exact]", async ({
  expect,
}) => {
  const { echoes, news } = tried();
  await echoes.write(key, async () => door("10"));
  await echoes.write(key, async () => door("12"));
  for (const version of ["9", "10", "10", "11", "12", "12"]) echoes.hear(door(version));
  expect(news).toEqual(["9", "10", "11", "12"]);
  await echoes.write(key, async () => door("20"));
  for (const version of ["21", "20"]) echoes.hear(door(version));
  expect(news.slice(4)).toEqual(["21", "20"]);
});

test("versions are compared as numbers, and what has ended is expected no more [controller/echo-exact]", async ({
  expect,
}) => {
  const { echoes, news } = tried();
  await echoes.write(key, async () => door("9"));
  await echoes.write(key, async () => door("10"));
  for (const version of ["9", "10"]) echoes.hear(door(version));
  expect(news).toEqual([]);
  await echoes.write(key, async () => door("11"));
  echoes.ended(door("12"), key);
  echoes.hear(door("11"));
  expect(news).toEqual(["11"]);
});

test("an event that is earlier than the answer waits for it, and is not lost when there is none [controller/echo-before-answer]", async ({
  expect,
}) => {
  const { echoes, news } = tried();
  const answer = Promise.withResolvers<Door>();
  const writing = echoes.write(key, () => answer.promise);
  for (const version of ["9", "10"]) echoes.hear(door(version));
  expect(news).toEqual([]);
  answer.resolve(door("10"));
  await writing;
  expect(news).toEqual(["9"]);

  const failing = Promise.withResolvers<Door>();
  const failed = echoes.write(key, () => failing.promise);
  echoes.hear(door("11"));
  failing.reject(new Error("no answer"));
  await expect(failed).rejects.toThrow("no answer");
  expect(news).toEqual(["9", "11"]);
});

test("of what ends while it is being written nothing is expected [controller/echo-exact]", async ({ expect }) => {
  const { echoes } = tried();
  await echoes.write(key, async () => {
    echoes.ended(door("11"), key);
    return door("10");
  });
  expect(echoes.size).toBe(0);
  await echoes.write(key, async () => {
    echoes.ended(door("11"), key);
    return door("12", "two");
  });
  expect(echoes.size).toBe(1);
});
