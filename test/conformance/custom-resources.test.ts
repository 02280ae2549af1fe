import { test } from "vitest";
import type { Client, ResourceClient } from "../../src/client/index.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import { findApiError } from "../../src/model/index.ts";
import type { KubeObject } from "../../src/model/index.ts";
import { defineResource, jsonSchema } from "../../src/schema/index.ts";
import type { CrdManifest, CustomResource } from "../../src/schema/index.ts";
import { CustomResourceDefinition } from "../../src/types/apiextensions/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Gauge extends KubeObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

const described = defineResource({
  group: "custom.setpoint.dev",
  version: "v1",
  kind: "Gauge",
  spec: jsonSchema<unknown>({
    type: "object",
    properties: {
      size: { type: "integer", minimum: 2 },
      colour: { type: "string", enum: ["red", "blue"], default: "red" },
      name: { type: "string", pattern: "^[a-z]+$", maxLength: 5 },
      ports: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["port"],
        items: {
          type: "object",
          required: ["port"],
          properties: { port: { type: "integer" }, tag: { type: "string" } },
        },
      },
      either: { "x-kubernetes-int-or-string": true },
      free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      inner: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    },
  }),
  status: jsonSchema<unknown>({ type: "object", properties: { n: { type: "integer" } } }),
});

/** The same with a second version, which knows less, and a field to select by. */
function withVersions(crd: CrdManifest): CrdManifest {
  const [first] = crd.spec.versions;
  const spec = { type: "object", properties: { size: { type: "integer" } } };
  const second = { openAPIV3Schema: { type: "object", properties: { spec } } };
  const one = { ...first, selectableFields: [{ jsonPath: ".spec.colour" }] };
  const two = { ...first, name: "v2", storage: false, schema: second };
  return { ...crd, spec: { ...crd.spec, versions: [one, two] } } as unknown as CrdManifest;
}

const Gauge = { ...described, crd: withVersions(described.crd) } as unknown as CustomResource<Gauge>;

interface Stage extends AsyncDisposable {
  readonly server: TestServer;
  readonly client: Client;
  readonly gauges: ResourceClient<Gauge>;
}

