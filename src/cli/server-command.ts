import { readFile } from "node:fs/promises";
import { ApiServer } from "../apiserver/index.ts";
import { onAbort, realClock } from "../async/index.ts";
import { createLogger } from "../observe/index.ts";
import { CommandError } from "./errors.ts";
import { writeKubeconfigFile } from "./kubeconfig-file.ts";
import { parseServerArguments } from "./server-arguments.ts";
import type { ServerArguments } from "./server-arguments.ts";
import { shellWord } from "./shell-word.ts";
import type { Terminal } from "./terminal.ts";
import { serverUsage } from "./usage.ts";

/** `setpoint server`: runs a server until the terminal's signal is aborted. Leaves nothing behind but a kubeconfig that was asked for. */
export async function runServer(words: readonly string[], terminal: Terminal): Promise<void> {
  const asked = parseServerArguments(words);
  if (asked.isHelp) terminal.print(serverUsage);
  else await serve(asked, terminal);
}

async function serve(
  { port, host, kubeconfig, token, authorization, clientCa, eventTtl }: ServerArguments,
  terminal: Terminal,
): Promise<void> {
  const log = createLogger({ level: "warn", clock: realClock, write: terminal.complain });
  await using server = await ApiServer.start({ token, authorization, eventTtl, log });
  const endpoint = await server.listen({ port, host, clientCa: clientCa && (await readAuthorities(clientCa)) });
  await using file = await writeKubeconfigFile(endpoint.kubeconfig, kubeconfig);
  terminal.print(welcome(endpoint.url, file.path));
  await aborted(terminal.signal);
}

async function readAuthorities(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(
      "SETPOINT_CLI_FILE",
      `read the client authorities ${path}: expected a file that can be read`,
      {
        cause: error,
      },
    );
  }
}

function welcome(url: string, path: string): string {
  return `A Kubernetes API server is at ${url}. To use kubectl with it:

  export KUBECONFIG=${shellWord(path)}
  kubectl get namespaces

Everything in it is in memory. Ctrl-C ends it.
`;
}

async function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  using _listening = onAbort(signal, () => resolve());
  await promise;
}
