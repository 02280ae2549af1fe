import { realClock } from "../../src/async/index.ts";
import type { Sample } from "../benchmark.ts";
import { runGoPeer } from "../side.ts";
import { cpuMs, residentMb } from "./measured-server.ts";
import type { MeasuredServer } from "./measured-server.ts";

/** The generator's name in bench/peers/go. */
export const generator = "apiserver";

/** Puts load on a server that has no objects yet, until it has `size` of them, and beyond. */
export async function measureServer(server: MeasuredServer, size: number): Promise<Sample> {
  const { startMs, pids } = server;
  const tenth = Math.max(400, Math.floor(size / 10));
  const full = Math.max(tenth * 2, size);
  const one = Math.floor(tenth / 4);
  const duration = `${Math.min(3000, Math.max(1000, Math.floor(size / 20)))}ms`;
  const range = (from: number, to: number): readonly string[] => ["--from", String(from), "--to", String(to)];
  const load = (args: readonly string[]): Promise<Load> => loaded(server, args);

  await load(["--part", "create", ...range(0, one)]);
  const creates1 = await load(["--part", "create", ...range(one, 2 * one)]);
  await load(["--part", "create", ...range(2 * one, tenth), ...many]);
  const rssTenthMb = await settledMb(pids);
  const creates32 = await load(["--part", "create", ...range(tenth, full), ...many]);
  const rssFullMb = await settledMb(pids);
  const gets1 = await load(["--part", "get", ...range(0, full), "--duration", duration]);
  const gets32 = await load(["--part", "get", ...range(0, full), "--duration", duration, ...many]);
  const list = await load(["--part", "list"]);
  // As before the others: the first settle what is made, or compiled, on first use.
  await load(["--part", "create", ...range(full, full + tenth), "--http2", ...many]);
  const creates32Http2 = await load(["--part", "create", ...range(full + tenth, full + 2 * tenth), "--http2", ...many]);
  const fanOut1 = await load([...fanOutAt(size), "--http2"]);
  const { fanOut1Http1 } = await measurePlainFanOut(server, size);
  const fanOut32Http1 = await load([...fanOutAt(size), "--from", "4000", "--writes", "960", ...many]);
  return {
    startMs,
    creates1: creates1.rate,
    creates32: creates32.rate,
    creates32Http2: creates32Http2.rate,
    createCpuUs: creates32.cpuUs,
    gets1: gets1.rate,
    gets32: gets32.rate,
    getCpuUs: gets32.cpuUs,
    listMbPerSecond: list.rate,
    fanOut1: fanOut1.rate,
    fanOut1Http1,
    fanOut32Http1: fanOut32Http1.rate,
    rssTenthMb,
    rssFullMb,
  };
}

/** One write to everybody, and then the next, over a connection of HTTP/1.1 for each. */
export async function measurePlainFanOut(
  server: MeasuredServer,
  size: number,
): Promise<{ readonly fanOut1Http1: number }> {
  const { rate } = await loaded(server, [...fanOutAt(size), "--from", "2000"]);
  return { fanOut1Http1: rate };
}

/** So many writes that it is not the first seconds of the watches that are measured: those go on for hours. */
function fanOutAt(size: number): readonly string[] {
  const watchers = Math.min(1000, Math.max(50, Math.floor(size / 4)));
  const writes = Math.min(1000, Math.max(50, Math.floor(size / 100)));
  return ["--part", "fanout", "--watchers", String(watchers), "--writes", String(writes)];
}

const many: readonly string[] = ["--in-flight", "32"];

interface Load {
  readonly rate: number;
  /** What the server needed for each. */
  readonly cpuUs: number;
}

async function loaded({ pids, flags }: MeasuredServer, args: readonly string[]): Promise<Load> {
  const before = cpuMs(pids);
  const { rate = 0, count = 0 } = await runGoPeer(generator, [...args, ...flags]);
  return { rate, cpuUs: ((cpuMs(pids) - before) * 1e3) / count };
}

/** A moment later: what was needed for the last requests only may be given back. */
export async function settledMb(pids: readonly number[]): Promise<number> {
  await realClock.sleep(500);
  return residentMb(pids);
}
