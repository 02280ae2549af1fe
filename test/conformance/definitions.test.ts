import { test } from "vitest";
import { ask, causesOf, eventually } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const group = "edges.setpoint.dev";
const merge = { "content-type": "application/merge-patch+json" };

interface Described {
  readonly plural: string;
  readonly kind: string;
  readonly names?: object;
  readonly scope?: "Namespaced" | "Cluster";
  readonly versions?: readonly object[];
}

const open = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };

function definitionOf({ plural, kind, names = {}, scope = "Namespaced", versions = [{}] }: Described): object {
  const whole = versions.map((version, index) => ({
    name: "v1",
    served: true,
    storage: index === 0,
    schema: open,
    ...version,
  }));
  const spec = { group, scope, names: { plural, kind, ...names }, versions: whole };
  return { metadata: { name: `${plural}.${group}` }, spec };
}

/** Makes a definition, waits until its resource is served, and deletes it at the end. */
async function define(server: TestServer, described: Described): Promise<AsyncDisposable> {
  const path = `${definitions}/${described.plural}.${group}`;
  await ask(server, `POST ${definitions}`, { body: definitionOf(described) });
  // The real one is established before it can be read.
  const collection = `/apis/${group}/v1/${described.plural}`;
  await eventually(async () => (await ask(server, `GET ${collection}`)).status === 200);
  return {
    [Symbol.asyncDispose]: async () => {
      await ask(server, `DELETE ${path}`);
      await eventually(async () => (await ask(server, `GET ${path}`)).status === 404);
    },
  };
}

function warningsOf({ headers }: Answer): readonly string[] {
  const texts = headers["warning"]?.match(/299 - "(?:[^"\\]|\\.)*"/g) ?? [];
  return texts.map((text) => JSON.parse(text.slice("299 - ".length)) as string).toSorted();
}

