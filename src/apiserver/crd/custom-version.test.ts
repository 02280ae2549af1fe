import fc from "fast-check";
import { test } from "vitest";
import type { StatusCause } from "../../model/index.ts";
import type { JSONSchemaProps } from "../../types/apiextensions/v1/index.ts";
import { formatAnswers } from "./format-answers.fixture.ts";
import { hasFormat } from "./formats.ts";
import { CustomVersion } from "./index.ts";
import type { RuleCompiler } from "./index.ts";
import { looseObject, specUpdates, statusUpdates, tightSchema } from "./ratcheting-answers.fixture.ts";
import { typeAnswers } from "./type-answers.fixture.ts";
import { ruleAnswers } from "./value-answers.fixture.ts";
import { fieldSchemas } from "./value-schemas.fixture.ts";

function versionOf(schema: JSONSchemaProps, rules?: RuleCompiler): CustomVersion {
  const subresources = { status: {} };
  const version = { name: "v1", served: true, storage: true, subresources, schema: { openAPIV3Schema: schema } };
  return new CustomVersion(version, { compiler: rules });
}

function ofSpec(properties: Readonly<Record<string, JSONSchemaProps>>, rules?: RuleCompiler): CustomVersion {
  return versionOf({ type: "object", properties: { spec: { type: "object", properties } } }, rules);
}

function parsed(texts: Readonly<Record<string, string>>): Readonly<Record<string, JSONSchemaProps>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text) as JSONSchemaProps]));
}

function told(causes: readonly StatusCause[]): readonly string[] {
  return causes
    .map(({ reason, field, message }) => `${reason?.replace("FieldValue", "")} ${field}: ${message}`)
    .toSorted();
}

interface Custom {
  readonly metadata: object;
  readonly spec?: unknown;
  readonly status?: unknown;
}

function objectOf(spec: unknown): Custom & { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: "example.com/v1", kind: "Value", metadata: { name: "x" }, spec };
}

for (const [spec, ...answers] of [...typeAnswers, ...ruleAnswers]) {
  test(`${spec} is refused, pruned and completed as on the real server [apiserver/custom-values]`, ({ expect }) => {
    const [name = ""] = Object.keys(JSON.parse(spec) as object);
    const version = ofSpec(parsed({ [name]: fieldSchemas[name] ?? "" }));
    const read = version.read(objectOf(JSON.parse(spec)));
    const causes = told(version.check({ next: read }));
    const [answer = ""] = answers;
    if (answers.length > 0 && !answer.startsWith("= ")) {
      expect(causes).toEqual(answers.toSorted());
      return;
    }
    expect(causes).toEqual([]);
    expect(read.spec).toEqual(JSON.parse(answers.length === 0 ? spec : answer.slice(2)));
  });
}

for (const [format, { has, lacks }] of Object.entries(formatAnswers)) {
  test(`texts have the format ${format} if they do on the real server [apiserver/custom-formats]`, ({ expect }) => {
    expect(has.filter((text) => !hasFormat(text, format))).toEqual([]);
    expect(lacks.filter((text) => hasFormat(text, format))).toEqual([]);
  });
}

const tight = versionOf(JSON.parse(tightSchema) as JSONSchemaProps);
const old: Custom = { metadata: {}, ...(JSON.parse(looseObject) as object) };

for (const [change, ...causes] of specUpdates) {
  test(`after a tightening, the change ${change} gets the real server's causes [apiserver/custom-ratcheting]`, ({
    expect,
  }) => {
    const next = tight.read({ ...old, spec: { ...(old.spec as object), ...(JSON.parse(change) as object) } });
    expect(told(tight.check({ next, old }))).toEqual(causes.toSorted());
  });
}

for (const [status, ...causes] of statusUpdates) {
  test(`after a tightening, the status ${status} gets the real server's causes [apiserver/custom-ratcheting]`, ({
    expect,
  }) => {
    const next = { ...old, status: JSON.parse(status) as unknown };
    expect(told(tight.check({ next, old, subresource: "status" }))).toEqual(causes.toSorted());
  });
}

test("what is pruned is named by its path, sorted [apiserver/custom-unknown-fields]", ({ expect }) => {
  const version = ofSpec({
    list: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
    map: { type: "object", additionalProperties: { type: "object" } },
  });
  const spec = { z: { y: 1 }, list: [{ a: "x" }, { b: 1 }], map: { k: { c: 1 } } };
  const metadata = { name: "x", odd: 1, labels: { any: "label" } };
  expect(version.unknownFields({ ...objectOf(spec), metadata, top: 1 })).toEqual([
    "metadata.odd",
    "spec.list[1].b",
    "spec.map.k.c",
    "spec.z",
    "top",
  ]);
});

