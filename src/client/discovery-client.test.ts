import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { DiscoveryClient } from "./discovery-client.ts";
import type { DiscoveryClientOptions } from "./discovery-client.ts";
import {
  aggregatedType,
  discoveryServer,
  legacyDocuments,
  resource,
  resourceList,
} from "./discovery-server.fixture.ts";
import type { DiscoveryServer } from "./discovery-server.fixture.ts";
import { RestClient } from "./rest-client.ts";

function clientOf(server: DiscoveryServer, options?: DiscoveryClientOptions): DiscoveryClient {
  return new DiscoveryClient({ rest: new RestClient({ transport: server.send }) }, options);
}

const described = (kind: string, more: object = {}): object => ({
  resource: `${kind.toLowerCase()}s`,
  responseKind: { group: "", version: "", kind },
  scope: "Namespaced",
  singularResource: kind.toLowerCase(),
  verbs: ["get"],
  ...more,
});
const version = (name: string, freshness: string, ...resources: readonly object[]): object => ({
  version: name,
  freshness,
  resources,
});
const aggregated = (...items: readonly object[]): { readonly contentType: string; readonly body: object } => ({
  contentType: aggregatedType,
  body: { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", items },
});

test("a server without aggregated discovery is asked group version by group version [client/discovery-legacy]", async ({
  expect,
}) => {
  const server = discoveryServer(legacyDocuments);
  const { groups, resources, failures } = await clientOf(server).discover();
  expect(groups).toEqual([
    { name: "", versions: ["v1"], preferredVersion: "v1" },
    { name: "apps", versions: ["v1"], preferredVersion: "v1" },
    { name: "events.k8s.io", versions: ["v1"], preferredVersion: "v1" },
    { name: "example.dev", versions: ["v1", "v2"], preferredVersion: "v2" },
  ]);
  expect(failures).toEqual([]);
  expect(resources).toHaveLength(8);
  expect(resources[0]).toEqual({
    group: "",
    version: "v1",
    kind: "Pod",
    plural: "pods",
    singular: "pod",
    scope: "Namespaced",
    shortNames: ["po"],
    categories: ["all"],
    verbs: ["get", "list"],
    subresources: ["log", "status"],
  });
  expect(resources.find(({ kind }) => kind === "Node")?.scope).toBe("Cluster");
  expect(server.requests[0]?.headers["accept"]).toBe(`${aggregatedType},application/json`);
});

test("a server with aggregated discovery is asked twice, and the answer's media type decides [client/discovery-aggregated]", async ({
  expect,
}) => {
  const server = discoveryServer({});
  const status = { subresource: "status", verbs: ["get"] };
  server.answers.set("/api", aggregated({ metadata: {}, versions: [version("v1", "Current", described("Pod"))] }));
  const widget = described("Widget", { scope: "Cluster", shortNames: ["wd"], subresources: [status] });
  const nothing = { resource: "nothings", scope: "Namespaced", subresources: [status] };
  server.answers.set(
    "/apis",
    aggregated({ metadata: { name: "example.dev" }, versions: [version("v2", "Current", widget, nothing)] }),
  );
  const { groups, resources } = await clientOf(server).discover();
  expect(groups.map(({ name }) => name)).toEqual(["", "example.dev"]);
  expect(resources.map(({ kind }) => kind)).toEqual(["Pod", "Widget"]);
  expect(resources[1]).toMatchObject({
    scope: "Cluster",
    shortNames: ["wd"],
    categories: [],
    subresources: ["status"],
  });
  expect(server.paths.toSorted()).toEqual(["/api", "/apis"]);
});

test("each of the two endpoints may have its own form [client/discovery-aggregated]", async ({ expect }) => {
  const server = discoveryServer(legacyDocuments);
  server.answers.set("/api", aggregated({ metadata: {}, versions: [version("v1", "Current", described("Pod"))] }));
  const { resources } = await clientOf(server).discover();
  expect(resources.map(({ kind }) => kind)).toEqual(["Pod", "Deployment", "Event", "Widget", "Gadget", "Widget"]);
  expect(server.paths).not.toContain("/api/v1");
});

test("what fails is told apart and hides nothing else [client/discovery-partial]", async ({ expect }) => {
  const server = discoveryServer(legacyDocuments);
  server.answers.set("/apis/apps/v1", { status: 503, body: { kind: "Status", reason: "ServiceUnavailable" } });
  server.answers.set("/apis/example.dev/v2", { body: { resources: "none" } });
  const client = clientOf(server);
  const { groups, resources, failures } = await client.discover();
  expect(groups.map(({ name, preferredVersion }) => `${name}/${preferredVersion}`)).toEqual([
    "/v1",
    "events.k8s.io/v1",
    "example.dev/v1",
  ]);
  expect(resources.map(({ plural }) => plural)).toEqual(["pods", "events", "nodes", "events", "widgets", "gadgets"]);
  expect(failures).toMatchObject([
    { group: "apps", version: "v1", error: { reason: "ServiceUnavailable" } },
    { group: "example.dev", version: "v2", error: { code: "SETPOINT_ANSWER_DECODE" } },
  ]);
  await expect(client.resources({ group: "apps", version: "v1" })).rejects.toMatchObject({ status: 503 });
  expect(await client.resources({ group: "absent", version: "v1" })).toEqual([]);
});

test("a stale version is a failure, and the next one is preferred [client/discovery-partial]", async ({ expect }) => {
  const server = discoveryServer(legacyDocuments);
  const versions = [version("v2", "Stale"), version("v1", "Current", described("Widget"))];
  server.answers.set("/apis", aggregated({ metadata: { name: "example.dev" }, versions }));
  const { groups, failures } = await clientOf(server).discover();
  expect(groups[1]).toEqual({ name: "example.dev", versions: ["v1"], preferredVersion: "v1" });
  expect(failures).toMatchObject([{ version: "v2", error: { code: "SETPOINT_STALE_KINDS" } }]);
});

test("a missing core group is none; without the group list there is no answer [client/discovery-endpoints]", async ({
  expect,
}) => {
  const { "/api": _core, ...named } = legacyDocuments;
  expect((await clientOf(discoveryServer(named)).groups()).map(({ name }) => name)).not.toContain("");
  const { "/apis": _named, ...core } = legacyDocuments;
  await expect(clientOf(discoveryServer(core)).groups()).rejects.toMatchObject({ status: 404 });
  const server = discoveryServer(legacyDocuments);
  server.answers.set("/api", { status: 403, body: { kind: "Status", reason: "Forbidden" } });
  await expect(clientOf(server).groups()).rejects.toMatchObject({ reason: "Forbidden" });
  server.answers.set("/api", { body: { kind: "APIVersions" } });
  await expect(clientOf(server).groups()).rejects.toMatchObject({
    code: "SETPOINT_ANSWER_DECODE",
    message: "GET /api: expected a discovery document with versions of the core group",
  });
});

test("an answer is remembered for its time, and a partial one for a shorter time [client/discovery-cache]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const server = discoveryServer(legacyDocuments);
  const client = clientOf(server, { clock, maxAgeMs: 1_000, maxAgeAfterFailureMs: 100 });
  const asked = (): number => server.paths.filter((path) => path === "/apis").length;
  const first = await client.discover();
  await clock.advance(999);
  expect(await client.discover()).toBe(first);
  expect(asked()).toBe(1);
  server.answers.set("/apis/apps/v1", { status: 503, body: {} });
  await clock.advance(1);
  expect((await client.discover()).failures).toHaveLength(1);
  expect(asked()).toBe(2);
  server.answers.set("/apis/apps/v1", { body: resourceList(resource("Deployment")) });
  await clock.advance(99);
  expect((await client.discover()).failures).toHaveLength(1);
  await clock.advance(1);
  expect((await client.discover()).failures).toHaveLength(0);
  expect(asked()).toBe(3);
  await client.discover({ maxAgeMs: 0 });
  client.invalidate();
  await client.discover();
  expect(asked()).toBe(5);
});

