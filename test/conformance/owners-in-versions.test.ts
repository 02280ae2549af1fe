import { test } from "vitest";
import type { ExpectStatic } from "vitest";
import type { ApplyConfiguration } from "../../src/client/index.ts";
import type { KubeObject } from "../../src/model/index.ts";
import { ask } from "./access.fixture.ts";
import { CustomKind, refusalOf } from "./custom-kind.fixture.ts";
import type { CustomObject } from "./custom-kind.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const group = "owners.setpoint.dev";
const text = { type: "string" };

function meterKind(server: TestServer, kind: string, expect: ExpectStatic): CustomKind {
  return new CustomKind(server, { group, kind }, expect);
}

/** Defines a kind by the fields that the spec has in each version. */
async function define(
  kind: CustomKind,
  fields: Readonly<Record<string, object>>,
  { unserved = "" } = {},
): Promise<void> {
  const versions = Object.entries(fields).map(([name, properties]) => {
    const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
    return { name, served: name !== unserved, schema: { openAPIV3Schema } };
  });
  await kind.define(versions);
}

/** An object of the test, as it is applied. */
function meter(spec: object): ApplyConfiguration<CustomObject> {
  return { metadata: { name: "x" }, spec };
}

function ownersOf({ metadata }: KubeObject): readonly string[] {
  return (metadata.managedFields ?? []).map(({ manager, apiVersion }) => `${manager} ${apiVersion}`).toSorted();
}

forEachServer(["embedded", "real"], "an owner of fields in another version of a custom kind", (start) => {
  test("stays one when the version is served no more [apiserver/apply-unserved]", async ({ expect }) => {
    await using server = await start();
    await using stage = meterKind(server, "Dial", expect);
    await define(stage, { v1beta1: { a: text }, v1: { a: text, b: text } });
    await stage.untilServed("v1beta1");
    await stage.at("v1beta1").apply(meter({ a: "1" }), { fieldManager: "old" });
    await define(stage, { v1beta1: { a: text }, v1: { a: text, b: text } }, { unserved: "v1beta1" });
    await stage.untilServed("v1beta1", false);
    const taken = stage.at("v1").apply(meter({ a: "2" }), { fieldManager: "new" });
    await expect(taken).rejects.toThrow(".spec.a (old)");
    const labelled = await stage.at("v1").patch("x", { metadata: { labels: { q: "1" } } }, { fieldManager: "new" });
    expect(ownersOf(labelled)).toEqual([`new ${group}/v1`, `old ${group}/v1beta1`]);
  });

  test("refuses applies of what its version does not know, and is forgotten by other writes of that [apiserver/apply-other-version-misfit]", async ({
    expect,
  }) => {
    await using server = await start();
    await using stage = meterKind(server, "Scale", expect);
    await define(stage, { v1beta1: { a: text }, v1: { a: text, b: text } });
    await stage.untilServed("v1beta1");
    await stage.at("v1beta1").apply(meter({ a: "1" }), { fieldManager: "old" });
    const problem = ".spec.b: field not declared in schema";
    const byOther = stage.at("v1").apply(meter({ b: "2" }), { fieldManager: "new", force: true });
    expect(await refusalOf(byOther)).toMatchObject({ status: 500 });
    await expect(byOther).rejects.toThrow(`failed to convert new object: ${problem}`);
    await expect(stage.at("v1").apply(meter({ a: "1", b: "2" }), { fieldManager: "old" })).rejects.toThrow(
      `failed to prune fields: failed to convert merged object to last applied version: ${problem}`,
    );
    const patched = await stage.at("v1").patch("x", { spec: { b: "3" } }, { fieldManager: "new" });
    expect(patched.spec).toEqual({ a: "1", b: "3" });
    expect(ownersOf(patched)).toEqual([]);
  });

  test("refuses every apply when there is no such version any more [apiserver/apply-version-gone]", async ({
    expect,
  }) => {
    await using server = await start();
    await using stage = meterKind(server, "Pointer", expect);
    await define(stage, { v1beta1: { a: text }, v1: { a: text } });
    await stage.untilServed("v1beta1");
    await stage.at("v1beta1").apply(meter({ a: "1" }), { fieldManager: "old" });
    await define(stage, { v1: { a: text } });
    await stage.untilServed("v1beta1", false);
    const refused = stage.at("v1").apply(meter({ a: "1" }), { fieldManager: "new" });
    expect(await refusalOf(refused)).toMatchObject({ status: 500 });
    await expect(refused).rejects.toThrow(`request to convert CR to an invalid group/version: ${group}/v1beta1`);
    const patched = await stage.at("v1").patch("x", { metadata: { labels: { q: "1" } } }, { fieldManager: "new" });
    expect(ownersOf(patched)).toEqual([]);
  });

  test("cannot apply to an object that does not fit its definition any more [apiserver/apply-live-misfit]", async ({
    expect,
  }) => {
    await using server = await start();
    await using stage = meterKind(server, "Needle", expect);
    await define(stage, { v1: { a: text, b: text } });
    await stage.untilServed("v1");
    await stage.at("v1").apply(meter({ a: "1" }), { fieldManager: "old" });
    await define(stage, { v1: { a: { type: "integer" }, b: text } });
    const apply = (): Promise<unknown> => stage.at("v1").apply(meter({ b: "1" }), { fieldManager: "old" });
    const what = `${server.namespace}/x; ${group}/v1, Kind=Needle`;
    const problem = ".spec.a: expected numeric (int or float), got string";
    // The real server knows the new definition some time after it was written: then what was applied before is refused.
    const message = async (): Promise<string | undefined> => {
      const refused = await refusalOf(stage.at("v1").apply(meter({ a: "1" }), { fieldManager: "old", dryRun: true }));
      return refused && (await refusalOf(apply()))?.message;
    };
    await expect
      .poll(message, { timeout: 20_000 })
      .toContain(`failed to create typed live object (${what}): ${problem}`);
    await stage.at("v1").patch("x", { metadata: { managedFields: [{}] } });
    await expect(apply()).rejects.toThrow(
      `failed to create manager for existing fields: failed to convert new object (${what}) to smd typed: ${problem}`,
    );
  });
});

