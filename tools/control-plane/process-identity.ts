import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/**
 * One process. Its id alone says little: it may be given to another process later, and the same id means different processes in different
 * containers. On Linux the four fields together are never given again. Elsewhere `boot` and `pidNamespace` are empty, and the start is as
 * good as the system tells it: to the second, and not at all on Windows, where a reused id is not noticed.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in a form that is only good for comparing. On Linux it counts from the boot, so that it may repeat after the next. */
  readonly startedAt: string;
  /** Which boot of which machine. */
  readonly boot: string;
  /** Within which namespace the id was seen. */
  readonly pidNamespace: string;
}

/** Who runs under `pid` now. A process that has ended but was not collected by its parent counts as gone. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt, ...surroundings() };
}

/** Whether this very process still runs, as far as it can be seen from here: one of another pid namespace can't. */
export function isAlive(identity: ProcessIdentity): boolean {
  const current = identifyProcess(identity.pid);
  return current !== undefined && isSameProcess(current, identity);
}

/** Whether a process may well run without being seen from here: it was started since the last boot, in another pid namespace. */
export function isOutOfSight(identity: ProcessIdentity): boolean {
  const { boot, pidNamespace } = surroundings();
  return identity.boot === boot && identity.pidNamespace !== pidNamespace;
}

/** Whether both mean the same process. */
export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return (
    one.pid === other.pid &&
    one.startedAt === other.startedAt &&
    one.boot === other.boot &&
    one.pidNamespace === other.pidNamespace
  );
}

/** Whether a value that was read from a file has the form of an identity. */
export function isProcessIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== "object" || value === null) return false;
  const { pid, startedAt, boot, pidNamespace } = value as Record<string, unknown>;
  return (
    Number.isInteger(pid) &&
    Number(pid) > 0 &&
    [startedAt, boot, pidNamespace].every((text) => typeof text === "string")
  );
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

function surroundings(): Pick<ProcessIdentity, "boot" | "pidNamespace"> {
  return {
    boot: textOrNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    pidNamespace: textOrNothing(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** Systems other than Linux have no such files, and a sandbox may hide them. */
function textOrNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
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
