import { test } from "vitest";
import type { Client, ResourceClient } from "../../src/client/index.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import { findApiError } from "../../src/model/index.ts";
import type { KubeObject } from "../../src/model/index.ts";
import { defineResource, jsonSchema } from "../../src/schema/index.ts";
import type { CustomResource } from "../../src/schema/index.ts";
import { CustomResourceDefinition } from "../../src/types/apiextensions/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Dial extends KubeObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

const Dial: CustomResource<Dial> = defineResource({
  group: "rules.setpoint.dev",
  version: "v1",
  kind: "Dial",
  spec: jsonSchema<unknown>({
    type: "object",
    properties: {
      low: { type: "integer" },
      high: { type: "integer" },
      name: {
        type: "string",
        maxLength: 10,
        "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "the name stays" }],
      },
      marks: {
        type: "array",
        maxItems: 5,
        items: { type: "integer", "x-kubernetes-validations": [{ rule: "self % 2 == 0" }] },
      },
    },
    "x-kubernetes-validations": [
      {
        rule: "!has(self.low) || !has(self.high) || self.low <= self.high",
        messageExpression: "self.high < 0 ? 'high is negative' : 'low is above high'",
        fieldPath: ".low",
        reason: "FieldValueForbidden",
      },
    ],
  }),
  status: jsonSchema<unknown>({
    type: "object",
    properties: { n: { type: "integer" } },
    "x-kubernetes-validations": [{ rule: "self.n < 10" }],
  }),
}) as unknown as CustomResource<Dial>;

interface Stage extends AsyncDisposable {
  readonly client: Client;
  readonly dials: ResourceClient<Dial>;
}