test("an embedded resource that cannot be read is told before all else [apiserver/custom-embedded]", ({ expect }) => {
  const version = ofSpec({
    inner: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
  });
  const problem = (inner: unknown): string | undefined => version.typeProblem(objectOf({ inner }));
  expect(problem({ apiVersion: 5, kind: "A" })).toBe("spec.inner.apiVersion: Invalid value: 5: must be a string");
  expect(problem({ apiVersion: "v1", kind: "A", metadata: "x" })).toBe(
    'spec.inner.metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
  );
  expect(problem({ apiVersion: "v1", kind: "A", metadata: {} })).toBeUndefined();
});

test("an object that a schema leaves as it is stays the same object, and what changes shares the rest [apiserver/custom-sharing]", ({
  expect,
}) => {
  const version = ofSpec({
    a: { type: "object", properties: { b: { type: "string" } } },
    d: { type: "integer", default: 1 },
  });
  const whole = objectOf({ a: { b: "x" }, d: 2 });
  expect(version.read(whole)).toBe(whole);
  const open = objectOf({ a: { b: "x" } });
  const read = version.read(open);
  expect(read.spec).toEqual({ a: { b: "x" }, d: 1 });
  expect((read.spec as { readonly a: object }).a).toBe((open.spec as { readonly a: object }).a);
});

test("encoded objects are read once, and stay the same bytes if nothing differs [apiserver/custom-sharing]", ({
  expect,
}) => {
  const version = ofSpec({ d: { type: "integer", default: 1 } });
  let decoded = 0;
  const codec = {
    decode: (bytes: Uint8Array): { readonly apiVersion: string } => {
      decoded++;
      return JSON.parse(new TextDecoder().decode(bytes)) as { readonly apiVersion: string };
    },
    encode: (object: object): Uint8Array => new TextEncoder().encode(JSON.stringify(object)),
  };
  const same = codec.encode(objectOf({ d: 5 }));
  const open = codec.encode(objectOf({}));
  expect(version.readEncoded(same, codec)).toBe(same);
  expect(codec.decode(version.readEncoded(open, codec))).toMatchObject({ spec: { d: 1 } });
  expect(version.readEncoded(open, codec)).toBe(version.readEncoded(open, codec));
  expect(decoded).toBe(3);
});