forEachServer(["embedded", "real"], "a definition", (start) => {
  test("can say that a version should no longer be used, of which everybody is told [apiserver/crd-deprecated]", async ({
    expect,
  }) => {
    await using server = await start();
    await using _defined = await define(server, {
      plural: "olds",
      kind: "Old",
      versions: [
        { name: "v1" },
        { name: "v1beta1", deprecated: true },
        { name: "v1alpha1", deprecated: true, deprecationWarning: "not this" },
        { name: "v9", deprecated: true },
      ],
    });
    const expected = {
      v1: [],
      v1beta1: [`${group}/v1beta1 Old is deprecated; use ${group}/v1 Old`],
      v1alpha1: ["not this"],
      v9: [`${group}/v9 Old is deprecated`],
    };
    for (const [version, warnings] of Object.entries(expected)) {
      const path = `/apis/${group}/${version}/namespaces/${server.namespace}/olds`;
      for (const [line, status] of [
        [`GET ${path}`, 200],
        [`GET ${path}/none`, 404],
        [`GET ${path}?watch=1&timeoutSeconds=1`, 200],
        [`GET ${path}?limit=x`, 400],
        [`DELETE ${path}`, 200],
      ] as const) {
        const answer = await ask(server, line);
        expect([line, answer.status, warningsOf(answer)]).toEqual([line, status, warnings]);
      }
      const refused = await ask(server, `GET ${path}`, { headers: { accept: "text/html" } });
      expect([version, refused.status, warningsOf(refused)]).toEqual([version, 406, warnings]);
    }
  });

  test("says what its lists are called [apiserver/crd-list-kind]", async ({ expect }) => {
    await using server = await start();
    await using _defined = await define(server, { plural: "mice", kind: "Mouse", names: { listKind: "Mice" } });
    const path = `/apis/${group}/v1/namespaces/${server.namespace}/mice`;
    const body = { apiVersion: `${group}/v1`, kind: "Mouse", metadata: { name: "a" } };
    await ask(server, `POST ${path}`, { body });
    const item = { apiVersion: `${group}/v1`, kind: "Mouse" };
    const list = { apiVersion: `${group}/v1`, kind: "Mice", items: [item] };
    expect((await ask(server, `GET ${path}`)).json).toMatchObject(list);
    expect((await ask(server, `DELETE ${path}`)).json).toMatchObject(list);
    expect((await ask(server, `GET ${path}`)).json).toMatchObject({ kind: "Mice", items: [] });
  });

  test("is warned of formats that nobody knows, when they come in [apiserver/crd-unknown-formats]", async ({
    expect,
  }) => {
    await using server = await start();
    const text = (format: string): object => ({ type: "string", format });
    const withFormats = (properties: object): object => {
      const schema = { openAPIV3Schema: { type: "object", properties } };
      return definitionOf({ plural: "dials", kind: "Dial", versions: [{ schema }] });
    };
    const properties = {
      known: text("date"),
      unknown: text("one"),
      inner: { type: "object", properties: { again: text("one"), list: { type: "array", items: text("two") } } },
      values: { type: "object", additionalProperties: { type: "integer", format: "double" } },
      combined: { type: "string", anyOf: [{ format: "three" }], not: { format: "four" } },
    };
    const warned = (...formats: readonly string[]): readonly string[] =>
      formats.map((format) => `unrecognized format "${format}"`).toSorted();
    const made = await ask(server, `POST ${definitions}`, { body: withFormats(properties) });
    expect([made.status, warningsOf(made)]).toEqual([201, warned("double", "four", "one", "three", "two")]);
    const path = `${definitions}/dials.${group}`;
    const labelled = { body: { metadata: { labels: { a: "b" } } }, headers: merge };
    expect(warningsOf(await ask(server, `PATCH ${path}`, labelled))).toEqual([]);
    const more = { body: withFormats({ ...properties, more: text("five") }), headers: merge };
    expect(warningsOf(await ask(server, `PATCH ${path}`, more))).toEqual(warned("five"));
    await ask(server, `DELETE ${path}`);
  });

  test("serves its resource in its scope only [apiserver/crd-scope]", async ({ expect }) => {
    await using server = await start();
    await using _small = await define(server, { plural: "smalls", kind: "Small" });
    await using _large = await define(server, { plural: "larges", kind: "Large", scope: "Cluster" });
    const { namespace } = server;
    const base = `/apis/${group}/v1`;
    const body = { apiVersion: `${group}/v1`, kind: "Small", metadata: { name: "a" } };
    for (const [line, status] of [
      [`GET ${base}/namespaces/${namespace}/larges`, 404],
      [`GET ${base}/namespaces/${namespace}/larges/a`, 404],
      [`GET ${base}/smalls/a`, 404],
      [`GET ${base}/smalls`, 200],
      [`GET ${base}/larges`, 200],
      [`GET ${base}/larges/a/status`, 404],
    ] as const) {
      expect([line, (await ask(server, line)).status]).toEqual([line, status]);
    }
    expect((await ask(server, `POST ${base}/smalls`, { body })).status).not.toBe(201);
    expect((await ask(server, `GET ${base}/smalls`)).json?.["items"]).toEqual([]);
  });
});

