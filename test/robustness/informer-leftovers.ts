import { getEventListeners } from "node:events";
import { nextTurn } from "../../src/async/index.ts";

/** What there is at one moment once everything that was thrown away is collected. */
export interface Leftovers {
  readonly heapBytes: number;
  /** Those that keep a process alive: sockets, timers and the like. */
  readonly resources: readonly string[];
  /** Of a signal that lives as long as the process: what is not taken off it is collected there. */
  readonly listeners: number;
}

/** Measures this process. Needs `--expose-gc`. */
export async function measureLeftovers(signal: AbortSignal): Promise<Leftovers> {
  for (let round = 0; round < 5; round += 1) {
    await nextTurn();
    globalThis.gc?.();
  }
  return {
    heapBytes: process.memoryUsage().heapUsed,
    resources: process.getActiveResourcesInfo(),
    listeners: getEventListeners(signal, "abort").length,
  };
}
