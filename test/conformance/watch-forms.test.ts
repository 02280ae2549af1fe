import { text } from "node:stream/consumers";
import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1";
const form = (kind: string): string => `application/json;as=${kind};g=meta.k8s.io;v=v1`;
const asTable = form("Table");

interface Told {
  readonly type?: string;
  readonly code?: number;
  readonly object?: Readonly<Record<string, unknown>>;
  readonly details?: { readonly causes?: readonly { readonly field?: string }[] };
}

async function events(server: TestServer, path: string, accept = "application/json"): Promise<readonly Told[]> {
  const headers = { accept, authorization: `Bearer ${server.token}` };
  const { body } = await server.transport({ method: "GET", path, headers });
  const lines = (await text(body)).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Told);
}

function core(server: TestServer, plural: string): string {
  return `/api/v1/namespaces/${server.namespace}/${plural}`;
}

forEachServer(["embedded", "real"], "a watch by an old path", (start) => {
  test("takes the options of a list, and does not tell where the first objects end [apiserver/watch-path]", async ({
    expect,
  }) => {
    await using server = await start();
    await ask(server, `POST ${core(server, "configmaps")}`, { body: { metadata: { name: "a" } } });
    const old = core(server, "configmaps").replace("/api/v1/", "/api/v1/watch/");
    const [refused] = await events(server, `${old}?${initial}&resourceVersion=0`);
    expect(refused).toMatchObject({ code: 422, details: { causes: [{ field: "sendInitialEvents" }] } });
    const ours = "timeoutSeconds=1&allowWatchBookmarks=true&fieldSelector=metadata.name%3Da";
    const types = async (query: string): Promise<unknown> =>
      (await events(server, `${old}?${query}`)).map(({ type, object }) => [type, object?.["metadata"]]);
    const added = ["ADDED", expect.objectContaining({ name: "a" })];
    const end = expect.objectContaining({ annotations: { "k8s.io/initial-events-end": "true" } }) as unknown;
    expect(await types(`${ours}&resourceVersion=0`)).not.toContainEqual(["BOOKMARK", end]);
    expect(await types(`${ours}&resourceVersion=0&watch=true`)).toEqual(
      expect.arrayContaining([added, ["BOOKMARK", end]]),
    );
    const unknownField = await events(server, `${old}/a?fieldSelector=spec.x%3Dy`);
    expect(unknownField).toMatchObject([
      { message: expect.stringContaining('"spec.x" is not a known field selector') as unknown },
    ]);
  });
});

forEachServer(["embedded", "real"], "a bookmark in a table", (start) => {
  test.for([
    ["/apis/apps/v1/deployments", ["", "0/0", 0, 0, "<unknown>", "", "", ""]],
    ["/apis/apps/v1/replicasets", ["", 0, 0, 0, "<unknown>", "", "", "<none>"]],
    ["/apis/apps/v1/daemonsets", ["", 0, 0, 0, 0, 0, "<none>", "<unknown>", "", "", "<none>"]],
    ["/apis/networking.k8s.io/v1/ipaddresses", ["", "<none>", "<unknown>"]],
    ["/apis/rbac.authorization.k8s.io/v1/roles", ["", "0001-01-01T00:00:00Z"]],
  ] as const)("is a row of nothing: %s [apiserver/table-watch]", async ([path, cells], { expect }) => {
    await using server = await start();
    const [bookmark] = await events(server, `${path}?watch=true&labelSelector=no%3Dsuch&${initial}`, asTable);
    expect(bookmark).toMatchObject({ type: "BOOKMARK", object: { rows: [{ cells }] } });
  });

  test("tells the end of the first objects also to those who want none beside the rows [apiserver/table-watch]", async ({
    expect,
  }) => {
    await using server = await start();
    const path = `${core(server, "secrets")}?watch=true&includeObject=None&${initial}`;
    const [bookmark] = await events(server, path, asTable);
    const metadata = { annotations: { "k8s.io/initial-events-end": "true" } };
    expect(bookmark?.object).toMatchObject({ rows: [{ object: { kind: "PartialObjectMetadata", metadata } }] });
  });
});

