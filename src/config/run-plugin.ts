import type { ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { onAbort } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { configDefaults } from "./defaults.ts";
import { ConfigError } from "./errors.ts";

/** A program to run, and the bounds of the run. */
export interface PluginRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether it shares the terminal of this process. Then its standard error goes there and not to `onLine`. */
  readonly isInteractive: boolean;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, "setTimeout">;
  readonly signal: AbortSignal;
  /** Takes each line of the standard error, until it becomes too much. */
  readonly onLine: (line: string) => void;
  /** The kubeconfig's field, for messages. */
  readonly place: string;
}

/** How a program ended, and what it printed. Without a code it was ended by a signal. */
export interface PluginResult {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Processes of their own group can be ended with all that they started. On a terminal they would lose it, and Windows has none. */
function hasOwnGroup({ isInteractive }: PluginRun): boolean {
  return !isInteractive && process.platform !== "win32";
}

/**
 * Runs a program to its end, without a shell. It is killed, with what it started, when `signal` is aborted, when its time is over or when
 * it prints too much. Rejects with the signal's reason or a `ConfigError`.
 */
export async function runPlugin(run: PluginRun): Promise<PluginResult> {
  const { signal, clock, timeoutMs } = run;
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  // Loaded only here: most programs run no plugin.
  const { spawn: start } = await import("node:child_process");
  signal.throwIfAborted();
  const child = begin(run, start);
  const giveUp = (reason: unknown): void => {
    reject(reason);
    kill(child, hasOwnGroup(run));
  };
  child.on("error", (error) => giveUp(failure(run, `it can't be run: ${codeOf(error)}`)));
  child.on("close", resolve);
  // A helper that it leaves behind may keep its standard error open: what counts is its end and what it printed.
  using graces = new DisposableStack();
  child.once("exit", (code) => {
    const settle = (): void => {
      if (!graces.disposed) graces.use(clock.setTimeout(() => resolve(code), configDefaults.pluginLogGraceMs));
    };
    if (child.stdout === null || child.stdout.readableEnded) settle();
    else child.stdout.once("end", settle);
  });
  const output = collect(child.stdout, () => giveUp(failure(run, "it prints too much")));
  if (child.stderr !== null) eachLine(child.stderr, run.onLine);
  using _aborted = onAbort(signal, giveUp);
  using _timer = clock.setTimeout(() => giveUp(timedOut(run)), timeoutMs);
  const exitCode = await promise;
  child.stderr?.destroy();
  return { exitCode, output: output() };
}

function begin(run: PluginRun, start: typeof spawn): ChildProcess {
  try {
    return start(run.file, run.args, {
      env: run.env,
      stdio: run.isInteractive ? ["inherit", "pipe", "inherit"] : ["ignore", "pipe", "pipe"],
      detached: hasOwnGroup(run),
      windowsHide: true,
    });
  } catch {
    // Zero bytes, for instance. The cause is left out: it quotes the argument, which may be a secret.
    throw failure(run, "its arguments or variables can't be handed over");
  }
}

/** The text of a stream so far, up to the limit; beyond it, `onTooMuch` is called and nothing more is kept. */
function collect(stream: Readable | null, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= configDefaults.maxPluginBytes) chunks.push(chunk);
    else onTooMuch();
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

function eachLine(stream: Readable, onLine: (line: string) => void): void {
  let rest = "";
  let left = configDefaults.maxPluginLogCharacters;
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk.slice(0, left)).split("\n");
    left = Math.max(0, left - chunk.length);
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  stream.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}

function kill(child: ChildProcess, isGroup: boolean): void {
  // What was left open would keep this process alive.
  child.stdout?.destroy();
  child.stderr?.destroy();
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function failure({ place }: PluginRun, detail: string): ConfigError {
  const expected = `a program that prints an ExecCredential of at most ${configDefaults.maxPluginBytes} bytes`;
  return new ConfigError({ code: "SETPOINT_CONFIG_PLUGIN", attempt, place, detail, expected });
}

function timedOut({ place, timeoutMs }: PluginRun): ConfigError {
  const detail = `it did not end within ${timeoutMs} ms and was killed`;
  const expected = "a program that prints an ExecCredential and ends";
  return new ConfigError({ code: "SETPOINT_CONFIG_PLUGIN_TIMEOUT", attempt, place, detail, expected });
}

const attempt = "run the exec plugin of";

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : error.name;
}