test("the number of replicas has to be one [apiserver/custom-scale]", ({ expect }) => {
  const scale = { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" };
  const version = { name: "v1", served: true, storage: true, subresources: { scale }, schema: {} };
  const check = (next: object): readonly string[] => told(new CustomVersion(version).check({ next }));
  expect(check({ spec: { n: -1 }, status: { n: 2 ** 31 } })).toEqual([
    "Invalid .spec.n: Invalid value: -1: should be a non-negative integer",
    "Invalid .status.n: Invalid value: 2147483648: should be less than or equal to 2147483647",
  ]);
  expect(check({ spec: { n: 3 } })).toEqual([]);
});

/** Rules that every value breaks, told with what the value was before. */
const breaking: RuleCompiler = {
  compile: (rules) => ({
    rules: rules.map(({ rule }) => ({ problem: rule, maxCost: 0, usesOldSelf: false })),
    maxCardinality: 1,
    evaluate: ({ before, path, budget }) => {
      budget.remaining -= 4_000_000;
      const cause = { reason: "FieldValueInvalid", message: JSON.stringify(before?.value), field: path } as const;
      return [{ causes: [cause], warnings: [] }];
    },
  }),
};
const ruled = { "x-kubernetes-validations": [{ rule: "false" }] };

test("CEL rules are asked only when the object fits its schema so far [apiserver/custom-rules]", ({ expect }) => {
  const version = ofSpec({ a: { type: "string", ...ruled }, n: { type: "integer", minimum: 2 } }, breaking);
  expect(told(version.check({ next: objectOf({ a: "x" }) }))).toEqual(["Invalid spec.a: undefined"]);
  expect(told(version.check({ next: objectOf({ a: "x", n: 1 }) }))).toHaveLength(2);
  expect(told(version.check({ next: objectOf({ a: 5 }) }))).toEqual([
    "Invalid <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
    'TypeInvalid spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
  ]);
});

test("CEL rules see what a value was before where keys tell it, until the budget is spent [apiserver/custom-rules]", ({
  expect,
}) => {
  const item: JSONSchemaProps = {
    type: "object",
    properties: { k: { type: "string" }, v: { type: "string", ...ruled } },
  };
  const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
  const version = ofSpec(
    {
      keyed: { type: "array", items: item, ...keyed },
      plain: { type: "array", items: item },
      map: { type: "object", additionalProperties: { type: "string", ...ruled } },
    },
    breaking,
  );
  const check = (next: object, old: object): readonly string[] =>
    told(version.check({ next: objectOf(next), old: objectOf(old) }));
  const [one, two] = [
    { k: "a", v: "1" },
    { k: "b", v: "2" },
  ];
  expect(check({ keyed: [two, one] }, { keyed: [one, two] })).toEqual([
    'Invalid spec.keyed[0].v: "2"',
    'Invalid spec.keyed[1].v: "1"',
  ]);
  expect(check({ plain: [one] }, { plain: [one] })).toEqual(["Invalid spec.plain[0].v: undefined"]);
  expect(check({ map: { x: "1" } }, { map: { x: "0" } })).toEqual(['Invalid spec.map[x]: "0"']);
  expect(check({ map: { a: "1", b: "1", c: "1", d: "1" } }, {})).toHaveLength(3);
});

test("objects are gone through for resources inside them only if there can be any [apiserver/custom-embedded]", ({
  expect,
}) => {
  let reads = 0;
  const spec = Object.defineProperty({}, "a", { enumerable: true, get: () => `${++reads}` });
  const problemBy = (properties: Readonly<Record<string, JSONSchemaProps>>): string | undefined =>
    ofSpec(properties).typeProblem(objectOf(spec));
  const text = { type: "string" };
  expect([problemBy({ a: text }), reads]).toEqual([undefined, 0]);
  const resource = { type: "object", "x-kubernetes-embedded-resource": true, properties: { x: text } };
  const nested = { type: "object", additionalProperties: { type: "array", items: resource } };
  expect([problemBy({ a: text, nested }), reads]).toEqual([undefined, 1]);
});

test("an update of a long list with keys costs as much as the list is long [apiserver/custom-hostile-input]", ({
  expect,
}) => {
  const item: JSONSchemaProps = { type: "object", properties: { k: { type: "string" }, v: { type: "string" } } };
  const list = { type: "array", items: item, maxItems: 1 };
  const keyed = { ...list, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
  const version = ofSpec({ keyed }, breaking);
  let reads = 0;
  const made = (index: number): object => {
    const get = (): string => {
      reads++;
      return `k${index}`;
    };
    return Object.defineProperty({}, "k", { enumerable: true, get });
  };
  const indices = Array.from({ length: 300 }, (_, index) => index);
  const old = objectOf({ keyed: indices.map(made) });
  const next = objectOf({ keyed: indices.map((index) => ({ k: `k${index}` })).toReversed() });
  expect(version.check({ next, old })).toEqual([]);
  expect(reads).toBeLessThan(10 * indices.length);
});

test("whatever an object holds, it is read without harm, and reading it again changes nothing [apiserver/custom-hostile-input]", ({
  expect,
}) => {
  const version = ofSpec(parsed(fieldSchemas));
  const keys = fc.constantFrom(...Object.keys(fieldSchemas), "__proto__", "constructor", "toString");
  fc.assert(
    fc.property(fc.dictionary(keys, fc.jsonValue({ depthSize: "small" })), (spec) => {
      const text = JSON.stringify(objectOf(spec));
      const object = JSON.parse(text) as object;
      const read = version.read(object);
      expect(version.read(read)).toEqual(read);
      expect(JSON.stringify(object)).toBe(text);
      expect(version.check({ next: read, old: read })).toEqual(version.check({ next: read, old: read }));
    }),
  );
  expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
});

test("what should be a number of replicas and is none is told as Kubernetes fails to read it [apiserver/custom-scale]", ({
  expect,
}) => {
  const scale = { specReplicasPath: ".spec.size", statusReplicasPath: ".status.n", labelSelectorPath: ".status.s" };
  const object = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const openAPIV3Schema = { type: "object", properties: { spec: object, status: object } };
  const version = new CustomVersion({
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema },
    subresources: { scale },
  });
  const causes = (next: object): readonly (string | undefined)[] =>
    version.check({ next }).map(({ field, message }) => `${field}: ${message}`);
  expect(causes({ spec: { size: "x" }, status: { n: 1.5, s: 7 } })).toEqual([
    ".spec.size: Invalid value: 0: .spec.size accessor error: x is of the type string, expected int64",
    ".status.n: Invalid value: 0: .status.n accessor error: 1.5 is of the type float64, expected int64",
    '.status.s: Invalid value: "": .status.s accessor error: 7 is of the type int64, expected string',
  ]);
  expect(causes({ spec: { size: 2 } })).toEqual([]);
});
