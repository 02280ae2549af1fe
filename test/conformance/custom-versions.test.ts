import { test } from "vitest";
import type { ExpectStatic } from "vitest";
import { ask } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { CustomKind } from "./custom-kind.fixture.ts";
import type { CustomKindVersion } from "./custom-kind.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const group = "versions.setpoint.dev";

/** A version whose objects have a spec with these fields. */
function version(name: string, fields: object, more: object = {}): CustomKindVersion {
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties: fields } }, ...more };
  return { name, schema: { openAPIV3Schema } };
}

function kindOf(server: TestServer, kind: string, expect: ExpectStatic): CustomKind {
  return new CustomKind(server, { group, kind }, expect);
}

function pathOf(server: TestServer, kind: CustomKind, version: string): string {
  return `/apis/${group}/${version}/namespaces/${server.namespace}/${kind.plural}`;
}

function causesOf({ json }: Answer): readonly string[] {
  const { causes = [] } = (json?.["details"] ?? {}) as { readonly causes?: readonly Record<string, string>[] };
  return causes.map(({ field, message }) => `${field}: ${message}`).toSorted();
}

const text = { type: "string" };
const merge = { "content-type": "application/merge-patch+json" };

forEachServer(["embedded", "real"], "an object of a custom kind with several versions", (start) => {
  test("has the defaults of the version in which it was written, and of the one in which it is kept [apiserver/custom-version-defaults]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = kindOf(server, "Dial", expect);
    const written = version("v1", { a: { ...text, default: "v1" }, c: text, kept: text });
    const read = version("v2", { a: text, late: { ...text, default: "v2" }, kept: text });
    const kept = version("v3", {
      a: { ...text, default: "v3" },
      c: text,
      kept: { ...text, default: "v3" },
      late: text,
    });
    await kind.define([written, read, kept]);
    await kind.untilServed("v1");
    await kind.untilServed("v2");
    const body = { apiVersion: `${group}/v1`, kind: "Dial", metadata: { name: "x" }, spec: { c: "1" } };
    const made = await ask(server, `POST ${pathOf(server, kind, "v1")}`, { body });
    expect(made.json?.spec).toEqual({ a: "v1", c: "1", kept: "v3" });
    const shown = await ask(server, `GET ${pathOf(server, kind, "v2")}/x`);
    expect(shown.json).toMatchObject({ apiVersion: `${group}/v2` });
    expect(shown.json?.spec).toEqual({ a: "v1", kept: "v3" });
  });

  test("is checked as an object of the version of the request [apiserver/custom-version-checks]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = kindOf(server, "Needle", expect);
    const any = [version("v1", { a: text }), version("v2", { a: text })];
    await kind.define(any);
    await kind.untilServed("v1");
    await kind.untilServed("v2");
    const body = { apiVersion: `${group}/v1`, kind: "Needle", metadata: { name: "x" }, spec: { a: "1" } };
    await ask(server, `POST ${pathOf(server, kind, "v1")}`, { body });
    const spec = { type: "object", properties: { a: text } };
    const properties = { spec, apiVersion: { ...text, pattern: "v1$" } };
    await kind.define([version("v1", {}, { properties }), version("v2", {}, { properties })]);
    const change = { body: { spec: { a: "2" } }, headers: merge };
    const patch = async (name: string): Promise<Answer> => ask(server, `PATCH ${pathOf(server, kind, name)}/x`, change);
    // The type of an object is checked also if it is as it was.
    await expect
      .poll(async () => causesOf(await patch("v2")), { timeout: 20_000 })
      .toEqual([`apiVersion: Invalid value: "${group}/v2": apiVersion in body should match 'v1$'`]);
    expect((await patch("v1")).status).toBe(200);
  });

  test("gives its scale the owners of its replicas in all versions [apiserver/scale-owners]", async ({ expect }) => {
    await using server = await start();
    await using kind = kindOf(server, "Lever", expect);
    const replicas = { type: "integer" };
    const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
    const scaled = (name: string): CustomKindVersion => ({
      ...version(name, { replicas, a: text }),
      subresources: { scale },
    });
    await kind.define([scaled("v1"), scaled("v2")]);
    await kind.untilServed("v1");
    await kind.untilServed("v2");
    const body = { apiVersion: `${group}/v1`, kind: "Lever", metadata: { name: "x" }, spec: { a: "1", replicas: 1 } };
    await ask(server, `POST ${pathOf(server, kind, "v1")}?fieldManager=maker`, { body });
    const change = { body: { spec: { replicas: 5 } }, headers: merge };
    const path = `${pathOf(server, kind, "v2")}/x`;
    expect((await ask(server, `PATCH ${path}/scale?fieldManager=scaler`, change)).status).toBe(200);
    const { json } = await ask(server, `GET ${path}`);
    const owners = (json?.metadata?.["managedFields"] ?? []) as readonly Record<string, unknown>[];
    expect(owners.map(({ manager, apiVersion, fieldsV1 }) => ({ manager, apiVersion, fieldsV1 }))).toEqual(
      expect.arrayContaining([
        { manager: "maker", apiVersion: `${group}/v1`, fieldsV1: { "f:spec": { ".": {}, "f:a": {} } } },
        { manager: "scaler", apiVersion: `${group}/v2`, fieldsV1: { "f:spec": { "f:replicas": {} } } },
      ]),
    );
  });
});

