/**
 * Follows a server whose lists take longer than it remembers changes, for some virtual hours and as many again, and prints what there is after
 * each, as one line of JSON. A process of its own, so that nothing but this is measured. Needs `--expose-gc`.
 */
import { nextTurn, seededRandom, VirtualClock } from "../../src/async/index.ts";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import { Client } from "../../src/client/index.ts";
import { SharedInformer } from "../../src/informer/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { measureLeftovers } from "./informer-leftovers.ts";
import type { Leftovers } from "./informer-leftovers.ts";

const seconds = Number(process.argv[2]) * 3_600;
const [clock, random] = [new VirtualClock({ settleTurns: 8 }), seededRandom(14)];
const server = await ApiServer.start({ clock, random, store: new MemoryStore({ historySize: 5 }) });
const access = { token: server.token, namespace: "default", clock, protobuf: false };
const client = Client.over((request) => server.handle(request), access);
const maps = client.resource(ConfigMap).inNamespace();
for (let index = 0; index < 5; index += 1) await maps.create({ metadata: { name: `n${index}` } });
const slow = server.faults.inject({
  match: ({ method, path }) => method === "GET" && !path.includes("watch="),
  bytesPerSecond: 20,
});
let expired = 0;
const informer = new SharedInformer(ConfigMap, maps, { clock, random, streamingLists: "off" });
informer.onError(() => (expired += 1));
informer.addHandler({ update: () => {} });
const stop = new AbortController();
const running = informer.run({ signal: stop.signal });

async function live(from: number, to: number): Promise<Leftovers & { readonly timers: number }> {
  for (let second = from; second < to; second += 4) {
    await maps.patch("n0", { data: { second: String(second) } });
    await clock.advance(4_000);
  }
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  return { ...(await measureLeftovers(stop.signal)), timers: clock.pending };
}

const before = await live(0, seconds);
const listsBefore = slow.fired;
const after = await live(seconds, 2 * seconds);
const lists = { before: listsBefore, after: slow.fired - listsBefore };
stop.abort();
await running;
await server.close();
process.stdout.write(`${JSON.stringify({ before, after, lists, expired, timersLeft: clock.pending })}\n`);
