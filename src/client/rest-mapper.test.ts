import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { DiscoveryClient } from "./discovery-client.ts";
import { discoveryServer, group, legacyDocuments, resource, resourceList } from "./discovery-server.fixture.ts";
import type { DiscoveryServer } from "./discovery-server.fixture.ts";
import { KindError } from "./dynamic-errors.ts";
import { RestClient } from "./rest-client.ts";
import { RestMapper } from "./rest-mapper.ts";
import type { ResourceQuery } from "./rest-mapper-query.ts";

function mapperOf(server: DiscoveryServer, clock = new VirtualClock()): RestMapper {
  return new RestMapper(new DiscoveryClient({ rest: new RestClient({ transport: server.send }) }, { clock }), {
    refreshIntervalMs: 1_000,
  });
}

async function found(mapper: RestMapper, query: ResourceQuery | string): Promise<string> {
  const { plural, version, group: name } = await mapper.resourceFor(query);
  return `${plural}.${version}.${name}`;
}

test.for<readonly [ResourceQuery | string, string]>([
  ["pods", "pods.v1."],
  ["Pod", "pods.v1."],
  ["PODS", "pods.v1."],
  ["deploy", "deployments.v1.apps"],
  ["deployments.apps", "deployments.v1.apps"],
  ["deployment.v1.apps", "deployments.v1.apps"],
  ["pods.v1.", "pods.v1."],
  [{ kind: "Deployment" }, "deployments.v1.apps"],
  [{ group: "apps", version: "v1", kind: "Deployment" }, "deployments.v1.apps"],
  [{ group: "apps", resource: "deploy" }, "deployments.v1.apps"],
  // The preferred version of a group, unless another is named.
  ["widgets", "widgets.v2.example.dev"],
  [{ kind: "Widget" }, "widgets.v2.example.dev"],
  ["widgets.v1.example.dev", "widgets.v1.example.dev"],
  [{ group: "example.dev", version: "v1", kind: "Widget" }, "widgets.v1.example.dev"],
  // A kind that the preferred version does not have.
  ["gadgets", "gadgets.v1.example.dev"],
  // The core group before the others.
  ["events", "events.v1."],
  ["ev", "events.v1."],
  [{ kind: "Event" }, "events.v1."],
  ["events.events.k8s.io", "events.v1.events.k8s.io"],
  // The beginning of a group is enough.
  ["events.events", "events.v1.events.k8s.io"],
  ["widgets.example", "widgets.v2.example.dev"],
  // A short name that several have belongs to the first.
  ["po", "pods.v1."],
  ["po.example.dev", "widgets.v2.example.dev"],
])("%j is one resource [client/mapper-names, client/mapper-priority]", async ([query, expected], { expect }) => {
  expect(await found(mapperOf(discoveryServer(legacyDocuments)), query)).toBe(expected);
});

test("all that fit come best first, and a name beats a short name [client/mapper-priority]", async ({ expect }) => {
  const server = discoveryServer({
    ...legacyDocuments,
    "/apis": { groups: [group("a.dev", "v1"), group("example.dev", "v2", "v1"), group("example", "v1")] },
    "/apis/example/v1": resourceList(resource("Gadget")),
    "/apis/a.dev/v1": resourceList(resource("Other", { shortNames: ["widget"] }), resource("Widget")),
  });
  const mapper = mapperOf(server);
  const named = async (query: string): Promise<readonly string[]> =>
    (await mapper.resourcesFor(query)).map(({ plural, version, group: name }) => `${plural}.${version}.${name}`);
  expect(await named("widget")).toEqual(["widgets.v1.a.dev", "widgets.v2.example.dev", "widgets.v1.example.dev"]);
  expect(await named("gadgets.example")).toEqual(["gadgets.v1.example"]);
  expect(await named("gadgets.exam")).toEqual(["gadgets.v1.example.dev", "gadgets.v1.example"]);
  expect(await named("absent")).toEqual([]);
});

test("nothing prefers one of two resources of one group and version [client/mapper-ambiguous]", async ({ expect }) => {
  const twins = resourceList(resource("Widget"), resource("Widget", { name: "widgetsets", singularName: "widgetset" }));
  const mapper = mapperOf(discoveryServer({ ...legacyDocuments, "/apis/example.dev/v2": twins }));
  await expect(mapper.resourceFor({ kind: "Widget" })).rejects.toMatchObject({
    code: "SETPOINT_AMBIGUOUS_KIND",
    message: `Find the resource {"kind":"Widget"}: expected one resource, but example.dev/v2 has widgets and widgetsets`,
  });
  expect(await found(mapper, "widgetset")).toBe("widgetsets.v2.example.dev");
});

test("what does not exist is refused, with what the server could not tell [client/mapper-unknown]", async ({
  expect,
}) => {
  const server = discoveryServer(legacyDocuments);
  server.answers.set("/apis/apps/v1", { status: 503, body: { kind: "Status", reason: "ServiceUnavailable" } });
  const mapper = mapperOf(server);
  for (const query of [
    "",
    "deploy",
    "pods.apps",
    "pods.v2.",
    "__proto__",
    { kind: "pod" },
    { kind: "Event", group: "events" },
    { kind: "constructor" },
  ]) {
    const error: unknown = await mapper.resourceFor(query).catch((failure: unknown) => failure);
    expect(error).toSatisfy((failure) => KindError.is(failure, "SETPOINT_UNKNOWN_KIND"));
    expect(error).toMatchObject({
      message: expect.stringMatching(/^Find the resource .*: the server has no such resource; .* apps\/v1$/),
      cause: { reason: "ServiceUnavailable" },
    });
  }
});

test("what is not found is asked for again, at most once in an interval [client/mapper-refresh]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const server = discoveryServer({ ...legacyDocuments, "/apis": { groups: [] } });
  const mapper = mapperOf(server, clock);
  const asked = (): number => server.paths.filter((path) => path === "/apis").length;
  expect(await mapper.resourcesFor("deploy")).toEqual([]);
  server.answers.set("/apis", { body: { groups: [group("apps", "v1")] } });
  expect(await mapper.resourcesFor("deploy")).toEqual([]);
  expect(asked()).toBe(1);
  await clock.advance(1_000);
  await Promise.all([mapper.resourceFor("deploy"), mapper.resourceFor("deploy"), mapper.resourcesFor("absent")]);
  expect(await mapper.inCategory("all")).toHaveLength(2);
  expect(asked()).toBe(2);
  await clock.advance(60_000);
  await mapper.resourceFor("deploy");
  expect(asked()).toBe(2);
});

test("a category is its resources in their preferred versions [client/mapper-category]", async ({ expect }) => {
  const mapper = mapperOf(discoveryServer(legacyDocuments));
  expect((await mapper.inCategory("all")).map(({ plural }) => plural)).toEqual(["pods", "deployments"]);
  expect(await mapper.inCategory("none")).toEqual([]);
});
