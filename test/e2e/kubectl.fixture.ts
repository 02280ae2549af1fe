import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ApiServer } from "../../src/apiserver/index.ts";
import type { Endpoint } from "../../src/apiserver/index.ts";
import { requireBinaries } from "../../tools/control-plane/binaries.ts";
import { runKubectl } from "../../tools/control-plane/kubectl.ts";
import type { KubectlResult } from "../../tools/control-plane/kubectl.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";

/** A command that goes on until it is ended, and the lines that it prints. */
export class RunningCommand implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string, unknown>;
  readonly #ended: Promise<number | null>;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("close", resolve));
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** The next line. Rejects when the command has ended and printed no more. */
  async nextLine(): Promise<string> {
    const next = await this.#lines.next();
    if (next.done === true) throw new Error("read the next line of a command: expected one more, but it has ended");
    return next.value;
  }

  /** The first of the next lines that contains a text. */
  async lineWith(text: string): Promise<string> {
    for (;;) {
      const line = await this.nextLine();
      if (line.includes(text)) return line;
    }
  }

  /** Tells the command to end, and gives its exit code; nothing if it did not end by itself. */
  async end(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}

/** An embedded server that listens, and the real kubectl with its kubeconfig and nothing of this machine's user. */
export interface KubectlServer extends AsyncDisposable {
  readonly server: ApiServer;
  readonly endpoint: Endpoint;
  /** Runs a command to its end. An object is given to it as standard input. */
  kubectl(args: string, input?: object): Promise<KubectlResult>;
  /** Starts a command that goes on. */
  follow(args: string): RunningCommand;
}

/** Starts one of both. */
export async function startKubectlServer(): Promise<KubectlServer> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await ApiServer.start());
  const endpoint = await server.listen();
  const folder = resources.use(await temporaryFolder()).path;
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, endpoint.kubeconfig, { mode: 0o600 });
  const kubectlPath = requireBinaries(["kubectl"], process.env).get("kubectl") ?? "";
  const environment = { PATH: process.env.PATH, HOME: folder, KUBECACHEDIR: join(folder, "cache"), KUBERC: "off" };
  const target = { kubectlPath, kubeconfig, namespace: "default", environment };
  const owned = resources.move();
  return {
    server,
    endpoint,
    kubectl: (args, input) =>
      runKubectl(target, args.split(" "), input === undefined ? {} : { input: JSON.stringify(input) }),
    follow: (args) => new RunningCommand(kubectlPath, [`--kubeconfig=${kubeconfig}`, ...args.split(" ")], environment),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
