import { test } from "vitest";
import type { StatusCause } from "../../model/index.ts";
import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import { fieldAnswers, versionAnswers } from "./definition-answers.fixture.ts";
import { checkDefinition, definitionTypeProblem, withDefaults } from "./index.ts";
import type { RuleCompiler } from "./index.ts";
import { emptySchema, rootAnswers } from "./root-answers.fixture.ts";

const root = "spec.validation.openAPIV3Schema";
const field = `${root}.properties[spec].properties[f]`;

function definitionOf(version: object): CustomResourceDefinition {
  const versions = [{ name: "v1", served: true, storage: true, ...version }];
  const spec = { group: "example.com", scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions };
  return { metadata: { name: "widgets.example.com" }, spec } as unknown as CustomResourceDefinition;
}

function ofField(schema: unknown): CustomResourceDefinition {
  const spec = { type: "object", properties: { f: schema } };
  return definitionOf({ schema: { openAPIV3Schema: { type: "object", properties: { spec } } } });
}

function told(causes: readonly StatusCause[]): readonly string[] {
  const places = (text = ""): string => text.replace(field, "~").replace(root, "#");
  return causes
    .map(
      ({ reason, field: at, message }) => `${reason?.replace("FieldValue", "")} ${places(at)}: ${shortened(message)}`,
    )
    .toSorted();
}

/** Without what is empty in quoted schemas. */
function shortened(message = ""): string {
  if (!message.includes('"XValidations"')) return message;
  return message.replaceAll(/"[A-Z]\w*":(?:null|""|false),?/g, "").replaceAll(",}", "}");
}

function refusal(definition: CustomResourceDefinition): readonly string[] {
  return told(checkDefinition(withDefaults(definition)));
}

for (const [schema, ...causes] of fieldAnswers) {
  test(`the schema ${schema} of a field gets the real server's causes [apiserver/crd-schema-checks]`, ({ expect }) => {
    const definition = ofField(JSON.parse(schema));
    expect(definitionTypeProblem(definition)).toBeUndefined();
    expect(refusal(definition)).toEqual(causes.toSorted());
  });
}

for (const [version, ...causes] of versionAnswers) {
  test(`the version ${version} gets the real server's causes [apiserver/crd-version-checks]`, ({ expect }) => {
    const definition = definitionOf(JSON.parse(version) as object);
    expect(definitionTypeProblem(definition)).toBeUndefined();
    expect(refusal(definition)).toEqual(causes.toSorted());
  });
}

for (const [schema, ...causes] of rootAnswers) {
  test(`the schema ${schema} beside a status gets the real server's causes [apiserver/crd-schema-checks]`, ({
    expect,
  }) => {
    const openAPIV3Schema: unknown = JSON.parse(schema);
    const definition = definitionOf({ schema: { openAPIV3Schema }, subresources: { status: {} } });
    expect(definitionTypeProblem(definition)).toBeUndefined();
    expect(refusal(definition)).toEqual(causes.toSorted());
  });
}

test("a schema is quoted with all members of Kubernetes' own form, or as it was sent if it is very large [apiserver/crd-schema-checks]", ({
  expect,
}) => {
  const quoted = (count: number): string | undefined => {
    const openAPIV3Schema = { type: "object", anyOf: Array.from({ length: count }, () => ({})) };
    const definition = definitionOf({ schema: { openAPIV3Schema }, subresources: { status: {} } });
    return checkDefinition(withDefaults(definition))[0]?.message;
  };
  expect(quoted(2)).toContain(`"AnyOf":[${emptySchema},${emptySchema}],"Not":null,`);
  expect(quoted(100_000)?.length).toBeLessThan(400_000);
});

test("what a rule costs is no reason to refuse a version that has not changed, what all cost is [apiserver/cel-definitions]", ({
  expect,
}) => {
  const compiler = (cost: number): RuleCompiler => ({
    compile: (rules) => ({
      rules: rules.map(() => ({ maxCost: cost, messageMaxCost: cost, usesOldSelf: false })),
      maxCardinality: 1,
      evaluate: () => [],
    }),
  });
  const made = (type: string): CustomResourceDefinition =>
    withDefaults(ofField({ type, "x-kubernetes-validations": [{ rule: "self", messageExpression: "self" }] }));
  const fields = (cost: number, old?: CustomResourceDefinition): readonly unknown[] =>
    checkDefinition(made("string"), { compiler: compiler(cost) }, old).map((cause) => cause.field);
  const rule = `${field}.x-kubernetes-validations[0]`;
  expect(fields(20_000_000)).toEqual([`${rule}.rule`, `${rule}.messageExpression`]);
  expect(fields(20_000_000, made("integer"))).toHaveLength(2);
  expect(fields(20_000_000, made("string"))).toEqual([]);
  expect(fields(60_000_000, made("string"))).toEqual([`${rule}.rule`, `${rule}.messageExpression`, root]);
});

