import { describe, test } from "vitest";
import { nextTurn, seededRandom, VirtualClock } from "../../src/async/index.ts";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";
import { historyProblems } from "./check-history.ts";
import type { History } from "./operation.ts";
import { pause, PausingStore } from "./pausing-store.ts";
import { runTraffic } from "./run-traffic.ts";
import { witnessHeader } from "./watcher.ts";

/** More with `SETPOINT_CONSISTENCY_SEEDS=1000`; one of them with `SETPOINT_CONSISTENCY_FIRST=17 SETPOINT_CONSISTENCY_SEEDS=1`. */
const first = Number(process.env["SETPOINT_CONSISTENCY_FIRST"] ?? 1);
const seeds = Array.from(
  { length: Number(process.env["SETPOINT_CONSISTENCY_SEEDS"] ?? 50) },
  (_, index) => first + index,
);

const finalizers: readonly string[] = ["test.setpoint.dev/a", "test.setpoint.dev/b"];

interface Run {
  readonly history: History;
  readonly compactions: number;
  readonly drops: number;
}

/** Traffic on a server that forgets soon, takes its time, loses watches and lets minutes pass. */
async function disturbedRun(seed: number): Promise<Run> {
  const random = seededRandom(seed);
  const clock = new VirtualClock();
  const historySize = 80;
  const store = new MemoryStore({ historySize });
  await using server = await ApiServer.start({ store: new PausingStore(store, random), clock, random });
  const counts = { compactions: 0, drops: 0 };
  const disturb = async (seen: number): Promise<number> => {
    await pause(random, 60);
    await nextTurn();
    const what = random.integer(8);
    if (what === 0) await clock.advance(61_000);
    if (what === 1) {
      const match = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): boolean =>
        headers[witnessHeader] === undefined && random.integer(2) === 0;
      counts.drops += server.faults.dropWatches({ match, how: random.integer(2) === 0 ? "end" : "cut" });
    }
    if (what !== 2 || seen === 0) return 0;
    server.compact(String(seen));
    counts.compactions += 1;
    return seen;
  };
  const place = { send: server.handle, token: server.token, namespace: "default" };
  const history = await runTraffic({ place, random, clients: 6, requests: 40, finalizers, disturb });
  const dropped = history.log.at(-historySize - 1)?.object.version ?? 0;
  return { history: { ...history, forgotten: Math.max(history.forgotten, dropped) }, ...counts };
}

describe("random traffic with pauses, compactions, slow readers and lost answers and watches", () => {
  // A limit on what hangs, whatever the number of seeds.
  const timeout = 60_000 + seeds.length * 5_000;
  test(
    "is linearizable and keeps the guarantees of watches [apiserver/consistency]",
    { timeout },
    async ({ expect }) => {
      const total = { compactions: 0, drops: 0, expired: 0, lost: 0, conflicts: 0, bookmarks: 0 };
      for (const seed of seeds) {
        const { history, compactions, drops } = await disturbedRun(seed);
        expect({ seed, problems: historyProblems(history) }).toEqual({ seed, problems: [] });
        total.compactions += compactions;
        total.drops += drops;
        const sessions = history.watches.flatMap((watch) => watch.sessions);
        total.expired += sessions.filter(({ end }) => end === "expired").length;
        total.bookmarks += sessions.flatMap(({ items }) => items).filter(({ type }) => type === "bookmark").length;
        total.lost += history.operations.filter(({ output }) => output.type === "unknown").length;
        total.conflicts += history.operations.filter(
          ({ output }) => output.type === "refused" && output.reason === "Conflict",
        ).length;
      }
      // What was meant to go wrong did.
      for (const [what, count] of Object.entries(total))
        expect({ what, happened: count > 0 }).toEqual({ what, happened: true });
    },
  );
});

forEachServer(["embedded", "real"], "random traffic", (start) => {
  test("is linearizable and keeps the guarantees of watches [apiserver/consistency]", async ({ expect }) => {
    await using server = await start();
    const random = seededRandom(first);
    const place = { send: server.transport, token: server.token, namespace: server.namespace };
    const disturb = async (): Promise<number> => {
      await nextTurn();
      return 0;
    };
    // In Kubernetes a delete that marks an object for its finalizers succeeds also when the object has gone meanwhile.
    const history = await runTraffic({ place, random, clients: 6, requests: 40, finalizers: [], disturb });
    expect(historyProblems(history)).toEqual([]);
    expect(history.log.length).toBeGreaterThan(20);
  });
});
