import { text } from "node:stream/consumers";
import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Seen {
  readonly type: string;
  readonly object: {
    readonly metadata: Readonly<Record<string, unknown>> & { readonly resourceVersion: string; readonly uid: string };
    readonly data?: Readonly<Record<string, string>>;
  };
}

/** What a watch tells within a second of changes that were made before. */
async function seenBy(server: TestServer, path: string): Promise<readonly Seen[]> {
  const headers = { authorization: `Bearer ${server.token}`, accept: "application/json" };
  const answer = await server.transport({ method: "GET", path: `${path}&watch=true&timeoutSeconds=1`, headers });
  const lines = (await text(answer.body)).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Seen);
}

function versionOf({ json }: Answer): string {
  return String(json?.metadata?.["resourceVersion"]);
}

function map(name: string, value: string): { readonly body: object } {
  return { body: { metadata: { name, labels: { suite: "streams" } }, data: { value } } };
}

const selector = "labelSelector=suite%3Dstreams";

forEachServer(["embedded", "real"], "a watch", (start) => {
  test("tells of an object that is gone what it was last, at the version of its end, and of the next of its name as another [apiserver/watch-deleted]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const since = versionOf(await ask(server, `GET ${maps}`));
    const first = await ask(server, `POST ${maps}`, map("a", "first"));
    await ask(server, `DELETE ${maps}/a`);
    const second = await ask(server, `POST ${maps}`, map("a", "second"));
    const events = await seenBy(server, `${maps}?resourceVersion=${since}&${selector}`);
    expect(events.map(({ type, object }) => [type, object.data?.["value"]])).toEqual([
      ["ADDED", "first"],
      ["DELETED", "first"],
      ["ADDED", "second"],
    ]);
    const [added, deleted, again] = events.map(({ object }) => object.metadata);
    expect(added?.uid).toBe(first.json?.metadata?.["uid"]);
    expect(deleted?.uid).toBe(added?.uid);
    expect(again?.uid).toBe(second.json?.metadata?.["uid"]);
    expect(again?.uid).not.toBe(added?.uid);
    const versions = [added, deleted, again].map((metadata) => Number(metadata?.resourceVersion));
    expect(versions).toEqual(versions.toSorted((one, other) => one - other));
    expect(new Set(versions).size).toBe(3);
  });

  test("sees its namespace, or all of them [apiserver/watch-namespace]", async ({ expect }) => {
    await using server = await start();
    const own = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const other = "/api/v1/namespaces/kube-public/configmaps";
    const since = versionOf(await ask(server, `GET ${own}`));
    const name = `streams-${server.namespace}`;
    await ask(server, `POST ${own}`, map(name, "own"));
    await ask(server, `POST ${other}`, map(name, "other"));
    await ask(server, `DELETE ${other}/${name}`);
    const query = `?resourceVersion=${since}&${selector}&fieldSelector=metadata.name%3D${name}`;
    const told = (events: readonly Seen[]): readonly string[] =>
      events.map(({ type, object }) => `${type} ${object.data?.["value"]}`);
    expect(told(await seenBy(server, `${own}${query}`))).toEqual(["ADDED own"]);
    const everywhere = told(await seenBy(server, `/api/v1/configmaps${query}`));
    expect(everywhere).toEqual(["ADDED own", "ADDED other", "DELETED other"]);
  });
});

const form = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const protobuf = "application/vnd.kubernetes.protobuf";

/** The envelope up to the kind: four bytes, and the version and name of what is inside. */
function envelope(apiVersion: string, kind: string): string {
  const field = (number: number, content: string): string =>
    String.fromCharCode((number << 3) | 2, content.length) + content;
  return `k8s\0${field(1, field(1, apiVersion) + field(2, kind))}`;
}

forEachServer(["embedded", "real"], "discovery", (start) => {
  test("is told in protobuf as well [apiserver/discovery-protobuf]", async ({ expect }) => {
    await using server = await start();
    const aggregated = ["apidiscovery.k8s.io/v2", "APIGroupDiscoveryList"] as const;
    for (const [path, accept, [apiVersion, kind]] of [
      ["/api", protobuf, ["", "APIVersions"]],
      ["/api/v1", protobuf, ["", "APIResourceList"]],
      ["/apis", protobuf, ["v1", "APIGroupList"]],
      ["/apis/apps", protobuf, ["v1", "APIGroup"]],
      ["/apis/apps/v1", protobuf, ["v1", "APIResourceList"]],
      ["/api", `${protobuf};${form}`, aggregated],
      ["/apis", `${protobuf};${form}`, aggregated],
    ] as const) {
      const headers = { authorization: `Bearer ${server.token}`, accept };
      const answer = await server.transport({ method: "GET", path, headers });
      const start64 = (await collected(answer.body)).subarray(0, 64).toString("latin1");
      expect([path, answer.status, answer.headers["content-type"]]).toEqual([path, 200, accept]);
      expect([path, start64.startsWith(envelope(apiVersion, kind)), start64]).toEqual([path, true, start64]);
    }
    const refused = await ask(server, "GET /api/v1", { headers: { accept: `${protobuf};${form}` } });
    expect(refused.status).toBe(406);
  });
});

async function collected(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

forEachServer(["embedded", "real"], "an answer", (start) => {
  test("may not be kept by caches, and says what it is [apiserver/answer-headers]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    for (const [line, status] of [
      [`GET ${maps}`, 200],
      [`GET ${maps}/none`, 404],
      [`GET ${maps}?watch=true&timeoutSeconds=1`, 200],
      ["GET /api", 200],
    ] as const) {
      const answer = await ask(server, line);
      expect([line, answer.status, answer.headers["cache-control"], answer.headers["content-type"]]).toEqual([
        line,
        status,
        "no-cache, private",
        "application/json",
      ]);
      expect(answer.headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("of an empty list has a list, and of a delete what was asked for [apiserver/delete-answer]", async ({
    expect,
  }) => {
    await using server = await start();
    const { namespace } = server;
    const empty = await ask(server, `GET /api/v1/namespaces/${namespace}/limitranges`);
    expect(empty.json).toMatchObject({ kind: "LimitRangeList", items: [] });
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    const finalizers = ["a.b/c"];
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "held", finalizers } } });
    // Only who says that dependents are not to be orphaned is told that this is not the end.
    const first = await ask(server, `DELETE ${maps}/held`, { body: { orphanDependents: false } });
    expect([first.status, first.json?.kind]).toEqual([202, "ConfigMap"]);
    expect((await ask(server, `DELETE ${maps}/held`)).status).toBe(200);
    const headers = { "content-type": "application/merge-patch+json" };
    await ask(server, `PATCH ${maps}/held`, { body: { metadata: { finalizers: null } }, headers });
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "gone" } } });
    // What stands in the body counts, and then nothing that stands in the query.
    expect((await ask(server, `DELETE ${maps}/gone?dryRun=All`, { body: {} })).status).toBe(200);
    expect((await ask(server, `GET ${maps}/gone`)).status).toBe(404);
  });
});
