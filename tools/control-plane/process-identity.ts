import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** One process for ever: its id may be given to another process later, its id and start together never are. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in a form that is only good for comparing. */
  readonly startedAt: string;
}

/** Who runs under `pid` now. A process that has ended but was not collected by its parent counts as gone. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether this very process still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Sends a signal to this very process. False if it is gone, whoever has its id now. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false;
  try {
    return process.kill(identity.pid, signal);
  } catch {
    return false;
  }
}

function startOnLinux(pid: number): string | undefined {
  try {
    // The second field, the command, is in parentheses and may hold anything: count from the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, startTime] = [fields[0], fields[19]];
    return state === "Z" || state === "X" ? undefined : startTime;
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  if (process.platform === "win32") return answersSignals(pid) ? "unknown" : undefined;
  const { stdout } = spawnSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], { encoding: "utf8" });
  const line = stdout.trim();
  return line === "" || line.startsWith("Z") ? undefined : line.replace(/^\S+\s+/, "");
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
