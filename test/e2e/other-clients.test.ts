import { test } from "vitest";
import {
  asTyped,
  DiscoveryClient,
  DynamicClient,
  fieldOf,
  MetadataClient,
  ResourceClient,
} from "../../src/client/index.ts";
import type { ServerApi, Transport, Unstructured } from "../../src/client/index.ts";
import { ClientSet } from "../../src/clientset/index.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { defineResource, jsonSchema } from "../../src/schema/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

const Gadget = defineResource({
  group: "other-clients.setpoint.dev",
  version: "v1",
  kind: "Gadget",
  spec: jsonSchema<{ readonly size: number }>({ type: "object", properties: { size: { type: "integer" } } }),
});
const gadgets = { group: Gadget.group, version: "v1", resource: "gadgets" };

const manifest = (kind: "ConfigMap" | "Gadget", name: string): Unstructured =>
  kind === "ConfigMap"
    ? { apiVersion: "v1", kind, metadata: { name }, data: { size: "1" } }
    : { apiVersion: `${Gadget.group}/v1`, kind, metadata: { name }, spec: { size: 1 } };

/** Takes the aggregated form out of what is accepted. */
function legacyOnly(transport: Transport): Transport {
  return (request) => transport({ ...request, headers: { ...request.headers, accept: "application/json" } });
}

/** What is served in the groups that Kubernetes itself has: tests beside this one add and remove others. */
function builtIn({ groups, resources }: ServerApi): object {
  const isBuiltIn = (group: string): boolean => !group.includes(".") || group.endsWith(".k8s.io");
  const lines = resources
    .filter(({ group }) => isBuiltIn(group))
    .map(({ verbs, subresources, ...rest }) => ({
      ...rest,
      verbs: verbs.toSorted(),
      subresources: subresources.toSorted(),
    }))
    .toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)));
  return { groups: groups.filter(({ name }) => isBuiltIn(name)), resources: lines };
}

/** `apps/v1/deployments` of every method of a client set. */
function resourcesOf(clientset: ClientSet): readonly string[] {
  return Object.values(clientset)
    .flatMap((group: Readonly<Record<string, object>>) => Object.values(group))
    .flatMap((version) => {
      const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(version)).filter(
        (name) => name !== "constructor",
      );
      return methods.map((name) => {
        const handle = (version as Record<string, () => unknown>)[name]?.();
        if (!(handle instanceof ResourceClient)) throw new TypeError(`${name} is no method of a resource`);
        return `${handle.resource.group}/${handle.resource.version}/${handle.resource.plural}`;
      });
    })
    .toSorted();
}

forEachServer(["embedded", "real"], "discovery", (start) => {
  test("tells the same in both forms [client/discovery-real]", async ({ expect }) => {
    await using server = await start();
    const asked: string[] = [];
    const recording =
      (transport: Transport): Transport =>
      (request) => {
        asked.push(request.path);
        return transport(request);
      };
    await using client = server.connect(recording);
    await using legacy = server.connect(legacyOnly);
    const api = await new DiscoveryClient(client).discover();
    expect(api.failures).toEqual([]);
    expect(asked.toSorted()).toEqual(["/api", "/apis"]);
    const legacyApi = await new DiscoveryClient(legacy).discover();
    expect(builtIn(api)).toEqual(builtIn(legacyApi));
    const pods = api.resources.find(({ plural, group }) => plural === "pods" && group === "");
    expect(pods).toMatchObject({ kind: "Pod", singular: "pod", scope: "Namespaced", shortNames: ["po"] });
  });

  test("knows the version and the OpenAPI documents of the server [client/discovery-real]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const discovery = new DiscoveryClient(client);
    expect((await discovery.serverVersion()).gitVersion).toMatch(/^v1\.\d+/);
    const paths = await discovery.openApiPaths();
    expect([...paths.keys()]).toContain("apis/apps/v1");
    expect(fieldOf(await discovery.openApi("apis/apps/v1"), "openapi")).toMatch(/^3\./);
  });
});

