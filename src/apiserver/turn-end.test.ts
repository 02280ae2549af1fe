import { test } from "vitest";
import { nextTurn } from "../async/index.ts";
import { follow, MemoryStore } from "./storage/index.ts";
import { TurnEnd } from "./turn-end.ts";

test("short answers wait for the end of the turn, together [apiserver/plain-together]", async ({ expect }) => {
  const turn = new TurnEnd();
  const told: string[] = [];
  void turn.wait().then(() => told.push("first"));
  queueMicrotask(() => void turn.wait().then(() => told.push("second")));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(told).toEqual([]);
  await nextTurn();
  expect(told).toEqual(["first", "second"]);
});

test("no more than sixteen wait for each other, and the next wait for the end of the turn [apiserver/plain-together]", async ({
  expect,
}) => {
  const turn = new TurnEnd();
  let hasEnded = false;
  let isNextTold = false;
  const turned = nextTurn().then(() => (hasEnded = true));
  await Promise.all(Array.from({ length: 16 }, () => turn.wait()));
  const next = turn.wait().then(() => (isNextTold = true));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect([hasEnded, isNextTold]).toEqual([false, false]);
  await turned;
  await next;
});

test("who writes has the answer before anybody is told of the write [apiserver/answer-before-told]", async ({
  expect,
}) => {
  const turn = new TurnEnd();
  const store = new MemoryStore();
  const stop = new AbortController();
  const steps: string[] = [];
  const range = { collection: "things", since: 1, signal: stop.signal };
  const following = follow(store.watch(range), () => void steps.push("told"));
  const key = { collection: "things", namespace: "a", name: "x" };
  await store.commit({ type: "put", key, expected: 0, encode: () => new Uint8Array() });
  void turn.wait().then(() => steps.push("answered"));
  await nextTurn();
  await nextTurn();
  expect(steps).toEqual(["answered", "told"]);
  stop.abort();
  await following;
});