forEachServer(["embedded", "real"], "metadata alone", (start) => {
  test("of a daemon set has no count of its templates, and a list of nothing no items [apiserver/metadata-only]", async ({
    expect,
  }) => {
    await using server = await start();
    const sets = `/apis/apps/v1/namespaces/${server.namespace}/daemonsets`;
    const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    const accept = form("PartialObjectMetadata");
    const lists = form("PartialObjectMetadataList");
    const none = await ask(server, `GET ${sets}`, { headers: { accept: lists } });
    expect(none.json).toHaveProperty("items", null);
    for (const [name, annotations] of [
      ["plain", undefined],
      ["noted", { note: "1" }],
    ] as const) {
      const body = { metadata: { name, annotations }, spec: { selector: { matchLabels: { app: "a" } }, template } };
      await ask(server, `POST ${sets}`, { body });
    }
    const one = await ask(server, `GET ${sets}/plain`, { headers: { accept } });
    expect(one.json?.metadata).not.toHaveProperty("annotations");
    const [row] = ((await ask(server, `GET ${sets}/noted`, { headers: { accept: asTable } })).json?.["rows"] ??
      []) as readonly { readonly object: { readonly metadata: object } }[];
    expect(row?.object.metadata).toHaveProperty("annotations", { note: "1" });
    const whole = await ask(server, `GET ${sets}/plain`);
    expect(whole.json?.metadata).toHaveProperty("annotations", { "deprecated.daemonset.template.generation": "1" });
  });
});

forEachServer(["embedded", "real"], "a list", (start) => {
  test("of one object by its name is no page, whatever its limit [apiserver/list-pages]", async ({ expect }) => {
    await using server = await start();
    const maps = core(server, "configmaps");
    for (const name of ["a", "b"]) await ask(server, `POST ${maps}`, { body: { metadata: { name } } });
    const page = async (path: string, selector: string): Promise<unknown> => {
      const { json } = await ask(server, `GET ${path}?limit=1&fieldSelector=${encodeURIComponent(selector)}`);
      return [((json?.["items"] ?? []) as readonly unknown[]).length, json?.metadata?.["continue"] !== undefined];
    };
    expect(await page(maps, "metadata.name=a")).toEqual([1, false]);
    expect(await page("/api/v1/configmaps", `metadata.name=a,metadata.namespace=${server.namespace}`)).toEqual([
      1,
      false,
    ]);
    expect(await page(maps, "metadata.name!=b")).toEqual([1, true]);
    // What is in other namespaces does not follow either.
    await ask(server, "POST /api/v1/namespaces", { body: { metadata: { name: `${server.namespace}z` } } });
    await ask(server, `POST /api/v1/namespaces/${server.namespace}z/configmaps`, {
      body: { metadata: { name: "z" } },
    });
    const own = `metadata.namespace=${server.namespace}`;
    expect(await page("/api/v1/configmaps", `${own},metadata.name!=a`)).toEqual([1, false]);
    const { json } = await ask(server, `GET ${maps}/a`);
    const version = String(json?.metadata?.["resourceVersion"]);
    const merge = { "content-type": "application/merge-patch+json" };
    await ask(server, `PATCH ${maps}/a`, { body: { data: { new: "1" } }, headers: merge });
    const isNew = async (selector: string, more = ""): Promise<boolean> => {
      const query = `resourceVersion=${version}&limit=2&fieldSelector=${encodeURIComponent(selector)}${more}`;
      return JSON.stringify((await ask(server, `GET ${maps}?${query}`)).json?.["items"]).includes('"new":"1"');
    };
    expect(await isNew("metadata.name=a")).toBe(true);
    expect(await isNew("metadata.name!=b")).toBe(false);
    expect(await isNew("metadata.name=a", "&resourceVersionMatch=Exact")).toBe(false);
  });
});

forEachServer(["embedded", "real"], "a taken name", (start) => {
  test("beside the beginning of one is told as one that was not found [apiserver/create-taken]", async ({ expect }) => {
    await using server = await start();
    const maps = core(server, "configmaps");
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "a", finalizers: ["example.dev/f"] } } });
    const again = async (): Promise<unknown> => {
      const { status, json } = await ask(server, `POST ${maps}`, {
        body: { metadata: { name: "a", generateName: "a-" } },
      });
      return [status, json?.message, json?.["details"]];
    };
    const why = 'configmaps "a" already exists, the server was not able to generate a unique name for the object';
    const details = { name: "a", kind: "configmaps", retryAfterSeconds: 1 };
    expect(await again()).toEqual([409, why, details]);
    await ask(server, `DELETE ${maps}/a`);
    expect(await again()).toEqual([409, `object is being deleted: ${why}`, details]);
  });
});
