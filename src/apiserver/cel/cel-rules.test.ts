import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { StatusCause } from "../../model/index.ts";
import type { CustomResourceDefinition, JSONSchemaProps } from "../../types/apiextensions/v1/index.ts";
import { CustomVersion, checkDefinition, withDefaults } from "../crd/index.ts";
import { CelRules } from "./index.ts";
import { ruledSpec, ruledValues } from "./rule-values.fixture.ts";

/** A rule about `ruledSpec`, and what the real server said of it. */
interface RuleAnswer {
  readonly rule: string;
  /** Why the definition was refused. */
  readonly refused?: readonly string[];
  /** Of each value that breaks the rule: the cause, without the rule at its end. */
  readonly answers?: Readonly<Record<string, string>>;
}

interface DefinitionAnswer {
  readonly schema: JSONSchemaProps;
  readonly causes: readonly string[];
}

interface WriteAnswer extends DefinitionAnswer {
  readonly old?: object;
  readonly next: object;
  readonly warning: string;
}

const ruleAnswers = recorded("rules") as readonly RuleAnswer[];
const definitionAnswers = recorded("definitions") as readonly DefinitionAnswer[];
const writeAnswers = recorded("writes") as readonly WriteAnswer[];

function recorded(name: string): readonly unknown[] {
  const text = readFileSync(new URL(`testdata/${name}.jsonl`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

const rules: Readonly<CelRules> = new CelRules();

function definitionOf(openAPIV3Schema: JSONSchemaProps): CustomResourceDefinition {
  const names = { plural: "dries", kind: "Dry", singular: "dry", listKind: "DryList" };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
  const spec = { group: "cel.example.com", scope: "Cluster", names, versions: [version] } as const;
  return withDefaults({ metadata: { name: "dries.cel.example.com" }, spec } as CustomResourceDefinition);
}

/** All rules on one schema: each is checked for itself. */
function ruled(all: readonly RuleAnswer[]): JSONSchemaProps {
  const own = { "x-kubernetes-validations": all.map(({ rule }) => ({ rule })) };
  return { type: "object", properties: { spec: { ...ruledSpec, ...own } } };
}

function told(causes: readonly StatusCause[]): readonly string[] {
  return causes.map(({ reason, field, message }) => `${reason} ${field}: ${message}`).toSorted();
}

function versionOf(openAPIV3Schema: JSONSchemaProps): CustomVersion {
  return new CustomVersion(
    { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } },
    { compiler: rules },
  );
}

function objectOf(version: CustomVersion, spec: object): object {
  return version.read({ apiVersion: "cel.example.com/v1", kind: "Dry", metadata: { name: "x" }, spec });
}

const ruleField = /spec\.validation\.openAPIV3Schema\.properties\[spec\]\.x-kubernetes-validations\[(\d+)\]\.rule: /;
const shownRule = /Invalid value: \{.*?"OptionalOldSelf":null\}: /s;

/** What is said of the cost of all rules together depends on how many there are. */
function isOfOneRule(cause: string): boolean {
  return !cause.includes("entire OpenAPIv3 schema");
}

test("rules are refused as the real server refuses them, and for the same reasons [apiserver/cel-check]", ({
  expect,
}) => {
  const ours = new Map<string, string[]>();
  for (const cause of told(checkDefinition(definitionOf(ruled(ruleAnswers)), { compiler: rules })).filter(
    isOfOneRule,
  )) {
    const [head = "", index = "", rest = ""] = cause.split(ruleField);
    const { rule = "" } = ruleAnswers[Number(index)] ?? {};
    ours.set(rule, [...(ours.get(rule) ?? []), `${head}${rest.replace(shownRule, "")}`]);
  }
  const real = ruleAnswers.map(({ rule, refused = [] }) => [rule, refused.filter(isOfOneRule)] as const);
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(real.filter(([, causes]) => causes.length > 0)));
});

test("values break the rules that they break on the real server, with the same words [apiserver/cel-evaluate]", ({
  expect,
}) => {
  const accepted = ruleAnswers.filter(({ answers }) => answers !== undefined);
  const version = versionOf(ruled(accepted));
  for (const [name, value] of Object.entries(ruledValues)) {
    const real = accepted.flatMap(({ rule, answers = {} }) => {
      const cause = answers[name];
      return cause === undefined ? [] : [`${cause}${rule}`];
    });
    expect(told(version.check({ next: objectOf(version, value) })), name).toEqual(real.toSorted());
  }
});

test("rules at any place of a schema are checked with their cost, their old values and their messages [apiserver/cel-definitions]", ({
  expect,
}) => {
  for (const { schema, causes } of definitionAnswers) {
    expect(told(checkDefinition(definitionOf(schema), { compiler: rules })), JSON.stringify(schema)).toEqual(
      causes.toSorted(),
    );
  }
});

test("writes are checked against what was there before, and what was wrong before only warns [apiserver/cel-transitions]", ({
  expect,
}) => {
  for (const { schema, old, next, causes, warning } of writeAnswers) {
    const version = versionOf(schema);
    const warnings: string[] = [];
    const before = old && objectOf(version, old);
    const found = version.check({ next: objectOf(version, next), old: before, warn: (text) => warnings.push(text) });
    const said = { causes: told(found), warning: warnings.map((text) => `299 - "${text}"`).join(", ") };
    expect(said, JSON.stringify({ schema, old, next })).toEqual({ causes: causes.toSorted(), warning });
  }
});
