import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Clock } from "../../src/async/index.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { ControlPlaneError } from "./errors.ts";
import { tail } from "./server-process.ts";
import { moduleFolder } from "./versions.ts";
import type { Environment } from "./versions.ts";

/** One run of `go build`. */
export interface GoBuildOptions {
  readonly go: string;
  readonly package: string;
  readonly output: string;
  readonly linkFlags: string;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Called from time to time with what was done so far, in words. */
  readonly onProgress: (progress: string) => void;
}

/** Builds one Go package of our module. Never changes `go.mod` or `go.sum`. Rejects with the end of what Go said. */
export async function goBuild(options: GoBuildOptions): Promise<void> {
  const { go, output, linkFlags, clock, environment, signal } = options;
  const args = ["build", "-v", "-mod=readonly", "-trimpath", "-ldflags", linkFlags, "-o", output, options.package];
  const child = spawn(go, args, {
    cwd: moduleFolder,
    // A workspace around the checkout, or C libraries of this machine, must not change what is built.
    env: { ...environment, CGO_ENABLED: "0", GOWORK: "off" },
    stdio: ["ignore", "ignore", "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const progress = new GoProgress();
  const heartbeat = new AbortController();
  const beating = beat(clock, heartbeat.signal, () => options.onProgress(progress.toString()));
  try {
    for await (const line of createInterface({ input: child.stderr })) progress.add(line);
    const code = await ended;
    if (code !== 0) {
      const said = tail(progress.other.join("\n")) || "(it said nothing)";
      throw new ControlPlaneError(
        "SETPOINT_CONTROL_PLANE_BUILD",
        `building ${options.package}: go ended with code ${code} and said:\n${said}`,
      );
    }
  } finally {
    heartbeat.abort();
    await beating;
  }
}

async function beat(clock: Clock, signal: AbortSignal, callback: () => void): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(controlPlaneDefaults.heartbeatMs, signal).then(callback, () => {});
  }
}

/** What `go build -v` has said so far: a line per package that it compiles, one per module that it downloads, and its complaints. */
class GoProgress {
  readonly other: string[] = [];
  #packages = 0;
  #downloads = 0;

  add(line: string): void {
    if (line.startsWith("go: downloading ")) this.#downloads += 1;
    else if (/^[\w.~-]+(\/[\w.~-]+)*$/.test(line)) this.#packages += 1;
    else this.other.push(line);
  }

  toString(): string {
    const downloads = this.#downloads > 0 ? `${this.#downloads} modules downloaded, ` : "";
    return `${downloads}${this.#packages === 0 ? "nothing to compile so far" : `${this.#packages} packages compiled`}`;
  }
}
