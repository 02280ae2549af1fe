import { test } from "vitest";
import { ask, causesOf } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { CustomKind, refusalOf } from "./custom-kind.fixture.ts";
import type { CustomKindVersion } from "./custom-kind.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const group = "lives.setpoint.dev";
const merge = { "content-type": "application/merge-patch+json" };

/** A version whose objects have a spec of this schema. */
function version(name: string, spec: object, more: object = {}): CustomKindVersion {
  return { name, schema: { openAPIV3Schema: { type: "object", properties: { spec } } }, ...more };
}

function fields(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

function pathOf(server: TestServer, kind: CustomKind, name: string): string {
  return `/apis/${group}/${name}/namespaces/${server.namespace}/${kind.plural}`;
}

/** Why something was refused, in a fixed order. */
function reasonsOf(answer: Answer): readonly string[] {
  return causesOf(answer).toSorted();
}

const text = { type: "string", maxLength: 9 };
const integer = { type: "integer" };

forEachServer(["embedded", "real"], "the life of a custom kind", (start) => {
  test("has fields to select by for all versions or for a version with a schema of its own [apiserver/crd-version-checks]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Spindle" }, expect);
    const selectableFields = [{ jsonPath: ".spec.a" }];
    const own = { selectableFields };
    const same = [version("v1", fields({ a: text })), version("v2", fields({ a: text }), own)];
    expect((await refusalOf(kind.define(same)))?.message).toContain(
      'spec.versions[1].selectableFields: Invalid value: "": may only be set when `version.schema.openAPIV3Schema` is not included',
    );
    const other = [version("v1", fields({ a: text, b: text }), own), version("v2", fields({ a: text }), own)];
    expect((await refusalOf(kind.define(other)))?.message).toContain(
      'spec.selectableFields: Invalid value: "": may only be set when validations.schema is included',
    );
    await kind.define([version("v1", fields({ a: text, b: text })), version("v2", fields({ a: text }), own)]);
    await kind.untilServed("v2");
  });

  test("keeps of an object what the version knows in which it is kept [apiserver/custom-versions]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Bobbin" }, expect);
    await kind.define([version("v1", fields({ a: text, b: text })), version("v2", fields({ a: text }))]);
    await kind.untilServed("v1");
    await kind.untilServed("v2");
    const made = await kind.at("v1").create({ metadata: { name: "x" }, spec: { a: "1", b: "2" } });
    // Nothing is left of `b` that a write could take away.
    const again = await kind.at("v1").apply({ metadata: { name: "x" } }, { fieldManager: "other" });
    expect(again.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
    await kind.define([
      version("v1", fields({ a: text, b: text })),
      version("v2", fields({ a: text, b: text, c: { ...text, default: "new" } })),
    ]);
    await expect
      .poll(async () => (await kind.at("v2").get("x")).spec, { timeout: 20_000 })
      .toEqual({
        a: "1",
        c: "new",
      });
  });

  test("tells watchers in any version of what is gone as it was kept [apiserver/custom-versions]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Heddle" }, expect);
    await kind.define([version("v1", fields({ a: text })), version("v2", fields({ a: text, b: text }))]);
    await kind.untilServed("v1");
    await kind.untilServed("v2");
    const { metadata } = await kind.at("v2").create({ metadata: { name: "x" }, spec: { a: "1", b: "2" } });
    await kind.at("v1").delete("x");
    const query = `watch=1&timeoutSeconds=1&resourceVersion=${metadata.resourceVersion ?? ""}`;
    const { json } = await ask(server, `GET ${pathOf(server, kind, "v2")}?${query}`);
    expect(json).toMatchObject({ type: "DELETED", object: { spec: { a: "1", b: "2" } } });
  });

  test("takes no new short name that is another name of its own already [apiserver/crd-names]", async ({ expect }) => {
    await using server = await start();
    const name = `shuttles.${group}`;
    const names = { plural: "shuttles", singular: "shuttle", kind: "Shuttle", shortNames: ["sh"] };
    const versions = [{ ...version("v1", fields({ a: text })), served: true, storage: true }];
    const body = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name },
      spec: { group, scope: "Namespaced", names, versions },
    };
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    await using stack = new AsyncDisposableStack();
    expect((await ask(server, `POST ${path}`, { body })).status).toBe(201);
    stack.defer(async () => void (await ask(server, `DELETE ${path}/${name}`)));
    const accepted = async (): Promise<unknown> => {
      const { json } = await ask(server, `GET ${path}/${name}`);
      const { acceptedNames, conditions = [] } = (json?.["status"] ?? {}) as {
        readonly acceptedNames?: { readonly shortNames?: readonly string[] };
        readonly conditions?: readonly { readonly type: string; readonly message: string }[];
      };
      return [acceptedNames?.shortNames, conditions.find(({ type }) => type === "NamesAccepted")?.message];
    };
    await expect.poll(accepted, { timeout: 20_000 }).toEqual([["sh"], "no conflicts found"]);
    const change = { body: { spec: { names: { shortNames: ["sh", "shuttle"] } } }, headers: merge };
    expect((await ask(server, `PATCH ${path}/${name}`, change)).status).toBe(200);
    await expect.poll(accepted, { timeout: 20_000 }).toEqual([["sh"], '"shuttle" is already in use']);
  });

  test("tells of wrong rules also beside other mistakes, but around these [apiserver/crd-rules]", async ({
    expect,
  }) => {
    await using server = await start();
    const unknown = { ...text, "x-kubernetes-validations": [{ rule: "self.x" }] };
    const misplaced = { ...text, "x-kubernetes-validations": [{ rule: "true", fieldPath: ".x" }] };
    const before = { ...integer, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] };
    const lists = { type: "array", maxItems: 2, items: { type: "array", maxItems: 2, items: before } };
    const around = { "x-kubernetes-validations": [{ rule: "self.y" }] };
    const versions = [
      version("v1", fields({ a: unknown, b: misplaced, c: lists }, around), { served: true, storage: true }),
    ];
    const spec = { group, scope: "Namespaced", names: { plural: "looms", kind: "Loom" }, versions };
    const body = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `looms.${group}` },
      spec,
    };
    const answer = await ask(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body });
    const at = "spec.validation.openAPIV3Schema.properties[spec].properties";
    expect(reasonsOf(answer).map((reason) => reason.split(":")[0])).toEqual([
      `${at}[a].x-kubernetes-validations[0].rule`,
      `${at}[b].x-kubernetes-validations[0].fieldPath`,
      `${at}[c].items.items.x-kubernetes-validations[0].rule`,
    ]);
    expect(reasonsOf(answer)[2]).toContain(`uncorrelatable portion of the schema within ${at}[c]`);
    expect(reasonsOf(answer)[2]).not.toContain(`within ${at}[c].items`);
  });

  test("knows the items of a list again by all their keys [apiserver/custom-ratcheting]", async ({ expect }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Ratine" }, expect);
    const item = fields({ k: text, v: text });
    const list = { type: "array", maxItems: 9, items: item };
    const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
    await kind.define([version("v1", fields({ list }))]);
    await kind.untilServed("v1");
    await kind.at("v1").create({ metadata: { name: "x" }, spec: { list: [{ v: "1" }] } });
    await kind.define([version("v1", fields({ list: { ...list, ...keys, items: { ...item, required: ["k"] } } }))]);
    const change = { body: { spec: { list: [{ v: "1" }, { k: "2" }] } }, headers: merge };
    const path = `${pathOf(server, kind, "v1")}/x?dryRun=All`;
    await expect
      .poll(async () => reasonsOf(await ask(server, `PATCH ${path}`, change)), { timeout: 20_000 })
      .toEqual(["spec.list[0].k: Required value"]);
  });

  test("takes no new object while it ends, whatever else is wrong with it [apiserver/crd-delete-waits]", async ({
    expect,
  }) => {
    await using server = await start();
    const kind = new CustomKind(server, { group, kind: "Treadle" }, expect);
    await kind.define([version("v1", fields({ a: text }))]);
    await kind.untilServed("v1");
    const treadles = kind.at("v1");
    await treadles.create({ metadata: { name: "x", finalizers: ["setpoint.dev/test"] } });
    await kind[Symbol.asyncDispose]();
    const body = { apiVersion: `${group}/v1`, kind: "Treadle", metadata: { name: "y" }, spec: { a: 1 } };
    const create = async (): Promise<number> =>
      (await ask(server, `POST ${pathOf(server, kind, "v1")}`, { body })).status;
    await expect.poll(create, { timeout: 20_000 }).toBe(403);
    const free = { body: { metadata: { finalizers: null } }, headers: merge };
    expect((await ask(server, `PATCH ${pathOf(server, kind, "v1")}/x`, free)).status).toBe(200);
    await expect.poll(create, { timeout: 20_000 }).toBe(404);
  });

  test("shows objects in the cells of a table with sorted keys, and null in words [apiserver/table-custom-columns]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Bellows" }, expect);
    const columns = [".spec", ".spec.a", ".spec.c"].map((jsonPath) => ({ name: jsonPath, type: "string", jsonPath }));
    const spec = fields({ a: { ...text, nullable: true }, b: text, c: text });
    await kind.define([version("v1", spec, { additionalPrinterColumns: columns })]);
    await kind.untilServed("v1");
    await kind.at("v1").create({ metadata: { name: "x" }, spec: { b: "1", a: null } });
    const headers = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };
    const { json } = await ask(server, `GET ${pathOf(server, kind, "v1")}`, { headers });
    expect(json?.["rows"]).toMatchObject([{ cells: ["x", '{"a":null,"b":"1"}', "<no value>", null] }]);
  });

  test("has patterns that name categories of characters as Go finds them [apiserver/custom-patterns]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Cipher" }, expect);
    const rule = { rule: String.raw`self.matches('^\\P{punctuation}*$')` };
    const pattern = String.raw`^\p{Uppercase letter}[\p{decimal_number}\p{^L}]*\Q\p{Letter}\E\p{latin}$`;
    const spec = (one: string): object =>
      fields({ a: { ...text, pattern: one, maxLength: 99 }, b: { ...text, "x-kubernetes-validations": [rule] } });
    expect((await refusalOf(kind.define([version("v1", spec(String.raw`\p{Old_Italic}`))])))?.message).toContain(
      "invalid character class range: `\\p{Old_Italic}`",
    );
    await kind.define([version("v1", spec(pattern))]);
    await kind.untilServed("v1");
    const ciphers = kind.at("v1");
    await ciphers.create({ metadata: { name: "x" }, spec: { a: String.raw`Ä1 2\p{Letter}z`, b: "ä" } });
    for (const wrong of [{ a: String.raw`ä1\p{Letter}z` }, { b: "a!" }]) {
      expect((await refusalOf(ciphers.create({ metadata: { name: "y" }, spec: wrong })))?.status).toBe(422);
    }
  });

  test("takes a number whose whole part is a supported one [apiserver/custom-values]", async ({ expect }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Caliper" }, expect);
    await kind.define([version("v1", fields({ n: { type: "number", enum: [1, 2, 5] } }))]);
    await kind.untilServed("v1");
    const calipers = kind.at("v1");
    expect((await calipers.create({ metadata: { name: "x" }, spec: { n: 2.5 } })).spec).toEqual({ n: 2.5 });
    expect((await refusalOf(calipers.create({ metadata: { name: "y" }, spec: { n: 3.5 } })))?.status).toBe(422);
  });
});

