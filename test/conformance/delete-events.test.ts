import { test } from "vitest";
import { text } from "node:stream/consumers";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Event {
  readonly type: string;
  readonly object: { readonly metadata: Readonly<Record<string, unknown>> };
}

/** What a watch tells of pods from a version on, until it ends. */
async function eventsFrom(server: TestServer, version: string): Promise<readonly unknown[]> {
  const { body } = await server.transport({
    method: "GET",
    path: `/api/v1/namespaces/${server.namespace}/pods?watch=1&timeoutSeconds=1&resourceVersion=${version}`,
    headers: { accept: "application/json", authorization: `Bearer ${server.token}` },
  });
  const lines = (await text(body)).split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const { type, object } = JSON.parse(line) as Event;
    return [type, object.metadata["deletionGracePeriodSeconds"]];
  });
}

forEachServer(["embedded", "real"], "a pod that is deleted", (start) => {
  const made = async (
    server: TestServer,
    spec: object,
  ): Promise<{ readonly path: string; readonly version: string }> => {
    const pods = `/api/v1/namespaces/${server.namespace}/pods`;
    await ask(server, `POST /api/v1/namespaces/${server.namespace}/serviceaccounts`, {
      body: { metadata: { name: "default" } },
    });
    const body = { metadata: { name: "one" }, spec: { containers: [{ name: "one", image: "one" }], ...spec } };
    const { json } = await ask(server, `POST ${pods}`, { body });
    return { path: `${pods}/one`, version: String(json?.metadata?.["resourceVersion"]) };
  };

  test("is seen to go before it is gone, be there no time in between [apiserver/graceful-delete]", async ({
    expect,
  }) => {
    await using server = await start();
    const { path, version } = await made(server, {});
    // The version is that of the pod as it was, though it changes once more before it goes.
    const body = { preconditions: { resourceVersion: version } };
    expect((await ask(server, `DELETE ${path}`, { body })).status).toBe(200);
    expect(await eventsFrom(server, version)).toEqual([
      ["MODIFIED", 0],
      ["DELETED", 0],
    ]);
  });

  test("that waits for its dependents is told once more only, as it was, when it does not any longer [apiserver/graceful-delete]", async ({
    expect,
  }) => {
    await using server = await start();
    const { path, version } = await made(server, {});
    await ask(server, `DELETE ${path}`, { body: { propagationPolicy: "Foreground" } });
    const body = { propagationPolicy: "Background", gracePeriodSeconds: 0 };
    const { json } = await ask(server, `DELETE ${path}`, { body });
    expect(json?.metadata).toMatchObject({ finalizers: ["foregroundDeletion"] });
    expect(await eventsFrom(server, version)).toEqual([
      ["MODIFIED", 0],
      ["DELETED", 0],
    ]);
  });

  test("stays as it is when it goes already and gets no less time, though it has ended or others are to wait [apiserver/graceful-delete]", async ({
    expect,
  }) => {
    await using server = await start();
    const { path, version } = await made(server, { nodeName: "n" });
    const left = async (body: object): Promise<unknown> => {
      const { json } = await ask(server, `DELETE ${path}`, { body });
      return [json?.metadata?.["deletionGracePeriodSeconds"], json?.metadata?.["finalizers"]];
    };
    const headers = { "content-type": "application/merge-patch+json" };
    expect(await left({})).toEqual([30, undefined]);
    expect(await left({ propagationPolicy: "Foreground" })).toEqual([30, undefined]);
    await ask(server, `PATCH ${path}/status`, { body: { status: { phase: "Succeeded" } }, headers });
    expect(await left({})).toEqual([30, undefined]);
    expect(await left({ gracePeriodSeconds: 30, propagationPolicy: "Orphan" })).toEqual([30, undefined]);
    expect(await left({ gracePeriodSeconds: 9 })).toEqual([9, undefined]);
    expect(await left({ gracePeriodSeconds: 0 })).toEqual([0, undefined]);
    expect((await eventsFrom(server, version)).map(String)).toEqual([
      "MODIFIED,30",
      "MODIFIED,30",
      "MODIFIED,9",
      "MODIFIED,0",
      "DELETED,0",
    ]);
  });

  test("on a node gets its time, and is told when there is none left [apiserver/graceful-delete]", async ({
    expect,
  }) => {
    await using server = await start();
    const { path, version } = await made(server, { nodeName: "one" });
    await ask(server, `DELETE ${path}`);
    await ask(server, `DELETE ${path}`, { body: { gracePeriodSeconds: 0 } });
    expect(await eventsFrom(server, version)).toEqual([
      ["MODIFIED", 30],
      ["MODIFIED", 0],
      ["DELETED", 0],
    ]);
  });
});

forEachServer(["embedded", "real"], "what a collection was before it was deleted", (start) => {
  test("is told in the form that is asked for [apiserver/delete-collection]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "one", labels: { a: "b" } } } });
    const told = async (as: string): Promise<unknown> => {
      const headers = { accept: `application/json;as=${as};v=v1;g=meta.k8s.io` };
      const { status, json } = await ask(server, `DELETE ${maps}?labelSelector=a%3Db&dryRun=All`, { headers });
      return status === 200 ? json : status;
    };
    expect(await told("Table")).toMatchObject({ kind: "Table", rows: [{ cells: ["one", 0, expect.any(String)] }] });
    expect(await told("PartialObjectMetadataList")).toMatchObject({ items: [{ metadata: { name: "one" } }] });
    expect(await told("PartialObjectMetadata")).toBe(406);
  });
});
