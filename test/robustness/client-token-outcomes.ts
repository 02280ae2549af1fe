/**
 * Sends a token through every verb to servers that fail, each in its way, logs what comes of it, and at last dies of an error that nobody
 * handles. Everything that it prints is looked at by a test. The servers, their authority and the level of the log are in the environment; the
 * token comes over the standard input, as an environment is shown to others.
 */
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { realClock } from "../../src/async/index.ts";
import {
  applyAll,
  Client,
  createOrPatch,
  createOrUpdate,
  DiscoveryClient,
  DynamicClient,
  MetadataClient,
  waitFor,
} from "../../src/client/index.ts";
import type { ResourceClient } from "../../src/client/index.ts";
import { hideSecrets } from "../../src/config/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { createLogger, MetricsRegistry } from "../../src/observe/index.ts";
import type { LogLevel } from "../../src/observe/index.ts";

const { SERVERS: servers = "", CA: ca = "", LEVEL: level = "" } = process.env;
const token = await text(process.stdin);
const metrics = new MetricsRegistry();
const logger = createLogger({
  clock: realClock,
  level: level as LogLevel,
  write: (line) => process.stderr.write(line),
});
const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const noChange = (): void => {};

type Verb = (maps: ResourceClient<ConfigMap>, client: Client) => Promise<unknown>;

const verbs: Readonly<Record<string, Verb>> = {
  get: (maps) => maps.get("a"),
  list: (maps) => maps.list(),
  listAll: (maps) => maps.listAll(),
  watch: (maps) => maps.watch().next(),
  create: (maps) => maps.create(object),
  update: (maps) => maps.update(object),
  updateStatus: (maps) => maps.updateStatus(object),
  patch: (maps) => maps.patch("a", {}),
  "JSON patch": (maps) => maps.patch("a", [], { type: "json" }),
  strategic: (maps) => maps.patch("a", {}, { type: "strategic" }),
  apply: (maps) => maps.apply({ metadata: { name: "a" } }, { fieldManager: "me" }),
  subresource: (maps) => maps.subresource("status").get("a"),
  delete: (maps) => maps.delete("a"),
  deleteCollection: (maps) => maps.deleteCollection(),
  stream: (_maps, client) => client.rest.get(ConfigMap).stream(),
  raw: (_maps, client) => client.rest.path("/healthz").raw({ anyStatus: true }),
  metadata: (_maps, client) => new MetadataClient(client, ConfigMap).get("a"),
  discovery: (_maps, client) => new DiscoveryClient(client).discover(),
  dynamic: (_maps, client) => new DynamicClient(client).find("configmaps"),
  createOrUpdate: (maps) => createOrUpdate(maps, object, noChange),
  createOrPatch: (maps) => createOrPatch(maps, object, noChange),
  applyAll: (_maps, client) => applyAll(client, [object], { fieldManager: "me" }),
  waitFor: (maps) => waitFor(maps, "a", { condition: () => false, timeout: 1_000 }),
};

function show(...values: readonly unknown[]): void {
  process.stdout.write(`${inspect(values, { depth: Infinity, showHidden: true })}\n`);
}

/** Asks everything of one server, and gives an error that came of it. */
async function ask(server: string): Promise<Error | undefined> {
  const config = hideSecrets({ server, ca, token, namespace: "default", impersonate: { user: "jane" } });
  await using client = Client.connect(config, { logger, metrics, maxRetries: 1, requestTimeoutMs: 30_000 });
  const maps = client.resource(ConfigMap, { namespace: "default" });
  const acts = Object.entries(verbs).map(async ([name, act]) => {
    const outcome = await act(maps, client).catch((error: unknown) => error);
    for (const write of ["debug", "info", "warn", "error"] as const) logger[write](name, { outcome, client, config });
    show(outcome);
    return outcome;
  });
  const outcomes = await Promise.all(acts);
  show(client, client.rest, maps, config, metrics);
  process.stdout.write(`${JSON.stringify([client, config])}\n`);
  return outcomes.find((outcome) => outcome instanceof Error);
}

const errors = await Promise.all(servers.split(" ").map(ask));
process.stdout.write(`${metrics.text()}\n`);
void Promise.reject(errors.find((error) => error !== undefined) ?? new Error("nothing failed"));
