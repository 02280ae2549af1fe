import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../src/async/index.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { identifyProcess } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** A server to run, as data. */
export interface ServerCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** A running server whose output goes to a log file. It is never restarted. */
export class ServerProcess {
  readonly name: string;
  readonly logFile: string;
  /** Undefined if the command could not be started at all. */
  readonly identity: ProcessIdentity | undefined;
  /** Resolves when the process is gone, however it went. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #end: string | undefined;

  private constructor(child: ChildProcess, name: string, logFile: string) {
    this.#child = child;
    this.name = name;
    this.logFile = logFile;
    this.identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
    this.ended = new Promise((resolve) => {
      const settle = (end: string): void => {
        this.#end ??= end;
        resolve();
      };
      child.once("error", (error) => settle(`could not be started (${error.message})`));
      child.once("exit", (code, signal) =>
        settle(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
      );
    });
  }

  /** Starts the server, appending its output to `<name>.log` in `logFolder`. */
  static start({ name, command, args }: ServerCommand, logFolder: string): ServerProcess {
    const logFile = join(logFolder, `${name}.log`);
    const log = openSync(logFile, "a", 0o600);
    try {
      return new ServerProcess(spawn(command, args, { stdio: ["ignore", log, log], cwd: logFolder }), name, logFile);
    } finally {
      closeSync(log);
    }
  }

  /** How the process ended, in words; undefined while it runs. */
  get end(): string | undefined {
    return this.#end;
  }

  /** The last lines of the log. */
  logTail(): string {
    return tailOfFile(this.logFile);
  }

  /** Asks the process to end, and ends it if it has not done so after the grace time. Resolves when it is gone. */
  async stop(clock: Clock, graceMs: number = controlPlaneDefaults.stopGraceMs): Promise<void> {
    if (this.#end !== undefined) return;
    this.#child.kill("SIGTERM");
    using _kill = clock.setTimeout(() => this.#child.kill("SIGKILL"), graceMs);
    await this.ended;
  }
}

/** The last lines of a text file; a remark if there is no such file. */
export function tailOfFile(path: string): string {
  try {
    return tail(readFileSync(path, "utf8")) || "(its log is empty)";
  } catch {
    return "(it has no log)";
  }
}

/** The last lines of a text. */
export function tail(text: string): string {
  return text.trimEnd().split("\n").slice(-controlPlaneDefaults.logTailLines).join("\n");
}
