import { test } from "vitest";
import { nextTurn } from "../../src/async/index.ts";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import { ask, configMap, maps, watchEvents } from "./apiserver-asking.fixture.ts";

const burst = 100_000;

/** Changes one config map so often, past the server: what it does with the log is what is tested. Gives the last version. */
async function changeOften(store: MemoryStore, count: number): Promise<number> {
  const key = { collection: "/configmaps", namespace: "default", name: "busy" };
  let expected = (await store.get(key))?.revision ?? 0;
  for (let change = 0; change < count; change++) {
    const encode = (revision: number): Uint8Array =>
      new TextEncoder().encode(
        `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"busy","namespace":"default","resourceVersion":"${revision}"}}`,
      );
    expected = (await store.commit({ type: "put", key, expected, encode })).revision;
  }
  return expected;
}

function never(): AbortSignal {
  return new AbortController().signal;
}

test("a burst of 100,000 changes reaches a watch that is read, each once and in order [apiserver/watch-burst]", async ({
  expect,
}) => {
  const store = new MemoryStore({ historySize: burst * 2 });
  await using server = await ApiServer.start({ store });
  const since = store.revision;
  const watching = watchEvents(server, `${maps}?watch=1&resourceVersion=${since}`, never());
  const last = await changeOften(store, burst);
  expect(last).toBe(since + burst);
  let seen = since;
  for await (const { type, object } of watching) {
    const version = Number(object.metadata?.resourceVersion);
    if (version !== seen + 1 || type !== (version === since + 1 ? "ADDED" : "MODIFIED"))
      expect.unreachable(`${type} ${version} after ${seen}`);
    seen = version;
    if (seen === last) break;
  }
});

test("who does not read during a burst is told that it has expired, and the log stays bounded [apiserver/watch-slow-reader]", async ({
  expect,
}) => {
  const store = new MemoryStore({ historySize: 500 });
  await using server = await ApiServer.start({ store });
  const since = store.revision;
  const watching = watchEvents(server, `${maps}?watch=1&resourceVersion=${since}`, never());
  const first = watching.next();
  await changeOften(store, 1);
  expect((await first).value).toMatchObject({ type: "ADDED" });
  const last = await changeOften(store, burst);
  const seen: string[] = [];
  for await (const { type, object } of watching) seen.push(type === "ERROR" ? `ERROR ${object.reason}` : type);
  // What it held already, at most one batch, and then the truth.
  expect(seen.at(-1)).toBe("ERROR Expired");
  expect(seen.length).toBeLessThanOrEqual(1_001);
  const kept = await Promise.all(
    [last - 500, last - 501].map((version) =>
      watchEvents(server, `${maps}?watch=1&resourceVersion=${version}`, never()).next(),
    ),
  );
  expect(kept.map(({ value }) => value?.type)).toEqual(["MODIFIED", "ERROR"]);
});

test("compaction ends the watches that have not seen everything, and no others [apiserver/watch-compacted]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  await using server = await ApiServer.start({ store });
  const since = store.revision;
  const last = await changeOften(store, 10);
  const current = watchEvents(server, `${maps}?watch=1&resourceVersion=${last}`, never());
  const next = current.next();
  await nextTurn();
  server.compact();
  const late = await Array.fromAsync(watchEvents(server, `${maps}?watch=1&resourceVersion=${since}`, never()));
  // The error comes first and alone: no event of a past with a gap in it.
  expect(late.map(({ type, object }) => [type, object.reason])).toEqual([["ERROR", "Expired"]]);
  await ask(server, `POST ${maps}`, { body: configMap("new") });
  expect((await next).value).toMatchObject({ type: "ADDED", object: { metadata: { name: "new" } } });
});

test("a watch from a version that is still to come begins there [apiserver/watch-future]", async ({ expect }) => {
  const store = new MemoryStore();
  await using server = await ApiServer.start({ store });
  const future = store.revision + 5;
  const next = watchEvents(server, `${maps}?watch=1&resourceVersion=${future}`, never()).next();
  const last = await changeOften(store, 6);
  expect(last).toBe(future + 1);
  expect((await next).value?.object.metadata?.resourceVersion).toBe(String(last));
});
