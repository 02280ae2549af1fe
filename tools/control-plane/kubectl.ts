import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Environment } from "./versions.ts";

/** Which kubectl to run, and against what. */
export interface KubectlTarget {
  readonly kubectlPath: string;
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly environment: Environment;
}

/** What to give to a command, and when to end it. */
export interface KubectlOptions {
  /** For commands that read standard input: `kubectl(["apply", "-f", "-"], { input })`. */
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a command said. A code other than 0 is an answer too, not an exception. */
export interface KubectlResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs one command to its end, in the target's namespace unless the arguments name another. Rejects with the signal's reason when aborted. */
export async function runKubectl(
  target: KubectlTarget,
  args: readonly string[],
  { input = "", signal }: KubectlOptions,
): Promise<KubectlResult> {
  signal?.throwIfAborted();
  const { kubectlPath, kubeconfig, namespace, environment } = target;
  const cache = join(dirname(kubeconfig), "kubectl-cache");
  const child = spawn(
    kubectlPath,
    [`--kubeconfig=${kubeconfig}`, `--cache-dir=${cache}`, `--namespace=${namespace}`, ...args],
    {
      // What the user of this machine prefers must not change what a test sees.
      env: { ...environment, KUBECONFIG: undefined, KUBERC: "off" },
      ...(signal === undefined ? {} : { signal }),
    },
  );
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(signal?.aborted ? signal.reason : error));
    child.once("close", (code) => resolve(code ?? -1));
  });
  // A command that reads no input may be gone before it is written.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code };
}
