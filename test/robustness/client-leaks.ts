/**
 * Sends requests and opens watches that are cancelled, all on one client, and prints what is left of them as one line of JSON. A process of
 * its own, so that nothing but a client is measured. Needs `--expose-gc`, and the server's address and authority in its environment.
 */
import { getEventListeners } from "node:events";
import { nextTurn } from "../../src/async/index.ts";
import { Client } from "../../src/client/index.ts";
import { ConfigMap } from "../../src/kinds.ts";

const [, , requests = "0", watches = "0"] = process.argv;
const { SERVER: server = "", CA: ca = "" } = process.env;
const atOnce = 20;

const client = Client.connect({ server, ca, token: "t", namespace: "default" }, { maxRetries: 0 });
const configMaps = client.resource(ConfigMap, { namespace: "default" });
/** Lives as long as the process: what is not taken off it is collected there. */
const forEver = new AbortController();

async function ask(index: number): Promise<void> {
  const { signal } = forEver;
  const asked = index % 10 === 0 ? configMaps.get("missing", { signal }) : configMaps.get("one", { signal });
  await asked.catch(() => undefined);
}

/** Cancels a watch in each of the ways there are. */
async function watchOnce(index: number): Promise<void> {
  const stop = new AbortController();
  const signal = index % 2 === 0 ? stop.signal : AbortSignal.any([stop.signal, forEver.signal]);
  const events = configMaps.watch({ signal });
  try {
    if (index % 4 === 3) queueMicrotask(() => stop.abort());
    for await (const _event of events) {
      if (index % 4 === 0) break;
      stop.abort();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function all(count: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += atOnce) {
    const length = Math.min(atOnce, count - start);
    await Promise.all(Array.from({ length }, (_, index) => work(start + index)));
  }
}

/** What is reachable once everything that was thrown away is collected. */
async function usedHeap(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    await nextTurn();
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

async function measure(): Promise<object> {
  const heapBytes = await usedHeap();
  return {
    heapBytes,
    resources: process.getActiveResourcesInfo(),
    listeners: getEventListeners(forEver.signal, "abort").length,
  };
}

// The code itself takes memory until it is compiled for good.
await all(Number(requests) / 4, ask);
await all(Number(watches) / 4, watchOnce);
const before = await measure();
await all(Number(requests), ask);
const afterRequests = await measure();
await all(Number(watches), watchOnce);
const afterWatches = await measure();
await client.close();
const closed = await measure();
// Only now, as the pipe of the output counts as well.
process.stdout.write(`${JSON.stringify({ before, afterRequests, afterWatches, closed })}\n`);
