import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { testRunPrefix } from "../../tools/control-plane/abandoned-runs.ts";
import { requestApi } from "../../tools/control-plane/api-request.ts";
import { askGuardian, spawnGuardian } from "../../tools/control-plane/guardian-client.ts";
import { readRunState } from "../../tools/control-plane/run-state.ts";
import { controlPlaneBinaries, parseRunning } from "../../tools/control-plane/running.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { repositoryRoot } from "../../tools/source/repository.ts";

/** A server that runs for one round, alone. */
export interface MeasuredServer {
  /** From nothing to its first answer. */
  readonly startMs: number;
  /** How a program is told where it is. */
  readonly flags: readonly string[];
  /** The processes that it consists of. */
  readonly pids: readonly number[];
}

/** Starts a server that `open` ends. */
export type StartServer = (open: AsyncDisposableStack) => Promise<MeasuredServer>;

/** Ours, in a process of its own. Its program has no types: it runs as it is, as a published one does, and nothing is translated first. */
export const startOurs: StartServer = startNode(() => {
  const program = readFileSync(new URL("./serve.ts", import.meta.url), "utf8");
  return ["--input-type=module", "--eval", program];
});

/** No server at all: what the platform alone needs to write the same to as many connections. */
export const startBare: StartServer = startNode(() => [fileURLToPath(new URL("./serve-bare.ts", import.meta.url))]);

function startNode(args: () => readonly string[]): StartServer {
  return async (open) => {
    const program = args();
    const started = performance.now();
    const child = spawn(process.execPath, program, {
      cwd: repositoryRoot,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    open.defer(async () => {
      child.stdin.end();
      await exited;
    });
    const { value, done } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    if (done === true) throw new Error("starting a server on Node: it ended before it was ready");
    const place = JSON.parse(value) as Place;
    const { status } = await requestApi(place, { path: "/readyz" });
    if (status !== 200) throw new Error(`starting a server on Node: expected 200 of /readyz, got ${status}`);
    const startMs = performance.now() - started;
    return { startMs, pids: [child.pid ?? 0], flags: await flagsOf(place, open) };
  };
}

/** The real one with its etcd. Whoever guards them runs before the time is taken. */
export async function startReal(open: AsyncDisposableStack): Promise<MeasuredServer> {
  const folder = await mkdtemp(testRunPrefix);
  const binaries = controlPlaneBinaries(process.env);
  const { socket } = open.use(await spawnGuardian(folder, { kind: "control-plane", binaries }));
  const started = performance.now();
  const running = parseRunning(await askGuardian(socket, "start"));
  const startMs = performance.now() - started;
  const pids = readRunState(folder)?.servers.map(({ pid }) => pid) ?? [];
  return { startMs, pids, flags: await flagsOf(running, open) };
}

interface Place {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
}

async function flagsOf({ server, ca, token }: Place, open: AsyncDisposableStack): Promise<readonly string[]> {
  const { path: folder } = open.use(await temporaryFolder());
  const file = join(folder, "ca.pem");
  await writeFile(file, ca);
  return ["--server", server, "--ca", file, "--token", token];
}

/** The memory that processes have now, together. */
export function residentMb(pids: readonly number[]): number {
  return sum(
    pids,
    (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
  );
}

/** The processor time that processes have had so far, together. Linux counts it in hundredths of a second. */
export function cpuMs(pids: readonly number[]): number {
  return sum(pids, (pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
