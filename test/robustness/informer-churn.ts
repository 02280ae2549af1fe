/**
 * Follows a server through virtual hours of changes, resets, refusals and restarts, and as many again, and prints what there is after each, as
 * one line of JSON. A process of its own, so that nothing but this is measured. Needs `--expose-gc`.
 */
import { nextTurn, seededRandom, VirtualClock } from "../../src/async/index.ts";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import { Client } from "../../src/client/index.ts";
import { SharedInformer } from "../../src/informer/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { TransportFaults } from "../../src/testing/index.ts";
import { measureLeftovers } from "./informer-leftovers.ts";
import type { Leftovers } from "./informer-leftovers.ts";
import { InformerWitness } from "./informer-witness.ts";

const minutes = Number(process.argv[2]) * 60;
const [clock, random, store] = [new VirtualClock(), seededRandom(46), new MemoryStore({ historySize: 50 })];
let server = await ApiServer.start({ clock, random, store });
const { token } = server;
const access = { token, namespace: "default", clock };
const faults = new TransportFaults();
const transport = faults.wrap((request) => server.handle(request));
const maps = Client.over((request) => server.handle(request), access)
  .resource(ConfigMap)
  .inNamespace();
const source = Client.over(transport, access).resource(ConfigMap).inNamespace();
const informer = new SharedInformer(ConfigMap, source, { clock, random });
const ends = { add: 0, update: 0, delete: 0 };
informer.addHandler({
  add: () => void (ends.add += 1),
  update: () => void (ends.update += 1),
  delete: () => void (ends.delete += 1),
});
const stop = new AbortController();
const running = informer.run({ signal: stop.signal });
const fired = { killed: 0, dropped: 0, refused: 0, restarts: 0 };

async function change(minute: number): Promise<void> {
  const name = `n${random.integer(20)}`;
  if (informer.lister.get(`default/${name}`) === undefined)
    await maps.create({ metadata: { name } }).catch(() => undefined);
  else if (random.integer(3) === 0) await maps.delete(name).catch(() => undefined);
  else await maps.patch(name, { data: { minute: String(minute) } }).catch(() => undefined);
}

async function trouble(minute: number): Promise<void> {
  if (minute % 3 === 0) fired.killed += faults.killWatches();
  if (minute % 7 === 0) fired.dropped += server.faults.dropWatches({ how: { reason: "Expired" } });
  if (minute % 11 === 0) {
    using refused = server.faults.inject({
      match: ({ path }) => path.includes("watch="),
      times: 2,
      refuse: { reason: "InternalError" },
    });
    server.faults.dropWatches();
    await clock.advance(10_000);
    fired.refused += refused.fired;
  }
  if (minute % 60 !== 0) return;
  await server.close();
  server = await ApiServer.start({ clock, random, store, token });
  fired.restarts += 1;
}

async function live(from: number, to: number): Promise<Leftovers & { readonly timers: number }> {
  for (let minute = from; minute < to; minute += 1) {
    for (let index = 0; index < 4; index += 1) await change(minute);
    await trouble(minute);
    await clock.advance(60_000);
  }
  // Until the last trouble is over, and everybody has heard of everything.
  await clock.advance(15 * 60_000);
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  return { ...(await measureLeftovers(stop.signal)), timers: clock.pending };
}

// The code itself takes memory until it is compiled for good, and a queue remembers the last thousand that have ended.
const before = await live(1, minutes);
const after = await live(minutes, 2 * minutes);
// Whoever comes late is told what is there.
const witness = new InformerWitness<ConfigMap>();
informer.addHandler(witness);
await clock.advance(1_000);
witness.check((await maps.list()).items);
stop.abort();
await running;
await server.close();
const timersLeft = clock.pending;
process.stdout.write(
  `${JSON.stringify({ before, after, timersLeft, fired, ends, present: informer.lister.list().length })}\n`,
);