/** Rules that compare with what was before, each under its message. */
const transitions: readonly object[] = [
  { rule: "self == oldSelf", message: "plain" },
  { rule: "!oldSelf.hasValue() || oldSelf.value() == self", optionalOldSelf: true, message: "optional before" },
  { rule: "!oldSelf.hasValue() || self == oldSelf.value()", optionalOldSelf: true, message: "optional after" },
];

/** Fields, what is sent for them, and which of the rules find that they are another after a write of something else. */
const kept: readonly { schema: object; value: unknown; found: readonly string[] }[] = [
  { schema: fields({ a: text, b: { ...text, nullable: true } }), value: { a: "1" }, found: [] },
  {
    schema: fields({ b: { ...text, nullable: true } }),
    value: { b: null },
    found: ["optional after", "optional before"],
  },
  {
    schema: fields({ at: { type: "string", format: "date-time" } }),
    value: { at: "2020-01-01T00:00:00Z" },
    found: ["optional after", "optional before"],
  },
  {
    schema: { type: "array", maxItems: 3, items: { type: "number" }, "x-kubernetes-list-type": "set" },
    value: [1, 2],
    found: ["plain"],
  },
  {
    schema: { type: "array", maxItems: 3, items: { type: "number" }, "x-kubernetes-list-type": "set" },
    value: [1.5],
    found: [],
  },
];

