import { test } from "vitest";
import { nextTurn, seededRandom, VirtualClock } from "../../src/async/index.ts";
import { ApiServer } from "../../src/apiserver/index.ts";
import type { ServerRequest } from "../../src/apiserver/index.ts";
import { Client } from "../../src/client/index.ts";
import { Reflector } from "../../src/informer/index.ts";
import type { ListWatch, ReflectorDelta, ReflectorOptions } from "../../src/informer/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import type { ConfigMap as Map } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

/** Follows config maps, and keeps what it was told: who is there, and each delta on one line. */
function follow(source: ListWatch<Map>, options: ReflectorOptions = {}) {
  const stop = new AbortController();
  const present = new Set<string>();
  const told: string[] = [];
  const take = (delta: ReflectorDelta<Map>): string => {
    if (delta.type === "interrupted" || delta.type === "bookmark") return delta.type;
    if (delta.type === "replaced") {
      present.clear();
      for (const { metadata } of delta.objects) present.add(metadata.name);
      return delta.type;
    }
    const { name } = delta.object.metadata;
    if (delta.type === "deleted") present.delete(name);
    else present.add(name);
    return `${delta.type} ${name}`;
  };
  const reflector = new Reflector(ConfigMap, source, options);
  const reading = (async () => {
    for await (const delta of reflector.deltas({ signal: stop.signal })) told.push(take(delta));
  })();
  const end = async (): Promise<void> => {
    stop.abort();
    await reading;
  };
  return { present, told, reflector, end };
}

forEachServer(["embedded", "real"], "a reflector", (start) => {
  for (const [how, options, queries] of [
    ["streamed", {}, ["sendInitialEvents"]],
    ["in pages", { streamingLists: "off", pageSize: 2 }, ["limit=2", "continue="]],
    ["in one piece", { streamingLists: "off", pageSize: 0 }, ["configmaps?"]],
  ] as const) {
    test(`lists ${how}, and follows what changes [informer/reflects-servers]`, async ({ expect }) => {
      await using server = await start();
      const paths: string[] = [];
      const client = server.connect((transport) => (request) => {
        paths.push(request.path);
        return transport(request);
      });
      const maps = client.resource(ConfigMap).inNamespace();
      for (const name of ["a", "b", "c", "d", "e"]) await maps.create({ metadata: { name } });
      const { present, told, end } = follow(maps, options);
      await expect.poll(() => present.has("e"), { timeout: 60_000 }).toBe(true);
      expect(told.filter((line) => line === "replaced")).toHaveLength(1);
      await maps.delete("a");
      await maps.create({ metadata: { name: "f" } });
      await expect.poll(() => present.has("f") && !present.has("a"), { timeout: 60_000 }).toBe(true);
      expect(["b", "c", "d", "e"].every((name) => present.has(name))).toBe(true);
      for (const query of queries)
        expect(
          paths.some((path) => path.includes(query)),
          query,
        ).toBe(true);
      expect(told).not.toContain("interrupted");
      await end();
    });
  }
});

/** A server, a client and a reflector on one virtual clock, joined by function calls. */
async function joined(options: ReflectorOptions = {}) {
  const clock = new VirtualClock();
  const server = await ApiServer.start({ clock, random: seededRandom(1) });
  const requests: string[] = [];
  let current = server;
  const swap = (other: ApiServer): void => {
    current = other;
  };
  const client = Client.over(
    (request) => {
      if (request.method === "GET") requests.push(request.path);
      return current.handle(request);
    },
    { token: server.token, namespace: "default", clock },
  );
  const maps = client.resource(ConfigMap).inNamespace();
  const following = follow(maps, { clock, random: seededRandom(2), ...options });
  /** Lets time pass, and everything happen that can happen then. */
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  await pass(0);
  return { clock, server, maps, requests, swap, pass, ...following };
}

const isWatch = ({ path }: ServerRequest): boolean => path.includes("watch=");
const isPlainWatch = (request: ServerRequest): boolean =>
  isWatch(request) && !request.path.includes("sendInitialEvents");