forEachServer(["embedded", "real"], "the status of a definition", (start) => {
  test("is refused for keywords that are there, also if they are empty [apiserver/crd-schema-checks]", async ({
    expect,
  }) => {
    await using server = await start();
    const definition = (schema: object): object =>
      definitionOf({
        plural: "roots",
        kind: "Root",
        versions: [{ schema: { openAPIV3Schema: { type: "object", ...schema } }, subresources: { status: {} } }],
      });
    const fieldsOf = ({ status, json }: Answer): readonly unknown[] => {
      const { causes = [] } = (json?.["details"] ?? {}) as { readonly causes?: readonly { readonly field: string }[] };
      return [status, ...causes.map(({ field }) => field)];
    };
    const tried = async (schema: object): Promise<readonly unknown[]> =>
      fieldsOf(await ask(server, `POST ${definitions}?dryRun=All`, { body: definition(schema) }));
    const place = "spec.validation.openAPIV3Schema";
    for (const key of ["allOf", "anyOf", "oneOf", "enum", "x-kubernetes-list-map-keys"]) {
      expect(await tried({ [key]: [] }), key).toEqual([422, place]);
    }
    expect(await tried({ definitions: {}, patternProperties: {} })).toEqual([422, place]);
    expect(await tried({ dependencies: {} })).toEqual([422, place, `${place}.dependencies`]);
    expect(await tried({ required: [], items: [], nullable: false })).toEqual([201]);
    const inside = { properties: { spec: { type: "object", allOf: [], enum: [], definitions: {} } } };
    expect(await tried(inside)).toEqual([201]);
    // A schema is looked at as it is kept otherwise: without nulls, and with what is always there.
    expect(await tried({ allOf: [], description: null })).toEqual([422, place]);
    const rules = `${place}.x-kubernetes-validations[0].rule`;
    expect(await tried({ items: [], "x-kubernetes-validations": [{ messageExpression: "self" }] })).toEqual([
      422,
      rules,
    ]);
    const items = { type: "object", allOf: [], "x-kubernetes-validations": [{}] };
    const list = { properties: { list: { type: "array", items } } };
    const rule = `${place}.properties[list].items.x-kubernetes-validations[0].rule`;
    expect(await tried(list)).toEqual([422, rule]);
    // What no schema knows is dropped, and is none of them.
    expect(await tried({ unknown: 1, items: [] })).toEqual([201]);
    const metadata = { type: "object", unknown: 1, properties: { name: { maxLength: 3, type: "string", unknown: 1 } } };
    expect(await tried({ properties: { metadata }, items: [] })).toEqual([201]);
    const combined = [{ unknown: 1, properties: { a: { unknown: 1, maxLength: 3 } } }];
    const spec = { type: "object", properties: { a: { type: "string" } }, allOf: combined, items: [] };
    expect(await tried({ properties: { spec } })).toEqual([201]);
    await using _defined = await define(server, { plural: "roots", kind: "Root", versions: [{ subresources: {} }] });
    const path = `${definitions}/roots.${group}`;
    const patched = await ask(server, `PATCH ${path}`, { body: definition({ allOf: [] }), headers: merge });
    expect(fieldsOf(patched)).toEqual([422, place]);
  });

  test("keeps the conditions that others write [apiserver/crd-status]", async ({ expect }) => {
    await using server = await start();
    await using _defined = await define(server, { plural: "watched", kind: "Watched" });
    const path = `${definitions}/watched.${group}/status`;
    const body = [{ op: "add", path: "/status/conditions/-", value: { message: "looked at" } }];
    const headers = { "content-type": "application/json-patch+json" };
    const foreign = { type: "", status: "", lastTransitionTime: null, message: "looked at" };
    const told = ({ json }: Answer): readonly { readonly type: string }[] => {
      const { status } = json as unknown as { status: { conditions: readonly { type: string }[] } };
      return status.conditions;
    };
    for (const answer of [await ask(server, `PATCH ${path}`, { body, headers }), await ask(server, `GET ${path}`)]) {
      expect(answer.status).toBe(200);
      expect(told(answer)).toContainEqual(foreign);
      expect(told(answer).map(({ type }) => type)).toEqual(expect.arrayContaining(["NamesAccepted", "Established"]));
    }
    const label = { body: { metadata: { labels: { a: "b" } } }, headers: merge };
    const labelled = await ask(server, `PATCH ${definitions}/watched.${group}`, label);
    expect(told(labelled)).toContainEqual(foreign);
    const again = await ask(server, `PUT ${path}`, { body: labelled.json });
    expect(again.json?.metadata?.["resourceVersion"]).toBe(labelled.json?.metadata?.["resourceVersion"]);
  });

  test("serves nothing while its conditions are gone, which it gets again with its names [apiserver/crd-status]", async ({
    expect,
  }) => {
    await using server = await start();
    await using _defined = await define(server, { plural: "bares", kind: "Bare" });
    const path = `${definitions}/bares.${group}`;
    const collection = `/apis/${group}/v1/bares`;
    const written = async (status: object): Promise<unknown> => {
      const { json } = await ask(server, `PATCH ${path}/status`, { body: { status }, headers: merge });
      return json?.status?.["conditions"] ?? [];
    };
    expect(await written({ conditions: [] })).toEqual([]);
    await eventually(async () => (await ask(server, `GET ${collection}`)).status === 404);
    const named = { type: "Established", status: "False", reason: "X", message: "m" };
    expect(await written({ conditions: [named] })).toEqual([{ ...named, lastTransitionTime: null }]);
    await ask(server, `PATCH ${path}`, { body: { metadata: { labels: { a: "b" } } }, headers: merge });
    expect((await ask(server, `GET ${path}`)).json?.status?.["conditions"]).toHaveLength(1);
    await written({ acceptedNames: null });
    await eventually(async () => (await ask(server, `GET ${collection}`)).status === 200);
  });

  test("that is applied is checked by the types of its fields alone, which say nothing of some", async ({ expect }) => {
    await using server = await start();
    const versions = [{ subresources: { status: { unknown: "x" } } }];
    const type = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" };
    const body = { ...type, ...definitionOf({ plural: "loose", kind: "Loose", versions }) };
    const path = `${definitions}/loose.${group}`;
    const strictly = { headers: { "content-type": "application/apply-patch+yaml" }, body };
    const applied = await ask(server, `PATCH ${path}?fieldManager=me&fieldValidation=Strict&dryRun=All`, strictly);
    expect([applied.status, warningsOf(applied)]).toEqual([201, []]);
    expect(applied.json).toHaveProperty("spec.versions.0.subresources", { status: {} });
    const posted = await ask(server, `POST ${definitions}?fieldValidation=Strict&dryRun=All`, { body });
    expect(posted.status).toBe(400);
  });
});