test("a failed question is not remembered [client/discovery-cache]", async ({ expect }) => {
  const server = discoveryServer(legacyDocuments);
  server.answers.set("/apis", { status: 500, body: {} });
  const client = clientOf(server);
  await expect(client.groups()).rejects.toMatchObject({ status: 500 });
  server.answers.set("/apis", { body: { groups: [] } });
  expect(await client.groups()).toHaveLength(1);
});

test("callers at one moment share a question; one who leaves takes it from nobody [client/discovery-shared]", async ({
  expect,
}) => {
  const server = discoveryServer(legacyDocuments);
  const client = clientOf(server);
  const stop = new AbortController();
  const leaving = client.discover({ signal: stop.signal });
  const staying = [client.discover(), client.groups(), client.preferredResources()];
  stop.abort(new Error("enough"));
  await expect(leaving).rejects.toThrow("enough");
  await Promise.all(staying);
  expect(server.paths.filter((path) => path === "/apis")).toHaveLength(1);
});

test("what was asked before an invalidation is answered but not remembered [client/discovery-cache]", async ({
  expect,
}) => {
  const server = discoveryServer(legacyDocuments);
  const client = clientOf(server);
  const before = client.discover();
  client.invalidate();
  const after = client.discover();
  expect(await before).not.toBe(await after);
  expect(await client.discover()).toBe(await after);
});

test("preferred resources are those of the preferred version, else of the first that has them [client/discovery-preferred]", async ({
  expect,
}) => {
  const client = clientOf(discoveryServer(legacyDocuments));
  const preferred = await client.preferredResources();
  const names = preferred.map(({ plural, group, version: v }) => `${plural}.${v}.${group}`);
  expect(names.filter((name) => name.endsWith("example.dev"))).toEqual([
    "widgets.v2.example.dev",
    "gadgets.v1.example.dev",
  ]);
  expect(names).toHaveLength(7);
  expect(await client.apiVersions()).toEqual(["apps/v1", "events.k8s.io/v1", "example.dev/v1", "example.dev/v2", "v1"]);
});

test("the server's version and OpenAPI documents are read, or refused [client/discovery-documents]", async ({
  expect,
}) => {
  const server = discoveryServer({
    "/version": { major: "1", minor: "36", gitVersion: "v1.36.3" },
    "/openapi/v3": { paths: { "api/v1": { serverRelativeURL: "/openapi/v3/api/v1?hash=1" }, odd: {} } },
    "/openapi/v3/api/v1": { openapi: "3.0.0" },
  });
  const client = clientOf(server);
  expect((await client.serverVersion()).gitVersion).toBe("v1.36.3");
  expect([...(await client.openApiPaths())]).toEqual([["api/v1", "/openapi/v3/api/v1?hash=1"]]);
  expect(await client.openApi("api/v1")).toEqual({ openapi: "3.0.0" });
  server.answers.set("/version", { body: [] });
  server.answers.set("/openapi/v3", { body: {} });
  await expect(client.serverVersion()).rejects.toMatchObject({ code: "SETPOINT_ANSWER_DECODE" });
  await expect(client.openApiPaths()).rejects.toMatchObject({ code: "SETPOINT_ANSWER_DECODE" });
});