test("a connection that breaks at any byte of an event loses none and repeats none, and needs no list [informer/reset-at-every-byte]", async ({
  expect,
}) => {
  const { server, maps, requests, told, pass, end } = await joined();
  await using _server = server;
  const made = await maps.create({ metadata: { name: "m" } });
  const lineBytes = JSON.stringify({ type: "ADDED", object: made }).length + 10;
  await pass(0);
  let fired = 0;
  for (let bytes = 0; bytes <= lineBytes; bytes += 1) {
    const fault = server.faults.inject({ match: isPlainWatch, times: 1, cutAfterBytes: bytes });
    server.faults.dropWatches({ how: "cut" });
    await pass(1_700);
    await maps.create({ metadata: { name: `m${bytes}` } });
    await pass(1_700);
    fired += fault.fired;
    fault.remove();
    await pass(3_400);
  }
  expect(fired).toBe(lineBytes + 1);
  const added = told.filter((line) => line.startsWith("added"));
  expect(added).toEqual(["added m", ...Array.from({ length: lineBytes + 1 }, (_, bytes) => `added m${bytes}`)]);
  expect(requests.filter((path) => path.includes("sendInitialEvents") || !path.includes("watch="))).toHaveLength(1);
  await end();
});

test("a connection on which no byte comes any more is replaced within four minutes, and nothing is lost [informer/quiet-watch-replaced]", async ({
  expect,
}) => {
  const { server, maps, present, told, pass, end } = await joined();
  await using _server = server;
  await pass(60_000);
  expect(told).toContain("bookmark");
  const fault = server.faults.inject({ match: isPlainWatch, times: 1, stallAfterBytes: 0 });
  server.faults.dropWatches();
  await pass(2_000);
  await maps.create({ metadata: { name: "late" } });
  await pass(110_000);
  expect([present.has("late"), fault.fired]).toEqual([false, 1]);
  await pass(130_000);
  expect(present.has("late")).toBe(true);
  await end();
});

test("410 in the stream, 429 and 500 as answers, and pages that are forgotten end with what the server has [informer/reflects-faults]", async ({
  expect,
}) => {
  for (const options of [{}, { streamingLists: "off", pageSize: 1 }] as const) {
    const { server, maps, present, pass, end } = await joined(options);
    await using _server = server;
    for (const name of ["a", "b", "c"]) await maps.create({ metadata: { name } });
    await pass(0);
    const faults = (["TooManyRequests", "InternalError", "Timeout", "Gone"] as const).map((reason) =>
      server.faults.inject({ match: isWatch, times: 2, refuse: { reason } }),
    );
    const forgotten = server.faults.inject({
      match: ({ path }) => path.includes("continue="),
      times: 1,
      refuse: { reason: "Expired" },
    });
    server.faults.dropWatches({ how: { reason: "Expired" } });
    await maps.delete("b");
    await maps.create({ metadata: { name: "d" } });
    server.compact();
    for (let round = 0; round < 60; round += 1) await pass(10_000);
    expect([...present].filter((name) => name.length === 1).sort()).toEqual(["a", "c", "d"]);
    expect(faults.map(({ fired }) => fired)).toEqual([2, 2, 2, 2]);
    expect(forgotten.fired).toBe("pageSize" in options ? 1 : 0);
    await end();
  }
});

test("a server that was restored to an older state is believed, also where the watch goes on in silence [informer/mute-watch-lists]", async ({
  expect,
}) => {
  const { clock, server, maps, present, told, swap, pass, end } = await joined();
  for (const name of ["a", "b", "c"]) await maps.create({ metadata: { name } });
  await pass(60_000);
  expect([...present].sort()).toEqual(["a", "b", "c"]);
  expect(told).toContain("bookmark");
  await using older = await ApiServer.start({ clock, token: server.token });
  swap(older);
  await maps.create({ metadata: { name: "o" } });
  expect(server.faults.dropWatches({ how: "cut" })).toBe(1);
  await pass(10_000);
  expect([...present].sort(), "it waits for a version that is not there").toEqual(["a", "b", "c"]);
  for (let minute = 0; minute < 4; minute += 1) await pass(60_000);
  expect([...present].sort()).toEqual(["o"]);
  await maps.create({ metadata: { name: "p" } });
  await pass(1_000);
  expect([...present].sort()).toEqual(["o", "p"]);
  await end();
  await server.close();
});