forEachServer(["embedded", "real"], "a change of the definition of a custom kind", (start) => {
  test("ends the watches of the kind [apiserver/crd-version-ends]", async ({ expect }) => {
    await using server = await start();
    await using kind = kindOf(server, "Pointer", expect);
    await kind.define([version("v1", { a: text })]);
    await kind.untilServed("v1");
    const watch = ask(server, `GET ${pathOf(server, kind, "v1")}?watch=true&timeoutSeconds=60`);
    await ask(server, `GET ${pathOf(server, kind, "v1")}`);
    await kind.define([version("v1", { a: text, b: text })]);
    expect(await watch).toMatchObject({ status: 200, json: undefined });
  });

  test("lets be what was wrong before, also in another order [apiserver/custom-ratcheting]", async ({ expect }) => {
    await using server = await start();
    await using kind = kindOf(server, "Gauge", expect);
    const items = { type: "object", required: ["k"], properties: { k: text, v: text } };
    const list = { type: "array", items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
    const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    await kind.define([version("v1", { list, free, a: text })]);
    await kind.untilServed("v1");
    const path = pathOf(server, kind, "v1");
    const all = [{ k: "1", v: "x" }, { k: "2" }, { k: "3" }];
    const spec = { list: all, free: { odd: "1" } };
    const body = { apiVersion: `${group}/v1`, kind: "Gauge", metadata: { name: "x" }, spec };
    await ask(server, `POST ${path}`, { body });
    await kind.define([
      version("v1", { list: { ...list, maxItems: 2 }, free: { ...free, minProperties: 2 }, a: text }),
    ]);
    const patch = async (changed: object): Promise<Answer> =>
      ask(server, `PATCH ${path}/x?dryRun=All`, { body: { spec: changed }, headers: merge });
    const few = "free: Invalid value: 1: spec.free in body should have at least 2 properties";
    // Of what the schema does not name nobody knows whether it was so before.
    await expect.poll(async () => causesOf(await patch({ a: "1" })), { timeout: 20_000 }).toEqual([`spec.${few}`]);
    const settled = { free: { odd: "1", more: "2" } };
    expect((await patch({ ...settled, list: all.toReversed() })).status).toBe(200);
    const added = await patch({ ...settled, list: [...all, { k: "4" }] });
    expect(causesOf(added)).toEqual(["spec.list: Too many: 4: must have at most 2 items"]);
  });

  test("leaves rules of items that are none any more without an answer [apiserver/cel-unseen]", async ({ expect }) => {
    await using server = await start();
    await using kind = kindOf(server, "Scale", expect);
    const items = { type: "integer", "x-kubernetes-validations": [{ rule: "self < 3" }] };
    await kind.define([version("v1", { list: { type: "array", maxItems: 9, items } })]);
    await kind.untilServed("v1");
    const path = pathOf(server, kind, "v1");
    const body = { apiVersion: `${group}/v1`, kind: "Scale", metadata: { name: "x" }, spec: { list: [1] } };
    await ask(server, `POST ${path}`, { body });
    await kind.define([version("v1", { list: { type: "object", maxItems: 9, items } })]);
    const change = { body: { metadata: { labels: { a: "b" } } }, headers: merge };
    const why = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
    await expect
      .poll(async () => causesOf(await ask(server, `PATCH ${path}/x?dryRun=All`, change)), { timeout: 20_000 })
      .toEqual([`spec.list[0]: Invalid value: "integer": ${why}`]);
  });
});