async function stageOn(start: () => Promise<TestServer>): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await start());
  const client = opened.use(server.connect());
  opened.use(await joinCluster(client, { resources: [Dial] }));
  const dials = client.resource(Dial, { namespace: server.namespace });
  const owned = opened.move();
  return { client, dials, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Why a write was refused: each cause with its field. */
async function refusal(write: Promise<unknown>): Promise<readonly string[]> {
  const error = await write.then(
    () => undefined,
    (reason: unknown) => findApiError(reason),
  );
  const causes = error?.details?.causes ?? [];
  return causes.map(({ reason = "", field = "", message = "" }) => `${reason} ${field}: ${message}`);
}

forEachServer(["embedded", "real"], "rules of a custom resource", (start) => {
  test("every way to write an object is checked by its CEL rules [apiserver/cel-writes]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { dials } = stage;
    const above = ["FieldValueForbidden spec.low: Forbidden: low is above high"];
    expect(await refusal(dials.create({ metadata: { name: "a" }, spec: { low: 5, high: 1 } }))).toEqual(above);
    const made = await dials.create({ metadata: { name: "a" }, spec: { low: 1, high: 5, name: "x" } });
    expect(await refusal(dials.update({ ...made, spec: { low: 9, high: 5, name: "x" } }))).toEqual(above);
    expect(await refusal(dials.patch("a", { spec: { high: -3 } }))).toEqual([
      "FieldValueForbidden spec.low: Forbidden: high is negative",
    ]);
    expect(await refusal(dials.patch("a", { spec: { name: "y" } }))).toEqual([
      'FieldValueInvalid spec.name: Invalid value: "y": the name stays',
    ]);
    expect(await refusal(dials.patch("a", { spec: { marks: [2, 3] } }))).toEqual([
      "FieldValueInvalid spec.marks[1]: Invalid value: 3: failed rule: self % 2 == 0",
    ]);
    const applied = { metadata: { name: "a" }, spec: { low: 7 } };
    expect(await refusal(dials.apply(applied, { fieldManager: "rules", force: true }))).toEqual(above);
    const stored = await dials.get("a");
    expect(stored.spec).toEqual({ low: 1, high: 5, name: "x" });
  });

  test("an object is checked by all its rules when only its status is written [apiserver/cel-status]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { dials } = stage;
    const made = await dials.create({ metadata: { name: "b" }, spec: { low: 1 } });
    expect(await refusal(dials.updateStatus({ ...made, status: { n: 10 } }))).toEqual([
      "FieldValueInvalid status: Invalid value: failed rule: self.n < 10",
    ]);
    const written = await dials.updateStatus({ ...made, status: { n: 9 } });
    expect(written.status).toEqual({ n: 9 });
  });

  test("a default that breaks a rule is no default, be it the first value or not [apiserver/cel-defaults]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const define = async (field: object, more: object = {}): Promise<readonly string[]> => {
      const openAPIV3Schema = { type: "object", properties: { f: field, ...more } };
      const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
      const names = { plural: "levels", singular: "level", kind: "Level", listKind: "LevelList" };
      const spec = { group: "rules.setpoint.dev", scope: "Namespaced", names, versions };
      const metadata = { name: "levels.rules.setpoint.dev" };
      return refusal(client.resource(CustomResourceDefinition).create({ metadata, spec }, { dryRun: true }));
    };
    const ruled = (rule: object): object => ({ type: "integer", "x-kubernetes-validations": [rule] });
    const field = "FieldValueInvalid spec.validation.openAPIV3Schema.properties[f].default";
    expect(await define({ ...ruled({ rule: "self < 6" }), default: 5 })).toEqual([]);
    expect(await define({ ...ruled({ rule: "self < 3" }), default: 5 })).toEqual([
      `${field}: Invalid value: 5: failed rule: self < 3`,
    ]);
    const inner = { type: "object", properties: { a: ruled({ rule: "self < 3", message: "too much" }) } };
    expect(await define({ ...inner, default: { a: 5 } })).toEqual([`${field}.a: Invalid value: 5: too much`]);
    const old = { rule: "oldSelf.hasValue()", optionalOldSelf: true };
    expect(await define({ ...ruled(old), default: 5 })).toEqual([
      `${field}: Invalid value: 5: failed rule: oldSelf.hasValue()`,
    ]);
    // All defaults share one budget.
    const rules = Array.from({ length: 20 }, (_, index) => ({
      rule: `self.all(x, self.all(y, self.all(z, x + y + z >= ${index})))`,
    }));
    const numbers = { type: "array", maxItems: 35, items: { type: "integer" }, "x-kubernetes-validations": rules };
    const dear = { ...numbers, default: Array.from({ length: 35 }, () => 9) };
    const spent = "validation failed due to running out of cost budget, no further validation rules will be run";
    expect(await define(dear, { g: dear })).toEqual([expect.stringContaining(spent)]);
  });

  test("each mistake after which the rest can be understood is told [apiserver/cel-check]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const problems = async (rule: string): Promise<readonly string[]> => {
      const f = { type: "string", "x-kubernetes-validations": [{ rule }] };
      const openAPIV3Schema = { type: "object", properties: { f } };
      const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
      const names = { plural: "slips", kind: "Slip" };
      const spec = { group: "rules.setpoint.dev", scope: "Namespaced" as const, names, versions };
      const definition = { metadata: { name: "slips.rules.setpoint.dev" }, spec };
      const [cause = ""] = await refusal(client.resource(CustomResourceDefinition).create(definition));
      return [...cause.matchAll(/ERROR: <input>:1:(\d+: Syntax error: \w+ .*?'.*?')/g)].map(([, told = ""]) => told);
    };
    expect(await problems("self + + 1 == + 2")).toEqual([
      "8: Syntax error: extraneous input '+'",
      "15: Syntax error: extraneous input '+'",
    ]);
    expect(await problems("size(self > * 2")).toEqual([
      "13: Syntax error: extraneous input '*'",
      "16: Syntax error: missing ')'",
    ]);
    expect(await problems("{'a' 1}.a == == 2")).toEqual([
      "6: Syntax error: missing ':'",
      "14: Syntax error: extraneous input '=='",
    ]);
  });
});
