import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ControlPlaneError } from "./errors.ts";
import type { GuardianAnswer, GuardianConfig, GuardianPlan, GuardianRequest } from "./guardian-protocol.ts";
import { runFiles, writePrivateFile } from "./run-state.ts";
import { tailOfFile } from "./server-process.ts";
import { moduleFolder } from "./versions.ts";

/** A guardian that ends with its owner: when this process is gone, for whatever reason, so are the servers and the folder. */
export interface GuardianHandle extends AsyncDisposable {
  readonly pid: number;
  readonly socket: string;
  /** Lets this process go without the guardian; `keep` must have been asked for before. */
  release(): void;
  /** Idempotent. Resolves when the guardian and its servers are gone. */
  end(): Promise<void>;
}

/**
 * Starts a guardian process in a session of its own, so that no signal to our process group reaches it. It holds one end of a pipe whose
 * other end only this process has: the operating system closes it even if this process is killed. A failed start leaves no folder.
 */
export async function spawnGuardian(folder: string, plan: GuardianPlan): Promise<GuardianHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    return await spawnIn({ folder, socket: socketPath(folder), plan });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function spawnIn(config: GuardianConfig): Promise<GuardianHandle> {
  const configFile = join(config.folder, runFiles.config);
  writePrivateFile(configFile, JSON.stringify(config));
  const logFile = join(config.folder, runFiles.log);
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, [join(moduleFolder, "guardian-main.ts"), configFile], {
    detached: true,
    stdio: ["pipe", "pipe", log],
    cwd: tmpdir(),
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    for (const event of ["exit", "error"]) child.once(event, () => resolve());
  });
  await ready(child, logFile);
  return handleOf(child, config.socket, exited);
}

/** Asks a guardian for one thing. Rejects with the guardian's own error, or with one that says that it can't be reached. */
export async function askGuardian(socket: string, request: GuardianRequest, signal?: AbortSignal): Promise<unknown> {
  const answer = parseAnswer(await exchange(socket, request, signal));
  if (answer.ok) return answer.value;
  throw new ControlPlaneError(answer.code, answer.message);
}

async function exchange(path: string, request: GuardianRequest, signal: AbortSignal | undefined): Promise<string> {
  const socket = connect({ path, ...(signal === undefined ? {} : { signal }) });
  try {
    socket.setEncoding("utf8");
    socket.write(`${request}\n`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    return text;
  } catch (error) {
    signal?.throwIfAborted();
    throw new ControlPlaneError(
      "SETPOINT_CONTROL_PLANE_GUARDIAN",
      `asking the guardian at ${path} to ${request}: it can't be reached`,
      {
        cause: error,
      },
    );
  } finally {
    socket.destroy();
  }
}

function parseAnswer(text: string): GuardianAnswer {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && "ok" in value) {
      // The guardian is this program, and its socket is in a folder that only we can enter.
      return value as GuardianAnswer;
    }
  } catch {
    // An answer that breaks off is no answer.
  }
  return {
    ok: false,
    code: "SETPOINT_CONTROL_PLANE_GUARDIAN",
    message: "asking the guardian: it ended before it had answered",
  };
}

/** Resolves when the guardian says that it listens. */
async function ready(child: ChildProcess, logFile: string): Promise<void> {
  const { stdout } = child;
  const failed = once(child, "close").then(([code]: unknown[]) => {
    const why = `it ended with code ${String(code)}; the end of its log:\n${tailOfFile(logFile)}`;
    throw new ControlPlaneError("SETPOINT_CONTROL_PLANE_GUARDIAN", `starting a guardian: ${why}`);
  });
  failed.catch(() => {});
  if (stdout === null)
    throw new ControlPlaneError("SETPOINT_CONTROL_PLANE_GUARDIAN", "starting a guardian: it has no output");
  await Promise.race([once(stdout, "data"), failed]);
  stdout.destroy();
}

function handleOf(child: ChildProcess, socket: string, exited: Promise<void>): GuardianHandle {
  // The guardian does not keep this process alive: when it is done it ends, and the guardian with it.
  child.unref();
  const end = async (): Promise<void> => {
    child.ref();
    child.stdin?.destroy();
    await exited;
  };
  return { pid: child.pid ?? 0, socket, release: () => child.stdin?.destroy(), end, [Symbol.asyncDispose]: end };
}

/** The shortest limit of a socket's path is that of macOS, 103 bytes. Windows has names instead of paths. */
function socketPath(folder: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\setpoint-${basename(folder)}-${process.pid}`;
  const path = join(folder, runFiles.socket);
  if (Buffer.byteLength(path) <= 103) return path;
  throw new ControlPlaneError(
    "SETPOINT_CONTROL_PLANE_GUARDIAN",
    `starting a guardian: the path of its socket is longer than 103 bytes (${path}); set TMPDIR and SETPOINT_CACHE to shorter paths`,
  );
}
