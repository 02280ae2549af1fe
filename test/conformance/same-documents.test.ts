import { text } from "node:stream/consumers";
import { test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import type { Transport } from "../../src/client/index.ts";
import { eventually } from "./access.fixture.ts";
import { differences, shapeOf } from "./document-shape.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

type Json = Readonly<Record<string, unknown>>;

interface Asked {
  readonly transport: Transport;
  readonly token: string;
}

async function send({ transport, token }: Asked, line: string, body?: object): Promise<Json> {
  const [method = "", path = "", accept = "application/json"] = line.split(" ");
  const headers = { authorization: `Bearer ${token}`, accept, "content-type": "application/json" };
  const bytes = body && { body: new TextEncoder().encode(JSON.stringify(body)) };
  const answer = await transport({ method, path, headers, ...bytes });
  const all = await text(answer.body);
  return all === "" ? {} : (JSON.parse(all) as Json);
}

async function embedded(): Promise<Asked & AsyncDisposable> {
  const server = await ApiServer.start();
  const transport: Transport = (request) => server.handle(request);
  return { transport, token: server.token, [Symbol.asyncDispose]: () => server.close() };
}

interface Index {
  readonly paths: Readonly<Record<string, unknown>>;
}

async function placesOf(server: Asked): Promise<readonly string[]> {
  return Object.keys(((await send(server, "GET /openapi/v3")) as unknown as Index).paths);
}

/** What the embedded server does not serve, and clients are not told of. */
const notServed = /\/(?:attach|exec|log|portforward|proxy)$/;

interface ResourceList {
  readonly resources: readonly { readonly name: string }[];
}

function servedOf(list: Json): Json {
  const { resources } = list as unknown as ResourceList;
  return { ...list, resources: resources.filter((one) => !notServed.test(one.name)) };
}

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

interface AggregatedResource {
  readonly resource: string;
  readonly subresources?: readonly { readonly subresource: string }[];
}

interface AggregatedGroup {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly { readonly resources: readonly AggregatedResource[] }[];
}

/** The groups of aggregated discovery without what is not served. */
function aggregatedOf(list: Json): readonly AggregatedGroup[] {
  const { items } = list as unknown as { readonly items: readonly AggregatedGroup[] };
  const served = ({ subresources, ...one }: AggregatedResource): AggregatedResource => {
    const parts = (subresources ?? []).filter(({ subresource }) => !notServed.test(`/${subresource}`));
    return parts.length === 0 ? one : { ...one, subresources: parts };
  };
  const versionOf = (version: AggregatedGroup["versions"][number]): AggregatedGroup["versions"][number] => ({
    ...version,
    resources: version.resources.filter(({ resource }) => !notServed.test(resource)).map(served),
  });
  return items.map((item) => ({ ...item, versions: item.versions.map(versionOf) }));
}

const group = "same-documents.setpoint.dev";
const name = `gadgets.${group}`;
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const gadget = {
  type: "object",
  description: "A gadget.",
  required: ["spec"],
  properties: {
    metadata: { type: "object", properties: { name: { type: "string", maxLength: 9 } } },
    spec: {
      type: "object",
      required: ["maybe", "size"],
      "x-kubernetes-validations": [{ rule: "self.size > 0", message: "must be positive" }],
      properties: {
        colour: { type: "string", enum: ["red", "blue"], default: "red", description: "Its colour." },
        size: { type: "integer", format: "int32", minimum: 0, maximum: 10 },
        maybe: { type: "object", nullable: true, required: ["b"], properties: { b: { type: "string" } } },
        either: { "x-kubernetes-int-or-string": true },
        said: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true, required: ["c"] },
        whole: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
        part: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } },
        names: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "string" } },
        one: { type: "object", oneOf: [{ required: ["x"] }], properties: { x: { type: "string", pattern: "^x" } } },
        list: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["key"],
          items: { type: "object", required: ["key"], properties: { key: { type: "string" } } },
        },
      },
    },
    status: { type: "object", properties: { replicas: { type: "integer" } } },
  },
};

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "gadgets", kind: "Gadget", listKind: "Box", shortNames: ["gd"], categories: ["all"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: gadget },
        selectableFields: [{ jsonPath: ".spec.colour" }],
        subresources: { status: {}, scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.replicas" } },
      },
      {
        name: "v1beta1",
        served: true,
        storage: false,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

/** What every group has is known to the real server in groups that it does not serve. */
function withoutSharedKinds(shape: unknown): unknown {
  const { components, definitions: all, ...others } = shape as Readonly<Record<string, Json | undefined>>;
  const schemas = { ...(all ?? (components?.["schemas"] as Json)) };
  const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
  for (const kind of ["DeleteOptions", "WatchEvent"]) delete schemas[`${meta}.${kind}`];
  return { ...others, schemas };
}

forEachServer(["real"], "next to the embedded server, what is built in", (start) => {
  test("is discovered alike [apiserver/discovery-same]", async ({ expect }) => {
    await using real = await start();
    await using ours = await embedded();
    const { groups } = (await send(ours, "GET /apis")) as unknown as { readonly groups: readonly Json[] };
    const all = (await send(real, "GET /apis")) as unknown as { readonly groups: readonly Json[] };
    expect(groups).toEqual(all.groups.filter((one) => groups.some((own) => own["name"] === one["name"])));
    const versions = groups.flatMap((one) => one["versions"] as readonly { readonly groupVersion: string }[]);
    for (const path of ["/api/v1", ...versions.map(({ groupVersion }) => `/apis/${groupVersion}`)]) {
      const list = servedOf(await send(real, `GET ${path}`));
      expect([path, differences(list, await send(ours, `GET ${path}`))]).toEqual([path, []]);
    }
    for (const path of ["/api", "/apis"]) {
      const own = aggregatedOf(await send(ours, `GET ${path} ${aggregated}`));
      const theirs = aggregatedOf(await send(real, `GET ${path} ${aggregated}`)).filter(({ metadata }) =>
        own.some((one) => one.metadata.name === metadata.name),
      );
      expect([path, differences(theirs, own)]).toEqual([path, []]);
    }
  });

  test("has the same OpenAPI but for prose, in both versions [apiserver/openapi-same]", async ({ expect }) => {
    await using real = await start();
    await using ours = await embedded();
    const places = await placesOf(ours);
    expect(await placesOf(real)).toEqual(expect.arrayContaining([...places]));
    expect(places.length).toBeGreaterThan(40);
    for (const place of places) {
      const path = `GET /openapi/v3/${place}`;
      const found = differences(shapeOf(await send(real, path)), shapeOf(await send(ours, path)));
      expect([place, found]).toEqual([place, []]);
    }
    const [theirs, own] = [await send(real, "GET /openapi/v2"), await send(ours, "GET /openapi/v2")];
    expect(differences(withoutSharedKinds(builtInOf(theirs)), withoutSharedKinds(shapeOf(own)))).toEqual([]);
  });
});

/** The shape of a document of the second version without what other tests have defined. */
function builtInOf(document: Json): unknown {
  const { paths, definitions: all, ...others } = document as Readonly<Record<string, Json>>;
  const isCustom = (path: string): boolean => /^\/apis\/[^/]*\.dev\//.test(path);
  const ownPaths = Object.entries(paths ?? {}).filter(([path]) => !isCustom(path));
  const ownSchemas = Object.entries(all ?? {}).filter(([schema]) => schema.startsWith("io.k8s."));
  return shapeOf({ ...others, paths: Object.fromEntries(ownPaths), definitions: Object.fromEntries(ownSchemas) });
}

forEachServer(["real"], "next to the embedded server, a definition", (start) => {
  test("gives the same discovery and OpenAPI, also of what is unusual in it [apiserver/openapi-same]", async ({
    expect,
  }) => {
    await using resources = new AsyncDisposableStack();
    const real = resources.use(await start());
    const ours = resources.use(await embedded());
    resources.defer(async () => void (await send(real, `DELETE ${definitions}/${name}`)));
    for (const server of [real, ours]) await send(server, `POST ${definitions}`, definition);
    const places = [`apis/${group}/v1`, `apis/${group}/v1beta1`];
    expect(await placesOf(ours)).toEqual(expect.arrayContaining(places));
    // The real server publishes what a definition says when it gets round to it.
    await eventually(async () => (await placesOf(real)).filter((place) => places.includes(place)).length === 2);
    const inV2 = ["v1.Gadget", "v1.Box", "v1beta1.Gadget"].map((kind) => `dev.setpoint.same-documents.${kind}`);
    await eventually(async () => Object.hasOwn(definitionsOf(await send(real, "GET /openapi/v2")), inV2[2] ?? ""));
    for (const place of places) {
      expect(differences(await send(real, `GET /${place}`), await send(ours, `GET /${place}`))).toEqual([]);
      const [theirs, own] = [
        await send(real, `GET /openapi/v3/${place}`),
        await send(ours, `GET /openapi/v3/${place}`),
      ];
      expect(differences(withoutSharedKinds(shapeOf(theirs)), withoutSharedKinds(shapeOf(own)))).toEqual([]);
    }
    const [theirs, own] = [await send(real, "GET /openapi/v2"), await send(ours, "GET /openapi/v2")];
    for (const schema of inV2) {
      const [left, right] = [definitionsOf(theirs)[schema], definitionsOf(own)[schema]];
      expect([schema, differences(shapeOf(left as Json), shapeOf(right as Json))]).toEqual([schema, []]);
    }
  });
});

function definitionsOf(document: Json): Json {
  return document["definitions"] as Json;
}
