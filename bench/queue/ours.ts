/** Measures our work queue and prints one JSON object of numbers: the other side of bench/peers/go/queue. */
import { parseArgs } from "node:util";
import { WorkQueue } from "../../src/queue/index.ts";

/** Flat strings that no table has met: built from bytes, so that nothing is hashed or flattened beforehand. */
function keys(count: number, salt: string): string[] {
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(`namespace-${i % 1000}/object-${i}-${salt}`).toString("latin1"),
  );
}

async function perSecond(count: number, work: () => void | Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1000) / (performance.now() - started);
}

function heapBytes(): number {
  globalThis.gc!();
  globalThis.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function cycle(names: readonly string[]): Promise<number> {
  using queue = new WorkQueue();
  return await perSecond(names.length, async () => {
    for (const name of names) queue.add(name);
    // A `using` block would add the cost of the language construct, which is not the queue's.
    for (let i = 0; i < names.length; i++) (await queue.take())!.done();
  });
}

async function pingPong(names: readonly string[]): Promise<number> {
  using queue = new WorkQueue();
  return await perSecond(names.length, async () => {
    for (const name of names) {
      queue.add(name);
      (await queue.take())!.done();
    }
  });
}

async function duplicates(names: readonly string[]): Promise<number> {
  using queue = new WorkQueue();
  const few = names.slice(0, 1000);
  for (const name of few) queue.add(name);
  return await perSecond(names.length, () => {
    for (let i = 0; i < names.length; i++) queue.add(few[i % few.length]!);
  });
}

/** The same with a new string for each add, as from a decoded event: nothing about it is known yet. */
async function duplicatesRebuilt(names: readonly string[]): Promise<number> {
  using queue = new WorkQueue();
  const few = names.slice(0, 1000);
  const rebuilt = names.map((_, i) => Buffer.from(few[i % few.length]!).toString("latin1"));
  globalThis.gc!();
  for (const name of few) queue.add(name);
  return await perSecond(names.length, () => {
    for (const name of rebuilt) queue.add(name);
  });
}

function delayAll(queue: WorkQueue, names: readonly string[]): void {
  for (let i = 0; i < names.length; i++) queue.addAfter(names[i]!, 3_600_000 + ((i * 7919) % names.length));
}

async function addAfter(names: readonly string[]): Promise<number> {
  using queue = new WorkQueue();
  return await perSecond(names.length, () => delayAll(queue, names));
}

function bytesPerKey(names: readonly string[], fill: (queue: WorkQueue) => void): number {
  const before = heapBytes();
  using queue = new WorkQueue();
  fill(queue);
  return (heapBytes() - before) / names.length;
}

/** The least disturbed of three measurements. */
async function best(
  measurement: (names: readonly string[]) => Promise<number>,
  names: readonly string[],
): Promise<number> {
  return Math.max(await measurement(names), await measurement(names), await measurement(names));
}

async function measure(names: readonly string[]): Promise<Record<string, number>> {
  // What making the keys left behind is not the queue's to clean up.
  globalThis.gc!();
  return {
    cycle: await best(cycle, names),
    pingPong: await best(pingPong, names),
    duplicates: await best(duplicates, names),
    duplicatesRebuilt: await best(duplicatesRebuilt, names),
    addAfter: await best(addAfter, names),
    waitingBytes: bytesPerKey(names, (queue) => names.forEach((name) => queue.add(name))),
    delayedBytes: bytesPerKey(names, (queue) => delayAll(queue, names)),
  };
}

const { values } = parseArgs({ options: { size: { type: "string" }, salt: { type: "string" } } });
// The compiler gets its warm-up, and one queue lives on: without any, a full collection would forget what was compiled for their shape. A
// long-running controller has both.
using _alive = new WorkQueue();
await measure(keys(100_000, "warm-up"));
process.stdout.write(`${JSON.stringify(await measure(keys(Number(values.size), values.salt ?? "0")))}\n`);
