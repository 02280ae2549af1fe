import { describe, test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { networkDefinition, send } from "./server.fixture.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Group {
  readonly name: string;
  readonly preferredVersion: { readonly version: string };
}

interface ResourceList {
  readonly resources: readonly { readonly name: string }[];
}

describe("discovery", () => {
  test("lists the versions of the core group", async ({ expect }) => {
    await using server = await ApiServer.start();
    expect((await send(server, "GET /api", { headers: { host: "localhost:1" } })).json).toEqual({
      kind: "APIVersions",
      versions: ["v1"],
      serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "localhost:1" }],
    });
  });

  test("lists groups in Kubernetes' order, each with its best version first [apiserver/discovery-groups]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${definitions}`, { body: networkDefinition });
    const { groups } = (await send(server, "GET /apis")).json as { readonly groups: readonly Group[] };
    const names = groups.map(({ name }) => name);
    expect(names[0]).toBe("apiregistration.k8s.io");
    expect(names.indexOf("apps")).toBeLessThan(names.indexOf("batch"));
    expect(names.at(-1)).toBe("example.dev");
    expect(names).not.toContain("");
    expect(groups.find(({ name }) => name === "autoscaling")?.preferredVersion.version).toBe("v2");
    expect((await send(server, "GET /apis/example.dev")).json).toEqual({
      kind: "APIGroup",
      apiVersion: "v1",
      name: "example.dev",
      versions: [{ groupVersion: "example.dev/v1", version: "v1" }],
      preferredVersion: { groupVersion: "example.dev/v1", version: "v1" },
    });
  });

  test("lists the resources of a group and what can be done to them [apiserver/discovery-resources]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const { resources } = (await send(server, "GET /api/v1")).json as ResourceList;
    const names = resources.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(resources.find(({ name }) => name === "namespaces")).toEqual({
      name: "namespaces",
      singularName: "namespace",
      namespaced: false,
      kind: "Namespace",
      verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
      shortNames: ["ns"],
      storageVersionHash: "Q3oi5N2YM8M=",
    });
    expect(resources.find(({ name }) => name === "pods/eviction")).toEqual({
      name: "pods/eviction",
      singularName: "",
      namespaced: true,
      group: "policy",
      version: "v1",
      kind: "Eviction",
      verbs: ["create"],
    });
    expect(names.filter((name) => name.startsWith("namespaces/"))).toEqual([
      "namespaces/finalize",
      "namespaces/status",
    ]);
    expect(resources.find(({ name }) => name === "pods")).toMatchObject({ categories: ["all"] });
    expect(names).not.toContain("pods/exec");
  });

  test("follows definitions at once, when they come and when they go [apiserver/discovery-live]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    expect((await send(server, "GET /apis/example.dev/v1")).status).toBe(404);
    await send(server, `POST ${definitions}`, { body: networkDefinition });
    expect((await send(server, "GET /apis/example.dev/v1")).json).toMatchObject({
      kind: "APIResourceList",
      groupVersion: "example.dev/v1",
      resources: [
        { name: "networks", singularName: "network", namespaced: true, kind: "Network", shortNames: ["net"] },
        { name: "networks/status", singularName: "", verbs: ["get", "patch", "update"] },
      ],
    });
    await send(server, `DELETE ${definitions}/networks.example.dev`);
    expect((await send(server, "GET /apis/example.dev/v1")).status).toBe(404);
    expect((await send(server, "GET /apis/example.dev")).status).toBe(404);
  });

  test("lists a version that a definition adds to a group of built-in resources, where nothing is [apiserver/crd-overlaps-built-in]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const group = "networking.k8s.io";
    const annotations = { "api-approved.kubernetes.io": "unapproved, test" };
    const open = { openAPIV3Schema: { type: "object" } };
    const versions = [{ name: "v9", served: true, storage: true, schema: open }];
    const spec = { group, scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions };
    const body = { metadata: { name: `widgets.${group}`, annotations }, spec };
    expect((await send(server, `POST ${definitions}`, { body })).status).toBe(201);
    expect((await send(server, `GET /apis/${group}`)).json).toMatchObject({ preferredVersion: { version: "v9" } });
    for (const path of ["v9", "v9/widgets", "v9/namespaces/default/widgets/a"]) {
      expect((await send(server, `GET /apis/${group}/${path}`)).json, path).toMatchObject({
        code: 404,
        message: "the server could not find the requested resource",
      });
    }
  });

  test("tells everything at once to whoever asks for it, and follows definitions [apiserver/discovery-aggregated]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const headers = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
    const before = await send(server, "GET /apis", { headers });
    await send(server, `POST ${definitions}`, { body: networkDefinition });
    const after = await send(server, "GET /apis", { headers });
    expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
    const { items } = after.json as { readonly items: readonly object[] };
    expect(items.at(-1)).toEqual({
      metadata: { name: "example.dev" },
      versions: [
        {
          version: "v1",
          resources: [
            {
              resource: "networks",
              responseKind: { group: "example.dev", version: "v1", kind: "Network" },
              scope: "Namespaced",
              singularResource: "network",
              verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
              shortNames: ["net"],
              subresources: [
                {
                  subresource: "status",
                  responseKind: { group: "example.dev", version: "v1", kind: "Network" },
                  verbs: ["get", "patch", "update"],
                },
              ],
            },
          ],
          freshness: "Current",
        },
      ],
    });
    const known = { headers: { ...headers, "if-none-match": after.headers["etag"] ?? "" } };
    expect(await send(server, "GET /apis", known)).toMatchObject({ status: 304, text: "" });
    await send(server, `DELETE ${definitions}/networks.example.dev`);
    expect((await send(server, "GET /apis", known)).headers["etag"]).toBe(before.headers["etag"]);
  });
});
