import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ApiServer } from "../../src/apiserver/index.ts";
import type { Endpoint } from "../../src/apiserver/index.ts";
import { requireBinaries } from "../../tools/control-plane/binaries.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { runKubectl } from "../../tools/control-plane/kubectl.ts";
import type { KubectlResult } from "../../tools/control-plane/kubectl.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import type { ServerName } from "../conformance/for-each-server.ts";

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

/** A server, and the real kubectl with its kubeconfig and nothing of this machine's user. */
export interface Kubectl extends AsyncDisposable {
  readonly name: ServerName;
  /** Nobody else uses it. Commands are about it unless they name another. */
  readonly namespace: string;
  /** A folder for the files of commands, gone with the rest. */
  readonly folder: string;
  /** Runs a command to its end. Words are divided at spaces unless they are given one by one; an object is given as standard input. */
  kubectl(args: Words, options?: CommandOptions): Promise<KubectlResult>;
  /** Runs a command that must succeed, and gives what it printed. */
  run(args: Words, options?: CommandOptions): Promise<string>;
  /** Starts kubectl with a command that goes on. */
  follow(args: Words): RunningCommand;
}

/** The words of a command. */
export type Words = string | readonly string[];

/** What a command gets beside its words. */
export interface CommandOptions {
  /** Manifests, as standard input. */
  readonly input?: object | readonly object[] | undefined;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** An embedded server that listens, and kubectl. */
export interface KubectlServer extends Kubectl {
  readonly server: ApiServer;
  readonly endpoint: Endpoint;
}

/** Defines a suite once for each server: the same kubectl, the same expectations. */
export function forEachKubectl(
  names: readonly ServerName[],
  title: string,
  define: (start: () => Promise<Kubectl>) => void,
): void {
  const starts: Readonly<Record<ServerName, () => Promise<Kubectl>>> = {
    embedded: startKubectlServer,
    real: startReal,
  };
  for (const name of names) describeReal(`${title} on the ${name} server`, () => define(starts[name]));
}

/** Starts an embedded server, with kubectl. */
export async function startKubectlServer(): Promise<KubectlServer> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await ApiServer.start());
  const endpoint = await server.listen();
  const folder = resources.use(await temporaryFolder()).path;
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, endpoint.kubeconfig, { mode: 0o600 });
  const kubectlPath = requireBinaries(["kubectl"], process.env).get("kubectl") ?? "";
  const commands = commandsOf({ kubectlPath, kubeconfig, namespace: "default", folder });
  const owned = resources.move();
  return {
    ...commands,
    name: "embedded",
    server,
    endpoint,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function startReal(): Promise<Kubectl> {
  await using resources = new AsyncDisposableStack();
  const { kubectlPath, kubeconfig, namespace } = resources.use(await startRealControlPlane());
  const folder = resources.use(await temporaryFolder()).path;
  // Beside the copy kubectl keeps what it has learnt of the server: not for the next test.
  const copy = join(folder, "kubeconfig");
  await copyFile(kubeconfig, copy);
  const commands = commandsOf({ kubectlPath, kubeconfig: copy, namespace, folder });
  const owned = resources.move();
  return { ...commands, name: "real", [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface Target {
  readonly kubectlPath: string;
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly folder: string;
}

function commandsOf(target: Target): Pick<Kubectl, "namespace" | "folder" | "kubectl" | "run" | "follow"> {
  const { kubectlPath, kubeconfig, namespace, folder } = target;
  const cache = join(folder, "kubectl-cache");
  const environment = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, KUBECACHEDIR: cache, KUBERC: "off" };
  const kubectl = (args: Words, { input, env }: CommandOptions = {}): Promise<KubectlResult> =>
    runKubectl({ ...target, environment: { ...environment, ...env } }, wordsOf(args), { input: documentsOf(input) });
  const follow = (args: Words): RunningCommand =>
    new RunningCommand(
      kubectlPath,
      [`--kubeconfig=${kubeconfig}`, `--namespace=${namespace}`, ...wordsOf(args)],
      environment,
    );
  const run = async (args: Words, options?: CommandOptions): Promise<string> => {
    const { code, stdout, stderr } = await kubectl(args, options);
    if (code !== 0)
      throw new Error(`run kubectl ${String(args)}: expected success, but it ended with ${code}: ${stderr}`);
    return stdout;
  };
  return { namespace, folder, kubectl, run, follow };
}

function wordsOf(args: Words): readonly string[] {
  return typeof args === "string" ? args.split(" ") : args;
}

/** JSON is YAML, in which several documents can stand in one stream. */
function documentsOf(input: CommandOptions["input"]): string | undefined {
  if (input === undefined) return undefined;
  const documents: readonly object[] = Array.isArray(input) ? input : [input];
  return documents.map((document) => JSON.stringify(document)).join("\n---\n");
}
