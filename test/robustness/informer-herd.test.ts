import { describe, test } from "vitest";
import { nextTurn, seededRandom, VirtualClock } from "../../src/async/index.ts";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import { Client } from "../../src/client/index.ts";
import { SharedInformer } from "../../src/informer/index.ts";
import { TransportFaults } from "../../src/testing/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { InformerWitness } from "./informer-witness.ts";

const minute = 60_000;
const informers = 1_000;

interface Asked {
  readonly atMs: number;
  readonly isList: boolean;
}

/** A server, and a crowd that follows it over ways that can all break at once. */
async function crowd(seed: number) {
  const [clock, store] = [new VirtualClock(), new MemoryStore()];
  let server = await ApiServer.start({ clock, store, random: seededRandom(seed) });
  const { token } = server;
  const faults = new TransportFaults();
  const asked: Asked[] = [];
  const access = { token, namespace: "default", clock };
  const writer = Client.over((request) => server.handle(request), access);
  const troubled = faults.wrap((request) => server.handle(request));
  const client = Client.over((request) => {
    const isList = !request.path.includes("watch=") || request.path.includes("sendInitialEvents=");
    asked.push({ atMs: clock.monotonic(), isList });
    return troubled(request);
  }, access);
  const stop = new AbortController();
  const witnesses: InformerWitness<ConfigMap>[] = [];
  const runs = Array.from({ length: informers }, (_, index) => {
    const random = seededRandom(seed * informers + index);
    const informer = new SharedInformer(ConfigMap, client.resource(ConfigMap).inNamespace(), { clock, random });
    const witness = new InformerWitness<ConfigMap>();
    witnesses.push(witness);
    informer.addHandler(witness);
    return informer.run({ signal: stop.signal });
  });
  /** Another server on the store, which remembers nothing of what happened before. */
  const restart = async (): Promise<void> => {
    await server.close();
    store.compact(store.revision);
    server = await ApiServer.start({ clock, store, token, random: seededRandom(seed + 1) });
  };
  const end = async (): Promise<void> => {
    stop.abort();
    await Promise.all(runs);
    await server.close();
  };
  return { clock, faults, asked, witnesses, maps: writer.resource(ConfigMap).inNamespace(), restart, end };
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
  await clock.advance(ms);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

describe.for([1, 2])("a crowd, seed %i", (seed) => {
  test("a thousand informers whose server restarts come back spread out, with one list each, and know everything [informer/fault-herd]", async ({
    expect,
  }) => {
    const { clock, faults, asked, witnesses, maps, restart, end } = await crowd(seed);
    await maps.create({ metadata: { name: "a" } });
    await maps.create({ metadata: { name: "b" } });
    await pass(clock, minute);
    faults.loseRequests({ methods: ["GET"], count: Infinity });
    expect(faults.killWatches()).toBe(informers);
    await maps.delete("a");
    await maps.create({ metadata: { name: "a" } });
    await restart();
    const before = asked.length;
    await pass(clock, minute);
    expect(faults.counts.lostRequests, "the fault fired").toBe(asked.length - before);
    const perSecondWhileAway = busiest(asked.slice(before).filter(({ atMs }) => atMs > minute + 10_000));
    expect(perSecondWhileAway).toBeLessThan(informers / 5);
    faults.clear();
    const back = asked.length;
    await pass(clock, 2 * minute);
    const after = asked.slice(back);
    expect(after.filter(({ isList }) => isList)).toHaveLength(informers);
    expect(busiest(after)).toBeLessThan(informers / 5);
    const { items } = await maps.list();
    for (const witness of witnesses) {
      witness.check(items);
      expect(witness.told.slice(2)).toEqual(["delete default/a?", "add default/a"]);
    }
    await end();
    expect(clock.pending).toBe(0);
  });
});

/** The most requests in one second. */
function busiest(asked: readonly Asked[]): number {
  const seconds = new Map<number, number>();
  for (const { atMs } of asked) seconds.set(Math.floor(atMs / 1_000), (seconds.get(Math.floor(atMs / 1_000)) ?? 0) + 1);
  return Math.max(...seconds.values());
}
