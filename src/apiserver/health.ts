import { textAnswer } from "./answer.ts";
import { NoSuchPathError } from "./errors.ts";
import type { ServerResponse } from "./http-message.ts";

/** What is looked at, in the order in which it is told. A server that answers at all is in good health: its store is in its memory. */
const checks: Readonly<Record<string, readonly string[]>> = {
  healthz: ["ping", "log", "etcd"],
  livez: ["ping", "log", "etcd"],
  readyz: ["ping", "log", "etcd", "etcd-readiness", "informer-sync", "shutdown"],
};

/** The roots of the paths that tell whether the server is well. */
export const healthRoots: readonly string[] = Object.keys(checks);

/** The paths that tell it, of the server as a whole and of each thing that is looked at. */
export function healthPaths(): readonly string[] {
  return Object.entries(checks).flatMap(([root, names]) => [`/${root}`, ...names.map((name) => `/${root}/${name}`)]);
}

/** The answer to whoever asks whether the server, or one thing about it, is well. */
export function healthAnswer([root = "", ...rest]: readonly string[], query: URLSearchParams): ServerResponse {
  const names = checks[root] ?? [];
  if (rest.length > 0) {
    if (!names.includes(rest.join("/"))) throw new NoSuchPathError();
    return textAnswer("ok");
  }
  return textAnswer(query.has("verbose") ? report(root, names, new Set(query.getAll("exclude"))) : "ok");
}

function report(root: string, names: readonly string[], excluded: ReadonlySet<string>): string {
  const lines = names.map((name) => `[+]${name} ${excluded.has(name) ? "excluded: ok" : "ok"}`);
  const unknown = [...excluded].filter((name) => !names.includes(name)).toSorted();
  const quoted = unknown.map((name) => JSON.stringify(name)).join(",");
  const warning = unknown.length === 0 ? [] : [`warn: some health checks cannot be excluded: no matches for ${quoted}`];
  return `${[...lines, ...warning, `${root} check passed`].join("\n")}\n`;
}
