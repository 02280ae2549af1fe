/**
 * Measures a client that runs on Node against bench/peers/go/podserver and prints one JSON object of numbers, as bench/peers/go/client does
 * for client-go. It imports nothing but Node: the peer runs a copy of it beside the packages that it needs.
 */
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";

/** What is looked at of a pod, to see that it came. */
export interface PodLike {
  readonly metadata?: { readonly name?: string | undefined } | undefined;
  readonly status?: { readonly phase?: string | undefined } | undefined;
}

/** A client at the work that is measured. */
export interface NodeSide {
  get(): Promise<PodLike>;
  /** `number` differs each time, so that each patch has to be encoded. */
  patch(number: number): Promise<PodLike>;
  list(): Promise<readonly PodLike[]>;
  close(): Promise<void>;
}

/** Where the server is, and the authority to trust in PEM. */
export interface PodServerAddress {
  readonly server: string;
  readonly ca: string;
}

type Results = Record<string, number>;

/** Measures the part that the arguments name, and prints it. */
export async function measureNodeSide(connect: (address: PodServerAddress) => NodeSide): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { part: text, size: text, ms: text, server: text, ca: text } });
  const { part, size, ms, server = "", ca = "" } = values;
  const side = connect({ server, ca: readFileSync(ca, "utf8") });
  const results = part === "list" ? await measureList(side, Number(size)) : await measureRequests(side, Number(ms));
  await side.close();
  process.stdout.write(`${JSON.stringify(results)}\n`);
}

/** Sends for so long, after half as long to let the compiler and the connections settle. */
async function measureRequests(side: NodeSide, ms: number): Promise<Results> {
  const results: Results = {};
  for (const verb of ["get", "patch"] as const) {
    for (const inFlight of [1, 32]) {
      const send = async (number: number): Promise<void> => check(await side[verb](number));
      await sendFor(ms / 2, send, inFlight);
      const [started, cpu] = [performance.now(), cpuSeconds()];
      const sent = await sendFor(ms, send, inFlight);
      const [elapsedMs, used] = [performance.now() - started, cpuSeconds() - cpu];
      results[`${verb}${inFlight}`] = (sent * 1e3) / elapsedMs;
      results[`${verb}${inFlight}PerCpuSecond`] = sent / used;
    }
  }
  return results;
}

/** Keeps so many requests in flight until the time is over and all are answered. Says how many they were. */
async function sendFor(ms: number, send: (number: number) => Promise<void>, inFlight: number): Promise<number> {
  const end = performance.now() + ms;
  let sent = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) await send(sent++);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return sent;
}

function check({ status }: PodLike): void {
  if (status?.phase !== "Running") throw new Error(`expected a running pod, got ${JSON.stringify(status)}`);
}

async function measureList(side: NodeSide, size: number): Promise<Results> {
  // The connection is there before the measurement.
  check(await side.get());
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const [started, cpu] = [performance.now(), cpuSeconds()];
  const pods = await side.list();
  const [listMs, used, peak] = [performance.now() - started, cpuSeconds() - cpu, peakRssBytes()];
  // The last turn is counted when the next one begins.
  for (const counted = delays.count; delays.count === counted;) await setImmediate();
  delays.disable();
  const reading = performance.now();
  const running = pods.filter(({ metadata, status }) => metadata?.name !== "" && status?.phase === "Running").length;
  const readMs = performance.now() - reading;
  if (running !== size) throw new Error(`list: expected ${size} running pods, got ${running}`);
  return {
    listMs,
    listReadMs: listMs + readMs,
    listCpuMs: used * 1e3,
    listPeakRssMb: peak / 1e6,
    listLongestSliceMs: delays.max / 1e6,
  };
}

/** What this process has used so far, collections and threads included. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The most memory that this process ever held. Linux hands the peak in rusage down from the parent, hence /proc first. */
function peakRssBytes(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"));
  if (found === null) throw new Error("/proc/self/status: expected a line with VmHWM");
  return Number(found[1]) * 1024;
}
