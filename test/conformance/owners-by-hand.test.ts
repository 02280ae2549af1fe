import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const merge = { "content-type": "application/merge-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };

/** An owner of a text of a config map, as somebody writes it by hand. */
function owner(manager: string, more: object = {}): object {
  const fieldsV1 = { "f:data": { "f:a": {} } };
  return { manager, operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1, ...more };
}

/** Who owns fields since when. */
function since({ json }: Answer): readonly (readonly [manager: string, time: string | undefined])[] {
  const { managedFields = [] } = json?.metadata ?? {};
  return (managedFields as readonly { manager: string; time?: string }[]).map(({ manager, time }) => [manager, time]);
}

async function mapOf(server: TestServer): Promise<(managedFields: readonly object[]) => Promise<Answer>> {
  const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
  await ask(server, `POST ${maps}`, { body: { metadata: { name: "x" }, data: { a: "1" } } });
  return (managedFields) => ask(server, `PATCH ${maps}/x`, { headers: merge, body: { metadata: { managedFields } } });
}

forEachServer(["embedded", "real"], "owners of fields that are written by hand", (start) => {
  test("have times in whole seconds, and stand in their order [apiserver/update-owner-times]", async ({ expect }) => {
    await using server = await start();
    const write = await mapOf(server);
    const written = await write([
      owner("east", { time: "2024-02-01T02:00:00+02:00" }),
      owner("exact", { time: "2024-01-01T00:00:00.75Z" }),
      owner("west", { time: "2024-01-31T23:00:00-02:00" }),
      owner("always", { time: null }),
    ]);
    expect(since(written)).toEqual([
      ["always", undefined],
      ["exact", "2024-01-01T00:00:00Z"],
      ["east", "2024-02-01T00:00:00Z"],
      ["west", "2024-02-01T01:00:00Z"],
    ]);
  });

  test("go when they use a version that there is not, and all when one uses what is none [apiserver/update-owner-versions]", async ({
    expect,
  }) => {
    await using server = await start();
    const write = await mapOf(server);
    const good = owner("good", { time: "2024-02-01T00:00:00Z" });
    const left = async (apiVersion: string): Promise<unknown> =>
      since(await write([good, owner("odd", { apiVersion })]));
    expect(await left("v9")).toEqual([["good", "2024-02-01T00:00:00Z"]]);
    expect(await left("a/b/c")).toEqual([]);
  });
});

forEachServer(["embedded", "real"], "who owns fields", (start) => {
  test("is whose patch has an owner of the object twice, which is kept once [apiserver/update-owners-twice]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const one = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" };
    const metadata = { name: "x", ownerReferences: [one] };
    await ask(server, `POST ${maps}?fieldManager=maker`, { body: { metadata } });
    const body = { metadata: { ...metadata, ownerReferences: [one, one] } };
    const ownersAfter = async (method: string, headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const { json } = await ask(server, `${method} ${maps}/x?fieldManager=other`, { headers, body });
      expect(json?.metadata?.["ownerReferences"]).toEqual([one]);
      const owners = json?.metadata?.["managedFields"] as readonly { manager: string; fieldsV1: object }[];
      return owners.map(({ manager, fieldsV1 }) => [manager, fieldsV1]);
    };
    const made = { "f:metadata": { "f:ownerReferences": { ".": {}, 'k:{"uid":"u"}': {} } } };
    expect(await ownersAfter("PUT", { "content-type": "application/json" })).toEqual([["maker", made]]);
    expect(await ownersAfter("PATCH", merge)).toEqual([
      ["maker", { "f:metadata": { "f:ownerReferences": {} } }],
      ["other", { "f:metadata": { "f:ownerReferences": { 'k:{"uid":"u"}': {} } } }],
    ]);
  });

  test("is forgotten of what was joined, if an updater without a time is older [apiserver/update-ancient]", async ({
    expect,
  }) => {
    await using server = await start();
    const write = await mapOf(server);
    const others = Array.from({ length: 9 }, (_, number) =>
      owner(`m${number}`, { time: `2024-01-01T00:00:1${number}Z` }),
    );
    const ancient = owner("ancient-changes", { time: "2024-01-01T00:00:00Z" });
    const written = await write([owner("timeless", { time: null }), ancient, ...others]);
    expect(since(written).map(([manager]) => manager)).toEqual(["timeless", ...others.map((_, n) => `m${n}`)]);
  });
});

forEachServer(["embedded", "real"], "kubectl", (start) => {
  test("may apply what it had applied before only to an object of the same kind [apiserver/apply-kubectl]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const applied = async (kind: string): Promise<number> => {
      const name = kind.toLowerCase();
      const before = { apiVersion: "v1", kind, metadata: { name }, data: { a: "1" } };
      const annotations = { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(before) };
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, annotations }, data: { a: "1" } };
      await ask(server, `POST ${maps}?fieldManager=kubectl-client-side-apply`, { body });
      const next = { ...body, metadata: { name }, data: { a: "2" } };
      return (await ask(server, `PATCH ${maps}/${name}?fieldManager=kubectl`, { headers: apply, body: next })).status;
    };
    expect([await applied("ConfigMap"), await applied("Secret")]).toEqual([200, 409]);
  });
});

forEachServer(["embedded", "real"], "an apply to an object with items that cannot be told apart", (start) => {
  test("is refused as long as they are there, be their owners known or not [apiserver/apply-live-misfit]", async ({
    expect,
  }) => {
    await using server = await start();
    const accounts = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
    const type = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "x" } };
    const applied = async (metadata: object = type.metadata): Promise<readonly unknown[]> => {
      const body = { ...type, metadata, automountServiceAccountToken: true };
      const { status, json } = await ask(server, `PATCH ${accounts}/x?fieldManager=m`, { headers: apply, body });
      return [status, json?.message];
    };
    const what = `(${server.namespace}/x; /v1, Kind=ServiceAccount)`;
    const why =
      '.secrets: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)';
    await ask(server, `POST ${accounts}`, { body: { ...type, secrets: [{ kind: "Secret" }] } });
    const refusal = `failed to create manager for existing fields: failed to convert new object ${what} to smd typed: ${why}`;
    expect(await applied()).toEqual([500, refusal]);
    expect(await applied({ name: "x", managedFields: [] })).toEqual([500, refusal]);
    await ask(server, `PATCH ${accounts}/x`, { headers: merge, body: { secrets: [{ name: "s" }] } });
    expect((await applied())[0]).toBe(200);
  });
});
