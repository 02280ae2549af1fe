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

  test("tells a version that clients understand [apiserver/version]", async ({ expect }) => {
    await using server = await ApiServer.start();
    expect((await send(server, "GET /version")).json).toMatchObject({
      major: "1",
      minor: "36",
      gitVersion: "v1.36.3+setpoint",
    });
  });
});

describe("OpenAPI", () => {
  interface Index {
    readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
  }

  test("says which parameters a patch of each kind takes [apiserver/openapi-patch]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const { paths } = (await send(server, "GET /openapi/v3")).json as Index;
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["api/v1", "apis/apps/v1"]));
    const document = await send(server, `GET ${paths["apis/apps/v1"]?.serverRelativeURL}`);
    expect(document.json).toMatchObject({
      paths: {
        "/apis/apps/v1/namespaces/{namespace}/deployments/{name}": {
          patch: {
            "x-kubernetes-group-version-kind": { group: "apps", version: "v1", kind: "Deployment" },
            parameters: [
              { name: "fieldManager", in: "query" },
              { name: "fieldValidation", in: "query" },
            ],
          },
        },
      },
    });
  });

  test("has another address when a definition changes what it says", async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${definitions}`, { body: networkDefinition });
    const addressOf = async (): Promise<string | undefined> => {
      const { paths } = (await send(server, "GET /openapi/v3")).json as Index;
      return paths["apis/example.dev/v1"]?.serverRelativeURL;
    };
    const before = await addressOf();
    expect(before).toMatch(/^\/openapi\/v3\/apis\/example\.dev\/v1\?hash=[0-9A-F]+$/);
    expect(await addressOf()).toBe(before);
    const routes = JSON.parse(JSON.stringify(networkDefinition).replaceAll(/et(?=work|")/g, "ew")) as object;
    await send(server, `POST ${definitions}`, { body: routes });
    expect(await addressOf()).not.toBe(before);
  });

  test("in its second version is not there", async ({ expect }) => {
    await using server = await ApiServer.start();
    for (const path of ["/openapi/v2", "/openapi/v3/apis/example.org/v1", "/openapi/v3/api/v2"]) {
      expect((await send(server, `GET ${path}`)).status).toBe(404);
    }
    expect((await send(server, "GET /openapi/v2")).json).toMatchObject({ kind: "Status", reason: "NotFound" });
  });
});
