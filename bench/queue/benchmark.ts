import type { Benchmark } from "../benchmark.ts";
import { buildGoPeer, runGoPeer, runOurs } from "../side.ts";

/** Our work queue beside client-go's. */
export const queue: Benchmark = {
  name: "queue",
  about: "the work queue beside client-go's workqueue",
  peerName: "client-go",
  defaultSize: 1_000_000,
  metrics: [
    { name: "cycle", unit: "keys/s", better: "higher", goal: 2 },
    { name: "pingPong", unit: "keys/s", better: "higher" },
    { name: "duplicates", unit: "adds/s", better: "higher", goal: 1 },
    { name: "duplicatesRebuilt", unit: "adds/s", better: "higher" },
    { name: "addAfter", unit: "adds/s", better: "higher", goal: 2 },
    { name: "waitingBytes", unit: "bytes/key", better: "lower" },
    { name: "delayedBytes", unit: "bytes/key", better: "lower", goal: 0.5 },
  ],
  prepare: () => buildGoPeer("queue"),
  ours: (options) => runOurs(new URL("./ours.ts", import.meta.url), options),
  peer: (options) => runGoPeer("queue", options),
};
