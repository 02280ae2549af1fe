import { test } from "vitest";
import { DiscoveryClient } from "./discovery-client.ts";
import {
  aggregatedType,
  discoveryServer,
  legacyDocuments,
  resource,
  resourceList,
} from "./discovery-server.fixture.ts";
import type { DiscoveryServer } from "./discovery-server.fixture.ts";
import { RestClient } from "./rest-client.ts";
import { RestMapper } from "./rest-mapper.ts";

function discoveryOf({ send }: DiscoveryServer): DiscoveryClient {
  return new DiscoveryClient({ rest: new RestClient({ transport: send }) });
}

test("a resource of which the server names no kind is left out, in both forms, and hides no other [client/discovery-no-kind]", async ({
  expect,
}) => {
  const named = { ...resource("Deployment"), kind: "" };
  const entries = resourceList(named, resource("ReplicaSet"));
  const legacy = discoveryServer({ ...legacyDocuments, "/apis/apps/v1": entries });
  const discovered = await discoveryOf(legacy).discover();
  expect(discovered.failures).toEqual([]);

  const aggregated = discoveryServer({ "/api": {}, "/apis": {} });
  const resources = ["", "ReplicaSet"].map((kind) => ({
    resource: kind === "" ? "deployments" : "replicasets",
    responseKind: { group: "", version: "", kind },
    scope: "Namespaced",
  }));
  const versions = [{ version: "v1", freshness: "Current", resources }];
  const body = { items: [{ metadata: { name: "apps" }, versions }] };
  aggregated.answers.set("/api", { contentType: aggregatedType, body: { items: [] } });
  aggregated.answers.set("/apis", { contentType: aggregatedType, body });
  for (const server of [legacy, aggregated]) {
    const found = await discoveryOf(server).resources({ group: "apps", version: "v1" });
    expect(found.map(({ plural }) => plural)).toEqual(["replicasets"]);
  }
});

test("what was looked up once is not asked for again, and nothing is asked before the first lookup [client/mapper-asks-once]", async ({
  expect,
}) => {
  const server = discoveryServer(legacyDocuments);
  const mapper = new RestMapper(discoveryOf(server));
  expect(server.paths).toEqual([]);
  await mapper.resourceFor("deploy");
  const asked = server.paths.length;
  await Promise.all([mapper.resourceFor("deploy"), mapper.resourceFor({ kind: "Pod" }), mapper.inCategory("all")]);
  expect(server.paths).toHaveLength(asked);
});

test("a mapped resource says whether its objects live in namespaces, and what can be done with them [client/mapper-scope]", async ({
  expect,
}) => {
  const mapper = new RestMapper(discoveryOf(discoveryServer(legacyDocuments)));
  expect(await mapper.resourceFor("no")).toMatchObject({ kind: "Node", scope: "Cluster" });
  const pods = await mapper.resourceFor("po");
  expect(pods).toMatchObject({ kind: "Pod", scope: "Namespaced", verbs: ["get", "list"] });
  expect(pods.subresources).toEqual(["log", "status"]);
});

test("without a version the preferred one is found, every time and in any order [client/mapper-preferred]", async ({
  expect,
}) => {
  const mapper = new RestMapper(discoveryOf(discoveryServer(legacyDocuments)));
  const queries = ["widgets", { kind: "Widget" }, { group: "example.dev", kind: "Widget" }, "widget.example.dev"];
  for (const query of [...queries, ...queries.toReversed()])
    expect((await mapper.resourceFor(query)).version).toBe("v2");
  expect((await mapper.resourceFor({ group: "example.dev", version: "v1", kind: "Widget" })).version).toBe("v1");
});
