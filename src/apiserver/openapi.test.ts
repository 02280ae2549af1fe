import { describe, test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { networkDefinition, send } from "./server.fixture.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

async function addressOf(server: ApiServer, place: string): Promise<string | undefined> {
  const { text } = await send(server, "GET /openapi/v3");
  return (JSON.parse(text) as Index).paths[place]?.serverRelativeURL;
}

interface Definition {
  readonly spec: { readonly versions: readonly { readonly schema: object }[] };
}

/** The definition of networks with this schema. */
function definitionWith(openAPIV3Schema: object): object {
  const { spec, ...others } = networkDefinition as unknown as Definition;
  const versions = spec.versions.map((version) => ({ ...version, schema: { openAPIV3Schema } }));
  return { ...others, spec: { ...spec, versions } };
}

describe("OpenAPI", () => {
  test("says which parameters a patch of each kind takes [apiserver/openapi-patch]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const document = await send(server, `GET ${await addressOf(server, "apis/apps/v1")}`);
    const path = "/apis/apps/v1/namespaces/{namespace}/deployments/{name}";
    const { paths } = document.json as { readonly paths: Readonly<Record<string, { readonly patch: object }>> };
    expect(paths[path]?.patch).toMatchObject({
      "x-kubernetes-action": "patch",
      "x-kubernetes-group-version-kind": { group: "apps", version: "v1", kind: "Deployment" },
      parameters: ["dryRun", "fieldManager", "fieldValidation", "force"].map((name) => ({ name, in: "query" })),
    });
  });

  test("says what the objects of a definition look like as soon as that is written [apiserver/openapi-live]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    expect(await addressOf(server, "apis/example.dev/v1")).toBeUndefined();
    const core = await addressOf(server, "api/v1");
    const one = { type: "object", properties: { a: { type: "integer", description: "A number." } } };
    await send(server, `POST ${definitions}`, { body: definitionWith(one) });
    const address = await addressOf(server, "apis/example.dev/v1");
    expect(address).toMatch(/^\/openapi\/v3\/apis\/example\.dev\/v1\?hash=[0-9A-F]{128}$/);
    expect((await send(server, `GET ${address}`)).json).toMatchObject({
      components: {
        schemas: {
          "dev.example.v1.Network": {
            properties: { a: one.properties.a, metadata: { $ref: expect.stringContaining("ObjectMeta") as string } },
            "x-kubernetes-group-version-kind": [{ group: "example.dev", version: "v1", kind: "Network" }],
          },
          "dev.example.v1.NetworkList": { required: ["items"] },
        },
      },
    });
    const two = { type: "object", properties: { b: { type: "string" } } };
    const patch = [{ op: "replace", path: "/spec/versions/0/schema/openAPIV3Schema", value: two }];
    const headers = { "content-type": "application/json-patch+json" };
    await send(server, `PATCH ${definitions}/networks.example.dev`, { body: patch, headers });
    expect(await send(server, `GET ${address}`)).toMatchObject({
      status: 301,
      headers: { location: await addressOf(server, "apis/example.dev/v1") },
    });
    expect((await send(server, "GET /openapi/v2")).json).toMatchObject({
      definitions: { "dev.example.v1.Network": { properties: { b: { type: "string" } } } },
    });
    expect(await addressOf(server, "api/v1")).toBe(core);
    await send(server, `DELETE ${definitions}/networks.example.dev`);
    expect((await send(server, `GET ${address}`)).status).toBe(404);
    expect((await send(server, "GET /openapi/v2")).text).not.toContain("dev.example.v1.Network");
  });

  test("does not take what is in a schema for more than data [apiserver/openapi-data]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const schema = '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}';
    await send(server, `POST ${definitions}`, { body: definitionWith(JSON.parse(schema) as object) });
    const { text } = await send(server, "GET /openapi/v3/apis/example.dev/v1");
    expect(text).toContain('"__proto__":{"type":"string"}');
    expect(text).toContain('"constructor":{"type":"integer"}');
    expect((await send(server, "GET /openapi/v2")).text).toContain('"__proto__":{"type":"string"}');
    for (const path of ["/openapi/v3/__proto__", "/openapi/v3/constructor", "/openapi/v3/apis/__proto__/v1"]) {
      expect((await send(server, `GET ${path}`)).status).toBe(404);
    }
  });
});
