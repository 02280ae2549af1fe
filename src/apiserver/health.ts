import { textAnswer } from "./answer.ts";
import { NoSuchPathError } from "./errors.ts";
import type { ServerResponse } from "./http-message.ts";

/**
 * What a server has made or served before it answers anybody, under the names of the steps of Kubernetes' start that do it. Steps that make
 * something that there is not here, such as leases, informers or flow control, are not among them.
 */
const steps: readonly string[] = [
  "poststarthook/start-apiextensions-controllers",
  "poststarthook/crd-informer-synced",
  "poststarthook/start-system-namespaces-controller",
  "poststarthook/start-cluster-authentication-info-controller",
  "poststarthook/storage-readiness",
  "poststarthook/rbac/bootstrap-roles",
  "poststarthook/scheduling/bootstrap-system-priority-classes",
  "poststarthook/priority-and-fairness-config-producer",
  "poststarthook/bootstrap-controller",
  "poststarthook/start-kubernetes-service-cidr-controller",
  "poststarthook/apiservice-discovery-controller",
  "poststarthook/kube-apiserver-autoregistration",
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];

/** What is looked at, in the order in which it is told. A server that answers at all is in good health: its store is in its memory. */
const checks: Readonly<Record<string, readonly string[]>> = {
  healthz: ["ping", "log", "etcd", ...steps],
  livez: ["ping", "log", "etcd", ...steps],
  readyz: ["ping", "log", "etcd", "etcd-readiness", "informer-sync", ...steps, "shutdown"],
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