test("what all versions say alike is told once, what they say differently for each [apiserver/crd-version-checks]", ({
  expect,
}) => {
  const version = (name: string, schema: object): object => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema: schema },
  });
  const open = { type: "object", properties: { spec: {} } };
  const fields = (...versions: readonly object[]): readonly unknown[] => {
    const made = definitionOf({});
    const spec = { ...made.spec, versions } as CustomResourceDefinition["spec"];
    return checkDefinition(withDefaults({ ...made, spec })).map((cause) => cause.field);
  };
  expect(fields(version("v1", open), version("v2", open))).toEqual([`${root}.properties[spec].type`]);
  expect(fields(version("v1", { type: "object" }), version("v2", open))).toEqual([
    "spec.versions[1].schema.openAPIV3Schema.properties[spec].type",
  ]);
});

test("a keyword of a schema that has the wrong type is told as the decoder does [apiserver/crd-schema-types]", ({
  expect,
}) => {
  const place = "JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties";
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ type: 5 }, `cannot unmarshal number into Go struct field ${place}.type of type string`],
    [
      { properties: [] },
      `cannot unmarshal array into Go struct field ${place}.properties of type map[string]v1.JSONSchemaProps`,
    ],
    [{ items: { type: 5 } }, `cannot unmarshal number into Go struct field ${place}.items.type of type string`],
    [{ minimum: "5" }, `cannot unmarshal string into Go struct field ${place}.minimum of type float64`],
    [{ required: "a" }, `cannot unmarshal string into Go struct field ${place}.required of type []string`],
    [{ allOf: [{ not: { nullable: 1 } }] }, "of type bool"],
    [{ additionalProperties: { pattern: {} } }, "of type string"],
  ];
  for (const [schema, message] of wrong) expect(definitionTypeProblem(ofField(schema))).toContain(message);
});

test("after a strategic merge patch less is told of the place of a wrong type [apiserver/crd-schema-types]", ({
  expect,
}) => {
  const told = (schema: object): string | undefined => definitionTypeProblem(ofField(schema), true);
  expect(told({ items: ["a"] })).toBe("json: cannot unmarshal string into Go value of type v1.JSONSchemaProps");
  expect(told({ dependencies: { k: [{}] } })).toBe("json: cannot unmarshal object into Go value of type string");
  expect(told({ items: { type: 7 } })).toBe(
    "json: cannot unmarshal number into Go struct field JSONSchemaProps.type of type string",
  );
  expect(told({ items: { items: { type: 7 } } })).toBe(
    "json: cannot unmarshal number into Go struct field JSONSchemaProps.items.type of type string",
  );
});

test("members of a schema that are null are absent, its data is kept [apiserver/crd-schema-types]", ({ expect }) => {
  const schema = { type: "array", pattern: null, items: { type: "string", default: "a" }, default: [null], not: null };
  const { spec } = withDefaults(ofField({ type: "object", properties: { default: schema, pattern: null } }));
  const found = spec.versions[0]?.schema?.openAPIV3Schema?.properties?.["spec"]?.properties?.["f"];
  expect(found).toEqual({
    type: "object",
    properties: {
      default: { type: "array", items: { type: "string", default: "a" }, default: [null] },
      pattern: {},
    },
  });
});

test("what is wrong with the expressions of rules is told at their place, once the schema is right [apiserver/custom-rules]", ({
  expect,
}) => {
  const compiler: RuleCompiler = {
    compile: () => ({
      rules: [{ problem: "no", maxCost: 0, usesOldSelf: false }],
      maxCardinality: 1,
      evaluate: () => [],
    }),
  };
  const rules = { "x-kubernetes-validations": [{ rule: "self" }] };
  const check = (schema: object): readonly string[] =>
    told(checkDefinition(withDefaults(ofField(schema)), { compiler }));
  expect(check({ type: "array", items: { type: "string", ...rules } })).toEqual([
    'Invalid ~.items.x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: no',
  ]);
  expect(check({ type: "array", items: rules })).toEqual([
    "Required ~.items.type: Required value: must not be empty for specified array items",
  ]);
});

test("the rules of a value that is in many defaults are read once for all of them [apiserver/cel-defaults]", ({
  expect,
}) => {
  const count = (depth: number): number => {
    let compiled = 0;
    const compiler: RuleCompiler = {
      compile: () => {
        compiled++;
        return { rules: [], maxCardinality: 1, evaluate: () => [] };
      },
    };
    let schema: object = { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }] };
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) {
      value = { s: value };
      schema = { type: "object", properties: { s: schema }, default: value };
    }
    expect(checkDefinition(withDefaults(ofField(schema)), { compiler })).toEqual([]);
    return compiled;
  };
  expect(count(9)).toBe(count(1));
});