forEachServer(["embedded", "real"], "the client set", (start) => {
  test("has a method for every built-in resource and for no other [clientset/complete]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const known = resourcesOf(new ClientSet(client));
    const groups = new Set(known.map((name) => name.split("/").at(0)));
    const { resources } = await new DiscoveryClient(client).discover();
    const served = resources
      .filter(({ group }) => groups.has(group))
      .map(({ group, version, plural }) => `${group}/${version}/${plural}`);
    expect(served.toSorted()).toEqual(known);
    expect(known).toContain("apps/v1/deployments");
  });
});

forEachServer(["embedded", "real"], "the dynamic client", (start) => {
  test.for(["ConfigMap", "Gadget"] as const)(
    "creates, reads, lists, writes back, patches, watches and deletes a %s [client/dynamic-real]",
    async (kind, { expect }) => {
      await using server = await start();
      await using client = server.connect();
      await using _joined = await joinCluster(client, { resources: [Gadget] });
      const { namespace } = server;
      const dynamic = new DynamicClient(client);
      // A real server tells of a new kind a moment after it serves it.
      await expect.poll(() => dynamic.mapper.resourcesFor({ kind }), { timeout: 20_000 }).toHaveLength(1);
      const objects = await dynamic.of(manifest(kind, "blue"), { namespace });
      const made = await objects.create(manifest(kind, "blue"));
      expect(made).toMatchObject(manifest(kind, "blue"));
      expect(await objects.get("blue")).toEqual(made);

      const { resource, version, group } = {
        ...gadgets,
        ...(kind === "ConfigMap" ? { resource: "configmaps", group: "" } : {}),
      };
      const { items } = await dynamic.resource({ group, version, resource }, { namespace }).list();
      const listed = items.find(({ metadata }) => metadata.name === "blue");
      expect(listed).toEqual(made);
      if (listed === undefined) return;
      const back = await objects.update({ ...listed, metadata: { ...listed.metadata, labels: { a: "b" } } });
      expect(back.metadata.labels).toEqual({ a: "b" });

      const resourceVersion = back.metadata.resourceVersion;
      await objects.patch("blue", { metadata: { labels: { a: null, c: "d" } } });
      await objects.delete("blue");
      const events: string[] = [];
      for await (const event of objects.watch({ resourceVersion, fieldSelector: "metadata.name=blue" })) {
        if (event.type !== "BOOKMARK")
          events.push(`${event.type} ${event.object.kind} ${JSON.stringify(event.object.metadata.labels)}`);
        if (events.length === 2) break;
      }
      expect(events).toEqual([`MODIFIED ${kind} {"c":"d"}`, `DELETED ${kind} {"c":"d"}`]);
    },
  );

  test("gives objects that become typed when they are what they should be [client/dynamic-real]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const maps = await new DynamicClient(client).find("cm");
    const made = asTyped(ConfigMap, await maps.create(manifest("ConfigMap", "typed")));
    expect(made.data).toEqual({ size: "1" });
  });
});

forEachServer(["embedded", "real"], "the metadata client", (start) => {
  test("gets, lists and watches metadata, and a server refuses it as an object [client/metadata, client/metadata-not-written]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const { namespace } = server;
    const made = await client
      .resource(ConfigMap)
      .create({ metadata: { name: "big", labels: { metadata: "only" } }, data: { a: "1" } });
    const maps = new MetadataClient(client, ConfigMap, { namespace });
    const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata: made.metadata } as const;
    expect(await maps.get("big")).toEqual(partial);
    expect((await maps.list({ labelSelector: "metadata=only" })).items).toEqual([partial]);
    for await (const event of maps.watch({ labelSelector: "metadata=only" })) {
      expect(event).toEqual({ type: "ADDED", object: partial });
      break;
    }
    const handle: { update(object: unknown): Promise<unknown> } = client.resource(ConfigMap);
    await expect(handle.update(partial)).rejects.toMatchObject({ status: 400 });
    expect((await client.resource(ConfigMap).get("big")).data).toEqual({ a: "1" });
  });
});