async function stageOn(start: () => Promise<TestServer>): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await start());
  const client = opened.use(server.connect());
  opened.use(await joinCluster(client, { resources: [Gauge] }));
  const gauges = client.resource(Gauge, { namespace: server.namespace });
  const owned = opened.move();
  return { server, client, gauges, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The causes of a refusal, sorted. */
async function causesOf(promise: Promise<unknown>): Promise<readonly string[]> {
  try {
    await promise;
    return [];
  } catch (error) {
    const found = findApiError(error);
    if (found === undefined) throw error;
    const causes = found.details.causes ?? [];
    return causes.map(({ reason, field, message }) => `${reason} ${field}: ${message}`).toSorted();
  }
}

forEachServer(["embedded", "real"], "a custom resource", (start) => {
  test("keeps what its schema knows, with defaults, and nothing else [apiserver/custom-stored]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { gauges } = stage;
    const spec = { size: 2, odd: 1, free: { any: [1, { x: null }] }, either: "5", name: null };
    const made = await gauges.create({ metadata: { name: "a" }, spec });
    expect(made.spec).toEqual({ size: 2, colour: "red", free: { any: [1, { x: null }] }, either: "5" });
    expect((await gauges.get("a")).spec).toEqual(made.spec);
    await gauges.delete("a");
  });

  test("is refused with a cause for each rule that it breaks [apiserver/custom-values]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { gauges } = stage;
    const ports = [{ port: 1 }, { port: 1 }, { tag: "x" }];
    const spec = { size: 1, colour: "green", name: "toolong", ports, either: true };
    expect(await causesOf(gauges.create({ metadata: { name: "b" }, spec }))).toEqual([
      'FieldValueDuplicate spec.ports[1]: Duplicate value: {"port":1}',
      "FieldValueInvalid spec.size: Invalid value: 1: spec.size in body should be greater than or equal to 2",
      'FieldValueNotSupported spec.colour: Unsupported value: "green": supported values: "red", "blue"',
      "FieldValueRequired spec.ports[2].port: Required value",
      "FieldValueTooLong spec.name: Too long: may not be more than 5 bytes",
      'FieldValueTypeInvalid spec.either: Invalid value: "boolean": spec.either in body must be of type integer,string: "boolean"',
    ]);
  });

  test("tells unknown fields to those who ask for it [apiserver/custom-unknown-fields]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { gauges } = stage;
    const object = { metadata: { name: "c" }, spec: { size: 2, odd: { x: 1 } } };
    const strict = gauges.create(object, { fieldValidation: "Strict" });
    await expect(strict).rejects.toMatchObject({ status: 400 });
    await expect(strict).rejects.toThrow('strict decoding error: unknown field "spec.odd"');
    const inner = { apiVersion: "v1", kind: "Pod", metadata: { odd: 1 } };
    const all = { metadata: { name: "c", odd: 1 }, spec: { inner, odd: 1, zodd: 1 } } as object as Gauge;
    const fields = ["metadata.odd", "spec.odd", "spec.zodd", "spec.inner.metadata.odd"];
    const told = fields.map((field) => `unknown field "${field}"`).join(", ");
    await expect(gauges.create(all, { fieldValidation: "Strict" })).rejects.toThrow(`strict decoding error: ${told}`);
  });

  test("has resources inside it whose metadata are read and checked like any [apiserver/custom-embedded]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { gauges } = stage;
    const made = async (metadata: unknown): Promise<Gauge> => {
      const spec = { inner: { apiVersion: "v1", kind: "Pod", metadata } };
      return gauges.create({ metadata: { name: "i" }, spec }, { dryRun: true });
    };
    const loose = { name: "", labels: {}, odd: 1, creationTimestamp: "2020-01-01T00:00:00+01:00" };
    expect((await made(loose)).spec).toMatchObject({
      inner: { apiVersion: "v1", kind: "Pod", metadata: { creationTimestamp: "2019-12-31T23:00:00Z" } },
    });
    expect((await made(null)).spec).toMatchObject({ inner: { metadata: {} } });
    const why = "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string";
    await expect(made({ labels: { a: 1 } })).rejects.toMatchObject({ status: 400 });
    // What is quoted is sorted.
    await expect(made({ name: "a", labels: { a: 1 } })).rejects.toThrow(
      `spec.inner.metadata: Invalid value: {"labels":{"a":1},"name":"a"}: ${why}`,
    );
    const wrong = { name: "..", namespace: "A", generation: -1, ownerReferences: [{ apiVersion: "v1", kind: "Pod" }] };
    expect(await causesOf(made(wrong))).toEqual([
      "FieldValueInvalid spec.inner.metadata.generation: Invalid value: -1: must be greater than or equal to 0",
      "FieldValueInvalid spec.inner.metadata.name: Invalid value: \"..\": may not be '..'",
      expect.stringMatching(
        /^FieldValueInvalid spec\.inner\.metadata\.namespace: Invalid value: "A": a lowercase RFC 1123/,
      ),
      'FieldValueInvalid spec.inner.metadata.ownerReferences.name: Invalid value: "": must not be empty',
      'FieldValueInvalid spec.inner.metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ]);
  });

  test("is selected by the fields that its definition names [apiserver/custom-selectable-fields]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { gauges } = stage;
    await gauges.create({ metadata: { name: "d" }, spec: { colour: "blue" } });
    await gauges.create({ metadata: { name: "e" }, spec: {} });
    const { items } = await gauges.list({ fieldSelector: "spec.colour=red" });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["e"]);
    await gauges.delete("d");
    await gauges.delete("e");
  });

  test("shows in each version what the schema of that version knows [apiserver/custom-versions]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { gauges, client, server } = stage;
    const second = client.resource({ ...Gauge, version: "v2" }, { namespace: server.namespace });
    await gauges.create({ metadata: { name: "f" }, spec: { size: 3, colour: "blue" } });
    expect(await second.get("f")).toMatchObject({ apiVersion: "custom.setpoint.dev/v2" });
    expect((await second.get("f")).spec).toEqual({ size: 3 });
    await gauges.delete("f");
  });

  test("has defaults whose metadata must be metadata, but may have fields that these do not know [apiserver/crd-schema-checks]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const define = async (inner: object): Promise<readonly string[]> => {
      const resource = { "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true };
      const properties = { a: { type: "object", ...resource, ...inner } };
      const versions = [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties } } },
      ];
      const names = { plural: "inners", singular: "inner", kind: "Inner", listKind: "InnerList" };
      const spec = { group: "custom.setpoint.dev", scope: "Namespaced", names, versions };
      const metadata = { name: "inners.custom.setpoint.dev" };
      return causesOf(client.resource(CustomResourceDefinition).create({ metadata, spec }, { dryRun: true }));
    };
    const pod = { apiVersion: "v1", kind: "Pod" };
    const meta = (metadata: object): object => ({ properties: { metadata: { type: "object", ...metadata } } });
    const field = "FieldValueInvalid spec.validation.openAPIV3Schema.properties[a]";
    expect(await define({ default: { ...pod, metadata: { name: "a", odd: 1 } } })).toEqual([]);
    expect(await define(meta({ default: { name: "a", odd: 1 } }))).toEqual([]);
    expect(await define({ default: { ...pod, metadata: { name: ".." } } })).toEqual([
      `${field}.default.metadata.name: Invalid value: "..": may not be '..'`,
    ]);
    expect(await define(meta({ properties: { name: { type: "string", default: ".." } } }))).toEqual([
      `${field}.properties[metadata].properties[name].default: Invalid value: "..": must result in valid metadata: metadata.name: Invalid value: "..": may not be '..'`,
    ]);
  });

  test("cannot be defined by a schema that does not say what values are [apiserver/crd-schema-checks]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const metadata = { name: "loose.custom.setpoint.dev" };
    const names = { plural: "loose", singular: "loose", kind: "Loose", listKind: "LooseList" };
    const openAPIV3Schema = {
      type: "object",
      properties: { spec: { anyOf: [{ type: "string" }] }, a: { type: "array" } },
    };
    const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
    const spec = { group: "custom.setpoint.dev", scope: "Namespaced", names, versions };
    expect(await causesOf(client.resource(CustomResourceDefinition).create({ metadata, spec }))).toEqual([
      "FieldValueForbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].type: Forbidden: must be empty to be structural",
      "FieldValueRequired spec.validation.openAPIV3Schema.properties[a].items: Required value: must be specified",
      "FieldValueRequired spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields",
    ]);
  });
});
