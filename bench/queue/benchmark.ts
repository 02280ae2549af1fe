import type { Benchmark, Metric } from "../benchmark.ts";
import { buildGoPeer, flags, runGoPeer, runOurs } from "../side.ts";

/** Our work queue beside client-go's. */
export const queue: Benchmark = {
  name: "queue",
  about: "the work queue beside client-go's workqueue",
  sizeUnit: "keys",
  defaultSize: 1_000_000,
  metrics: [
    metric("cycle", { unit: "keys/s", better: "higher", goal: 2 }),
    metric("pingPong", { unit: "keys/s", better: "higher" }),
    metric("duplicates", { unit: "adds/s", better: "higher", goal: 1 }),
    metric("duplicatesRebuilt", { unit: "adds/s", better: "higher" }),
    metric("addAfter", { unit: "adds/s", better: "higher", goal: 2 }),
    metric("waitingBytes", { unit: "bytes/key", better: "lower" }),
    metric("delayedBytes", { unit: "bytes/key", better: "lower", goal: 0.5 }),
  ],
  async prepare() {
    await buildGoPeer("queue");
    return {
      ours: (options) => runOurs(new URL("./ours.ts", import.meta.url), options),
      peers: { "client-go": (options) => runGoPeer("queue", flags(options)) },
    };
  },
};

interface Terms extends Pick<Metric, "unit" | "better"> {
  readonly goal?: number;
}

function metric(name: string, { unit, better, goal }: Terms): Metric {
  return { name, unit, better, against: { "client-go": goal ?? null } };
}