forEachServer(["embedded", "real"], "an owner of the target of an autoscaler", (start) => {
  test("conflicts with who applies another one in another version [apiserver/autoscaler-owners]", async ({
    expect,
  }) => {
    await using server = await start();
    const path = (version: string): string =>
      `/apis/autoscaling/${version}/namespaces/${server.namespace}/horizontalpodautoscalers/h`;
    const headers = { "content-type": "application/apply-patch+yaml" };
    const applied = async (version: string, query: string, spec: object): Promise<unknown> => {
      const type = { apiVersion: `autoscaling/${version}`, kind: "HorizontalPodAutoscaler", metadata: { name: "h" } };
      const line = `PATCH ${path(version)}?fieldManager=${query}`;
      const { status, json } = await ask(server, line, { headers, body: { ...type, spec } });
      return status < 400 ? ownersOf(json as unknown as KubeObject) : json?.message;
    };
    const target = (averageUtilization: number): object => ({
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } }],
    });
    const first = (targetCPUUtilizationPercentage: number): object => ({ targetCPUUtilizationPercentage });
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
    await applied("v2", "two", { maxReplicas: 3, scaleTargetRef, ...target(50) });
    const [one, two] = ["one autoscaling/v1", "two autoscaling/v2"];
    expect(await applied("v1", "one", first(50))).toEqual([one, two]);
    const conflict = 'Apply failed with 1 conflict: conflict with "two": .spec.metrics';
    expect(await applied("v1", "one", first(60))).toBe(conflict);
    expect(await applied("v2", "two", { maxReplicas: 3, scaleTargetRef, ...target(60) })).toBe(
      'Apply failed with 1 conflict: conflict with "one": .spec.targetCPUUtilizationPercentage',
    );
    expect(await applied("v2", "two", { maxReplicas: 4, scaleTargetRef, ...target(50) })).toEqual([one, two]);
    expect(await applied("v2", "two&force=true", { maxReplicas: 4, scaleTargetRef, ...target(60) })).toEqual([two]);
  });
});
