import { test } from "vitest";
import { VirtualClock } from "../../async/index.ts";
import { MemoryStore } from "../storage/index.ts";
import type { Commit, StoredObject } from "../storage/index.ts";
import { EventExpiry } from "./event-expiry.ts";
import { RegistryFixture } from "./registry.fixture.ts";

const hour = 3_600_000;
const events = "/api/v1/namespaces/default/events";
const newer = "/apis/events.k8s.io/v1/namespaces/default/events";

function event(name: string): object {
  return {
    metadata: { name, finalizers: ["setpoint.dev/kept"] },
    involvedObject: { namespace: "default", name: "one" },
    reason: "Made",
  };
}

test("an event goes an hour after its last write, with finalizers and in both groups [apiserver/event-ttl]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const { clock } = fixture;
  await fixture.post(events, event("idle"));
  await fixture.post(events, event("counted"));
  await clock.advance(hour / 2);
  await fixture.patch(`${events}/idle`, { reason: "Made" });
  await fixture.patch(`${events}/counted`, { count: 2 });
  await clock.advance(hour / 2 - 1);
  expect(await fixture.names(events)).toEqual(["counted", "idle"]);
  await clock.advance(1);
  expect(await fixture.names(events)).toEqual(["counted"]);
  expect(await fixture.names(newer)).toEqual(["counted"]);
  await clock.advance(hour / 2);
  expect(await fixture.names(newer)).toEqual([]);
  await fixture.post(events, event("idle"));
  await clock.advance(hour);
  expect(await fixture.names(events)).toEqual([]);
});

test("watchers are told the last state of an event that goes, at the version of that [apiserver/event-ttl]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const { metadata } = await fixture.post(events, event("one"));
  await fixture.clock.advance(hour - 1);
  const watch = fixture.watch(events, { resourceVersion: metadata.resourceVersion });
  await fixture.clock.advance(1);
  expect(await watch.told()).toEqual([`DELETED one@${fixture.store.revision}`]);
  expect(watch.object(0)).toMatchObject({ reason: "Made", metadata: { uid: metadata.uid } });
  expect(watch.object(0).metadata).not.toHaveProperty("deletionTimestamp");
  await watch.stop();
});

test("events of a used store stay for the whole time, and a closed server forgets none [apiserver/event-ttl]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  const first = await RegistryFixture.open(store);
  await first.post(events, event("one"));
  await first.registry.close();
  await first.clock.advance(2 * hour);
  const second = await RegistryFixture.open(store);
  await second.clock.advance(hour - 1);
  expect(await second.names(events)).toEqual(["one"]);
  await second.clock.advance(1);
  expect(await second.names(events)).toEqual([]);
});

test("what a store could not delete is tried again", async ({ expect }) => {
  class FailingStore extends MemoryStore {
    isFailing = false;
    override async commit(commit: Commit): Promise<StoredObject> {
      if (this.isFailing) throw new Error("the disk is full");
      return super.commit(commit);
    }
  }
  const [store, clock] = [new FailingStore(), new VirtualClock()];
  const expiry = new EventExpiry({ store, clock, eventTtlMs: 10 });
  const key = { collection: "/events", namespace: "a", name: "one" };
  const bytes = new TextEncoder().encode(`{"apiVersion":"v1","kind":"Event","metadata":{"name":"one"}}`);
  expiry.follow("put", await store.commit({ type: "put", key, expected: 0, encode: () => bytes }));
  store.isFailing = true;
  await clock.advance(10);
  store.isFailing = false;
  expect(await store.get(key)).toBeDefined();
  await clock.advance(10);
  expect(await store.get(key)).toBeUndefined();
});