forEachServer(["embedded", "real"], "a rule of a custom resource", (start) => {
  test("that what is before is optional to compares with a value without a schema [apiserver/cel-optional]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Ratchet" }, expect);
    const rules = { "x-kubernetes-validations": transitions };
    const schemas = kept.map(({ schema }, index) => [`f${index}`, { ...schema, ...rules }] as const);
    await kind.define([version("v1", fields(Object.fromEntries(schemas)))]);
    await kind.untilServed("v1");
    const answers: string[] = [];
    for (const [index, { value }] of kept.entries()) {
      await kind.at("v1").create({ metadata: { name: `x${index}` }, spec: { [`f${index}`]: value } });
      const body = { metadata: { labels: { a: "b" } } };
      const path = `${pathOf(server, kind, "v1")}/x${index}`;
      answers.push(...reasonsOf(await ask(server, `PATCH ${path}`, { body, headers: merge })));
    }
    expect(answers).toEqual(
      kept.flatMap(({ found }, index) => found.map((message) => `spec.f${index}: Invalid value: ${message}`)),
    );
  });

  test("sees what is in an object of which the schema names nothing [apiserver/cel-evaluate]", async ({ expect }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Crucible" }, expect);
    const rules = { "x-kubernetes-validations": [{ rule: "self == oldSelf" }] };
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true, ...rules };
    await kind.define([version("v1", fields({ open }))]);
    await kind.untilServed("v1");
    await kind.at("v1").create({ metadata: { name: "x" }, spec: { open: { a: { b: 1 } } } });
    const path = `${pathOf(server, kind, "v1")}/x`;
    const change = async (a: object): Promise<Answer> =>
      ask(server, `PATCH ${path}`, { body: { spec: { open: { a } } }, headers: merge });
    expect((await change({ b: 1 })).status).toBe(200);
    expect(reasonsOf(await change({ b: 2 }))).toEqual(["spec.open: Invalid value: failed rule: self == oldSelf"]);
  });

  test("of which values have the wrong type since the schema changed is told of them [apiserver/cel-evaluate]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Winch" }, expect);
    const rules = { "x-kubernetes-validations": [{ rule: "dyn(self) == dyn(self)" }] };
    await kind.define([version("v1", fields({ a: text, b: text }))]);
    await kind.untilServed("v1");
    await kind.at("v1").create({ metadata: { name: "x" }, spec: { a: "1", b: "2" } });
    await kind.define([version("v1", fields({ a: integer, b: text }, rules))]);
    const change = { body: { spec: { b: "3" } }, headers: merge };
    const path = `${pathOf(server, kind, "v1")}/x?dryRun=All`;
    await expect
      .poll(async () => reasonsOf(await ask(server, `PATCH ${path}`, change)), { timeout: 20_000 })
      .toEqual([
        'spec: Invalid value: "object": invalid data, expected int, got string evaluating rule: dyn(self) == dyn(self)',
      ]);
  });

  test("sees no bytes where there are none, or none as in an address [apiserver/cel-evaluate]", async ({ expect }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Ratchet" }, expect);
    const validations = [{ rule: "self == oldSelf" }];
    const bytes = { ...text, format: "byte", "x-kubernetes-validations": validations };
    await kind.define([version("v1", fields({ a: text }))]);
    await kind.untilServed("v1");
    for (const [name, a] of Object.entries({ x: "no bytes!", y: "a+/=", z: "-_-_" })) {
      await kind.at("v1").create({ metadata: { name }, spec: { a } });
    }
    await kind.define([version("v1", fields({ a: bytes }))]);
    const change = async (name: string): Promise<readonly string[]> => {
      const options = { body: { spec: { a: "YWJj" } }, headers: merge };
      return reasonsOf(await ask(server, `PATCH ${pathOf(server, kind, "v1")}/${name}?dryRun=All`, options));
    };
    const refused = (value: string, at: number): string =>
      `spec.a: Invalid value: "string": Invalid byte formatted string ${value}: illegal base64 data at input byte ${at} evaluating rule: self == oldSelf`;
    await expect.poll(() => change("x"), { timeout: 20_000 }).toEqual([refused("no bytes!", 2)]);
    expect(await change("y")).toEqual([refused("a+/=", 1)]);
    expect(await change("z")).toEqual(['spec.a: Invalid value: "YWJj": failed rule: self == oldSelf']);
  });

  test("names the field that it is about, and knows of before only if it asks for it [apiserver/cel-definitions]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Hoist" }, expect);
    const told = { rule: "self != 'z'", messageExpression: "'was ' + oldSelf" };
    const both = [told, { rule: "self == oldSelf || self != 'y'" }];
    const values = { type: "object", additionalProperties: text, maxProperties: 9 };
    const few = { rule: "size(self) < 2", fieldPath: ".c", message: "too many" };
    const spec = fields({
      map: { ...values, "x-kubernetes-validations": [few] },
      n: { ...text, "x-kubernetes-validations": [told] },
      o: { ...text, "x-kubernetes-validations": both },
    });
    await kind.define([version("v1", spec)]);
    await kind.untilServed("v1");
    await kind.at("v1").create({ metadata: { name: "x" }, spec: { map: { a: "1" }, n: "a", o: "a" } });
    const change = { body: { spec: { map: { b: "1" }, n: "z", o: "z" } }, headers: merge };
    expect(reasonsOf(await ask(server, `PATCH ${pathOf(server, kind, "v1")}/x`, change))).toEqual([
      "spec.map.[c]: Invalid value: too many",
      `spec.n: Invalid value: "z": failed rule: self != 'z'`,
      'spec.o: Invalid value: "z": was a',
    ]);
  });
});