forEachServer(["embedded", "real"], "a custom resource", (start) => {
  test("says what it is, and has metadata that can be read [apiserver/custom-body]", async ({ expect }) => {
    await using server = await start();
    await using _defined = await define(server, { plural: "things", kind: "Thing" });
    const path = `/apis/${group}/v1/namespaces/${server.namespace}/things`;
    const type = { apiVersion: `${group}/v1`, kind: "Thing" };
    const metadata = { name: "a" };
    for (const body of [
      { ...type, kind: undefined, metadata },
      { ...type, apiVersion: undefined, metadata },
      { ...type, apiVersion: `${group}/v2`, metadata },
      { ...type, metadata: [] },
      { ...type, metadata: { name: 5 } },
      { ...type, metadata: { name: "a", labels: { x: 1 } } },
    ]) {
      const { status, json } = await ask(server, `POST ${path}`, { body });
      expect([body, status, json?.kind]).toEqual([body, 400, "Status"]);
    }
    const made = await ask(server, `POST ${path}`, { body: { ...type, metadata: { ...metadata, unknown: 1 } } });
    expect(made.status).toBe(201);
    expect(made.json?.metadata).not.toHaveProperty("unknown");
  });

  test("a conversion that names no way is refused, be it empty [apiserver/crd-rules]", async ({ expect }) => {
    await using server = await start();
    const { metadata, spec } = definitionOf({ plural: "converted", kind: "Converted" }) as {
      metadata: object;
      spec: object;
    };
    const answers = [{}, { webhook: { clientConfig: { service: {} } } }].map((conversion) =>
      ask(server, `POST ${definitions}?dryRun=All`, { body: { metadata, spec: { ...spec, conversion } } }),
    );
    const missing = "spec.conversion.strategy: Required value";
    const [empty, other] = (await Promise.all(answers)).map(causesOf);
    expect(empty).toEqual([missing]);
    expect(other?.[0]).toBe(missing);
  });

  test.for([
    ["short name", { names: { plural: "voids", kind: "Void", shortNames: [null] } }],
    ["column", { additionalPrinterColumns: [null] }],
    ["selectable field", { selectableFields: [null] }],
    ["rule", { schema: { openAPIV3Schema: { type: "object", properties: {}, "x-kubernetes-validations": [null] } } }],
  ] as const)(
    "a %s that is nothing is refused, be something else empty [apiserver/crd-rules]",
    async ([, odd], { expect }) => {
      await using server = await start();
      const { names = {}, ...version } = odd as { readonly names?: object };
      const schema = { openAPIV3Schema: { type: "object", properties: {} } };
      const body = definitionOf({ plural: "voids", kind: "Void", names, versions: [{ schema, ...version }] });
      expect(await ask(server, `POST ${definitions}?dryRun=All`, { body })).toMatchObject({ status: 422 });
    },
  );
});
