/**
 * Measures an informer that runs on Node and prints one JSON object of numbers, as bench/peers/go/informer does for client-go. It imports
 * nothing but Node: the peer runs a copy of it beside the packages that it needs.
 */
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";

/** What is read of an object: something of its metadata, its spec and its status. */
export interface PodLike {
  readonly metadata?:
    | {
        readonly labels?: Readonly<Record<string, string>> | undefined;
        readonly ownerReferences?: readonly { readonly name: string }[] | undefined;
      }
    | undefined;
  readonly spec?:
    | {
        readonly nodeName?: string | undefined;
        readonly containers: readonly { readonly image?: string | undefined }[];
      }
    | undefined;
  readonly status?:
    | { readonly phase?: string | undefined; readonly conditions?: readonly object[] | undefined }
    | undefined;
}

/** Hears of each change, with the key of the object. */
export interface ChangeHandler {
  added(key: string, object: PodLike): void;
  updated(key: string, object: PodLike): void;
}

/** An informer with indexes by namespace and by node, where it has indexes, that has not been started. */
export interface InformerSide {
  /** Starts it. May return before everything is there. */
  start(handler: ChangeHandler): void;
  /** How many objects are in it. */
  count(): number;
  close(): Promise<void>;
}

/** What is followed, and where. */
export interface InformerTarget {
  readonly server: string;
  /** The authority to trust, in PEM. */
  readonly ca: string;
  readonly token: string;
  readonly kind: "pods" | "podcopies";
}

type Results = Record<string, number>;

/** Measures what the arguments name, and prints it. */
export async function measureInformer(connect: (target: InformerTarget) => InformerSide): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { kind: text, size: text, times: text, server: text, ca: text, token: text },
  });
  const { server = "", token = "benchmark", kind, times = "" } = values;
  const ca = readFileSync(values.ca ?? "", "utf8");
  const side = connect({ server, ca, token, kind: kind === "podcopies" ? kind : "pods" });
  const handler = new MeasuredHandler(Number(values.size));
  const results = await measureSync(side, handler);
  for (const [part, count] of partsOf(times)) {
    const replay = (): Promise<void> => askForReplay({ server, ca, times: count });
    Object.assign(results, await measureWatch({ part, handler, events: count * handler.size, replay }));
  }
  await side.close();
  process.stdout.write(`${JSON.stringify(results)}\n`);
}

/** Of `keys=2,read=1`: how many replacements of each object each part has. */
function partsOf(times: string): readonly (readonly [string, number])[] {
  return times === "" ? [] : times.split(",").map((part) => [part.split("=")[0]!, Number(part.split("=")[1])]);
}

/** Does with each event what a controller does: it takes the key. If it is told to it reads the object as well. */
class MeasuredHandler implements ChangeHandler {
  /** How many objects are there at the beginning. */
  readonly size: number;
  reads = false;
  updates = 0;
  /** The most memory that was held when it was looked at, once in a thousand updates. */
  peakRssBytes = 0;
  /** So that nothing of what is read is left out as unused. */
  length = 0;
  #adds = 0;
  #wanted = 0;
  #resolve: () => void = () => {};

  constructor(size: number) {
    this.size = size;
  }

  added(key: string, object: PodLike): void {
    this.#take(key, object);
    if (++this.#adds === this.#wanted) this.#resolve();
  }

  updated(key: string, object: PodLike): void {
    this.#take(key, object);
    if (++this.updates % 1000 === 0) this.peakRssBytes = Math.max(this.peakRssBytes, statusBytes("VmRSS"));
  }

  /** Resolves when so many more objects were added. */
  async hear(adds: number, begin: () => void | Promise<void>): Promise<void> {
    this.#wanted = this.#adds + adds;
    const heard = Promise.withResolvers<void>();
    this.#resolve = heard.resolve;
    await begin();
    await heard.promise;
  }

  #take(key: string, object: PodLike): void {
    this.length += key.length;
    if (this.reads) this.length += lengthOf(object);
  }
}

