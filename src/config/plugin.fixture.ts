import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import { execCredentials } from "./exec-credentials.ts";
import type { ExecCredentialsOptions } from "./exec-credentials.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { kubeconfig } from "./kubeconfig.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import type { TemporaryFolder } from "./temporary-folder.fixture.ts";

/** The version that the plugins here speak. */
export const apiVersion = "client.authentication.k8s.io/v1";

/** An `ExecCredential` with this status. */
export function execCredential(status: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ kind: "ExecCredential", apiVersion, status });
}

/** A program in a folder of its own. */
export interface ScriptedPlugin extends AsyncDisposable {
  readonly command: string;
  readonly folder: string;
  /** How often it was run. */
  readonly runs: number;
  /** What it printed into a file of its folder. */
  file(name: string): string;
}

/** Writes a shell script that runs in its folder, notes each run there and then does what `script` says. */
export async function scriptedPlugin(script: string): Promise<ScriptedPlugin> {
  const temporary: TemporaryFolder = await temporaryFolder();
  const { path: folder } = temporary;
  const command = join(folder, "plugin");
  await writeFile(command, `#!/bin/sh\ncd '${folder}'\necho run >> runs\n${script}\n`, { mode: 0o755 });
  const file = (name: string): string => readFileSync(join(folder, name), "utf8");
  return {
    command,
    folder,
    file,
    get runs() {
      return existsSync(join(folder, "runs")) ? file("runs").split("\n").length - 1 : 0;
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

/** A plugin that prints this text. */
export function printingPlugin(text: string): Promise<ScriptedPlugin> {
  return scriptedPlugin(`cat <<'END'\n${text}\nEND`);
}

/** Something on the other end of which a process can be seen to live and to end. */
export interface Lifeline extends AsyncDisposable {
  /** What a script does to start a process in the background that never ends. */
  readonly script: string;
  /** The end of each process that has begun. */
  begun(): Promise<{ readonly ended: Promise<void> }>;
}

/** Listens for processes that begin. */
export async function lifeline(): Promise<Lifeline> {
  const temporary = await temporaryFolder();
  const path = join(temporary.path, "socket");
  const first = Promise.withResolvers<Socket>();
  const server: Server = createServer(first.resolve);
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  const ending = first.promise.then((socket) => {
    socket.on("error", () => {});
    socket.resume();
    return { ended: new Promise<void>((resolve) => void socket.on("close", () => resolve())) };
  });
  return {
    script: `'${process.execPath}' -e 'require("net").connect(process.argv[1])' '${path}'`,
    begun: () => ending,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** The credential that a plugin gives. */
export async function tokenOf(
  plugin: Partial<ExecPlugin>,
  options: ExecCredentialsOptions = {},
): Promise<string | undefined> {
  const source = execCredentials({ apiVersion, command: "", interactiveMode: "Never", ...plugin }, options);
  return (await source.current({})).authorization;
}

/** A kubeconfig whose user has a plugin. */
export function exec(fields: Readonly<Record<string, unknown>>): string {
  return kubeconfig({ user: { exec: { apiVersion, command: "x", interactiveMode: "Never", ...fields } } });
}