function lengthOf({ metadata, spec, status }: PodLike): number {
  return [
    metadata!.labels!["tier"]!,
    metadata!.ownerReferences![0]!.name,
    spec!.nodeName!,
    spec!.containers[0]!.image!,
    status!.phase!,
    status!.conditions!,
  ].reduce((sum, { length }) => sum + length, 0);
}

/** From the start of the informer until its handler has heard of everything, and what is held then. */
async function measureSync(side: InformerSide, handler: MeasuredHandler): Promise<Results> {
  const { elapsedMs, cpuMs, longestSliceMs } = await measure(() =>
    handler.hear(handler.size, () => side.start(handler)),
  );
  const [peak, rssBytes] = [statusBytes("VmHWM"), statusBytes("VmRSS")];
  if (side.count() !== handler.size) throw new Error(`sync: expected ${handler.size} objects, got ${side.count()}`);
  const heapBytes = await liveBytes();
  return {
    syncMs: elapsedMs,
    syncCpuMs: cpuMs,
    syncLongestSliceMs: longestSliceMs,
    syncPeakRssMb: peak / 1e6,
    rssBytes,
    heapBytes,
  };
}

/** What is still held after a collection. What is held weakly goes only once the turn that looked at it is over. */
async function liveBytes(): Promise<number> {
  for (let collections = 0; collections < 2; collections++) {
    await setImmediate();
    globalThis.gc!();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface WatchPart {
  readonly part: string;
  readonly handler: MeasuredHandler;
  readonly events: number;
  readonly replay: () => Promise<void>;
}

async function measureWatch({ part, handler, events, replay }: WatchPart): Promise<Results> {
  handler.reads = part === "read";
  handler.updates = 0;
  const before = statusBytes("VmRSS");
  handler.peakRssBytes = before;
  // One new object ends a replay.
  const { elapsedMs, cpuMs, longestSliceMs } = await measure(() => handler.hear(1, replay));
  if (handler.updates > events || handler.updates < handler.size) {
    throw new Error(`${part}: expected ${events} updates, or fewer where some were merged, got ${handler.updates}`);
  }
  return {
    [`${part}EventsPerSecond`]: (events * 1e3) / elapsedMs,
    [`${part}EventCpuUs`]: (cpuMs * 1e3) / events,
    [`${part}LongestSliceMs`]: longestSliceMs,
    [`${part}RssGrowthMb`]: Math.max(0.1, (handler.peakRssBytes - before) / 1e6),
  };
}

interface Measured {
  readonly elapsedMs: number;
  readonly cpuMs: number;
  readonly longestSliceMs: number;
}

async function measure(work: () => Promise<void>): Promise<Measured> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const [elapsedMs, { user, system }] = [performance.now() - started, process.cpuUsage(cpu)];
  // The last turn is counted when the next one begins.
  for (const counted = delays.count; delays.count === counted;) await setImmediate();
  delays.disable();
  return { elapsedMs, cpuMs: (user + system) / 1e3, longestSliceMs: delays.max / 1e6 };
}

/** Makes the server send so many replacements of each object. Resolves when it has been told to. */
async function askForReplay({ server, ca, times }: { server: string; ca: string; times: number }): Promise<void> {
  const answered = Promise.withResolvers<void>();
  const asked = request(`${server}/replay?times=${times}`, { method: "POST", ca, agent: false }, (answer) => {
    answer.resume().once("end", answered.resolve);
  });
  asked.once("error", answered.reject).end();
  await answered.promise;
}

/** What Linux tells of the memory of this process: VmRSS is what it holds, VmHWM the most that it ever held. Elsewhere it is what Node knows. */
function statusBytes(name: "VmRSS" | "VmHWM"): number {
  if (process.platform !== "linux") {
    return name === "VmRSS" ? process.memoryUsage.rss() : process.resourceUsage().maxRSS * 1024;
  }
  const found = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync("/proc/self/status", "utf8"));
  if (found === null) throw new Error(`/proc/self/status: expected a line with ${name}`);
  return Number(found[1]) * 1024;
}
