import { test } from "vitest";
import { parseFieldSelector } from "../../model/index.ts";
import {
  definition,
  definitions,
  openWithWidgets,
  refusal,
  RegistryFixture,
  version,
  widget,
  widgets,
} from "./registry.fixture.ts";
import type { Answer } from "./registry.fixture.ts";

/** A version whose `spec` has these fields and no others. */
function versionWith(name: string, properties: object, rest: object = {}): object {
  const spec = { type: "object", properties };
  const status = { type: "object", properties: { n: { type: "integer", maximum: 3 } } };
  const openAPIV3Schema = { type: "object", properties: { spec, status } };
  return version(name, { schema: { openAPIV3Schema }, ...rest });
}

const path = `${definitions}/widgets.example.com`;

test("an object is stored without unknown fields and with the defaults of its schema [apiserver/custom-stored]", async ({
  expect,
}) => {
  const versions = [versionWith("v1", { size: { type: "integer" }, colour: { type: "string", default: "red" } })];
  const fixture = await openWithWidgets({ versions });
  const made = await fixture.post(widgets, widget({ name: "a" }, { spec: { size: 1, odd: 2 }, other: {} }));
  expect([made["spec"], made["other"]]).toEqual([{ size: 1, colour: "red" }, undefined]);
  const patched = await fixture.patch(`${widgets}/a`, { spec: { colour: null, odd: 3 } });
  expect([patched["spec"], patched.metadata.resourceVersion]).toEqual([made["spec"], made.metadata.resourceVersion]);
  const wrong = refusal(fixture.post(widgets, widget({ name: "b" }, { spec: { size: "x" } })));
  expect(await wrong).toMatchObject({ code: 422, details: { causes: [{ field: "spec.size" }] } });
  expect(await fixture.names(widgets)).toEqual(["a"]);
});

test("what is applied may be null only where its schema says so, or has a default [apiserver/custom-applied-nulls]", async ({
  expect,
}) => {
  const texts = { type: "object", additionalProperties: { type: "string" } };
  const maybe = { type: "string", nullable: true };
  const versions = [versionWith("v1", { texts, maybe, colour: { type: "string", default: "red" } })];
  const fixture = await openWithWidgets({ versions });
  const apply = async (spec: object): Promise<Answer> => {
    const value = widget({ name: "a" }, { apiVersion: "example.com/v1", kind: "Widget", spec });
    const target = fixture.target(`${widgets}/a`);
    const { bytes } = await fixture.registry.patch(target, { type: "apply", value }, { fieldManager: "m" });
    return JSON.parse(new TextDecoder().decode(bytes)) as Answer;
  };
  expect((await apply({ maybe: null, colour: null }))["spec"]).toEqual({ maybe: null, colour: "red" });
  expect((await refusal(apply({ texts: { a: null } }))).details?.causes).toEqual([
    {
      reason: "FieldValueTypeInvalid",
      message: 'Invalid value: "null": spec.texts.a in body must be of type string: "null"',
      field: "spec.texts.a",
    },
  ]);
  const patched = await fixture.patch(`${widgets}/a`, { spec: { texts: { a: null } } });
  expect(patched["spec"]).toEqual({ maybe: null, colour: "red", texts: {} });
});

test("stored objects are read by the schema as it is now, and written back only by a write [apiserver/custom-read-now]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets({
    versions: [versionWith("v1", { a: { type: "string" }, b: { type: "string" } })],
  });
  const made = await fixture.post(widgets, widget({ name: "x" }, { spec: { a: "1", b: "2" } }));
  const versions = [versionWith("v1", { a: { type: "string" }, c: { type: "string", default: "3" } })];
  await fixture.patch(path, { spec: { versions } });
  const read = await fixture.get(`${widgets}/x`);
  expect([read["spec"], read.metadata.resourceVersion]).toEqual([{ a: "1", c: "3" }, made.metadata.resourceVersion]);
  const watched = fixture.watch(widgets);
  await watched.told();
  expect(watched.object(0)["spec"]).toEqual({ a: "1", c: "3" });
  await watched.stop();
  expect((await fixture.put(`${widgets}/x`, read))["spec"]).toEqual({ a: "1", c: "3" });
  await fixture.patch(path, { spec: { versions: [versionWith("v1", { b: { type: "string" } })] } });
  expect((await fixture.get(`${widgets}/x`))["spec"]).toEqual({});
});

test("a status that a new object may not bring along shows its default [apiserver/custom-stored]", async ({
  expect,
}) => {
  const status = { type: "object", default: { ready: false }, properties: { ready: { type: "boolean" } } };
  const openAPIV3Schema = { type: "object", properties: { status } };
  const fixture = await openWithWidgets({ versions: [version("v1", { schema: { openAPIV3Schema } })] });
  const made = await fixture.post(widgets, widget({ name: "a" }, { status: { ready: true } }));
  expect([made["status"], (await fixture.get(`${widgets}/a`))["status"]]).toEqual([{ ready: false }, { ready: false }]);
});

test("each version shows the fields of its own schema [apiserver/custom-versions]", async ({ expect }) => {
  const fixture = await openWithWidgets({
    versions: [
      versionWith("v1", { a: { type: "string" }, b: { type: "string" } }),
      versionWith("v2", { a: { type: "string" } }, { storage: false }),
    ],
  });
  await fixture.post(widgets, widget({ name: "x" }, { spec: { a: "1", b: "2" } }));
  const other = `${widgets.replace("v1", "v2")}/x`;
  expect(await fixture.get(other)).toMatchObject({ apiVersion: "example.com/v2", spec: { a: "1" } });
  expect((await fixture.get(other))["spec"]).toEqual({ a: "1" });
  await fixture.patch(other, { spec: { a: "3" } });
  expect((await fixture.get(`${widgets}/x`))["spec"]).toEqual({ a: "3" });
});

test("a write of the status is checked for the status only, one of the object for what it changes [apiserver/custom-ratcheting]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  await fixture.post(widgets, widget({ name: "x" }, { spec: { a: 1 } }));
  await fixture.patch(`${widgets}/x/status`, { status: { n: 9 } });
  await fixture.patch(path, {
    spec: { versions: [versionWith("v1", { a: { type: "string" }, b: { type: "string" } })] },
  });
  expect((await fixture.patch(`${widgets}/x`, { spec: { b: "y" } }))["spec"]).toEqual({ a: 1, b: "y" });
  expect(await refusal(fixture.patch(`${widgets}/x`, { spec: { a: 2 } }))).toMatchObject({ code: 422 });
  expect(await refusal(fixture.patch(`${widgets}/x/status`, { status: { n: 8 } }))).toMatchObject({
    details: { causes: [{ field: "status.n" }] },
  });
  expect((await fixture.patch(`${widgets}/x/status`, { status: { n: 2 } }))["status"]).toEqual({ n: 2 });
});

test("objects are selected by the fields that their version names, defaults included [apiserver/custom-selectable-fields]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  await fixture.post(widgets, widget({ name: "a" }, { spec: {} }));
  const properties = { colour: { type: "string", default: "red" }, n: { type: "integer" } };
  const selectableFields = [{ jsonPath: ".spec.colour" }, { jsonPath: ".spec.n" }];
  await fixture.patch(path, { spec: { versions: [versionWith("v1", properties, { selectableFields })] } });
  await fixture.post(widgets, widget({ name: "b" }, { spec: { colour: "blue", n: 5 } }));
  const named = (text: string): Promise<readonly string[]> =>
    fixture.names(widgets, { fieldSelector: parseFieldSelector(text) });
  expect(await named("spec.colour=red")).toEqual(["a"]);
  expect(await named("spec.colour!=red,spec.n=5")).toEqual(["b"]);
  expect(await named("spec.n=")).toEqual(["a"]);
  const watched = fixture.watch(widgets, { fieldSelector: parseFieldSelector("spec.colour=blue") });
  await fixture.patch(`${widgets}/b`, { spec: { colour: "red" } });
  expect((await watched.told()).map((line) => line.split("@")[0])).toEqual(["ADDED b", "DELETED b"]);
  await watched.stop();
  expect(await refusal(named("spec.other=1"))).toMatchObject({
    code: 400,
    message: "field label not supported: spec.other",
  });
});

test("a server on the store of another goes on with its schemas [apiserver/custom-restored]", async ({ expect }) => {
  const first = await RegistryFixture.open();
  const versions = [versionWith("v1", { size: { type: "integer", default: 4 } })];
  await first.post(definitions, definition("widgets", "Widget", { versions }));
  await first.post(widgets, widget({ name: "a" }, { spec: {} }));
  const second = await RegistryFixture.open(first.store);
  expect((await second.get(`${widgets}/a`))["spec"]).toEqual({ size: 4 });
  expect(await refusal(second.patch(`${widgets}/a`, { spec: { size: "x" } }))).toMatchObject({ code: 422 });
});

test("the metadata of a resource inside an object may have any number of unknown fields [apiserver/custom-unknown-fields]", async ({
  expect,
}) => {
  const inner = {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  };
  const fixture = await openWithWidgets({ versions: [versionWith("v1", { inner })] });
  const odd = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`odd${index}`, 1]));
  const spec = { inner: { apiVersion: "v1", kind: "Pod", metadata: { name: "x", ...odd } } };
  const made = await fixture.post(widgets, widget({ name: "a" }, { spec }));
  expect(made["spec"]).toEqual({ inner: { apiVersion: "v1", kind: "Pod", metadata: { name: "x" } } });
});

test("members of owners that there are not are told [apiserver/custom-unknown-fields]", async ({ expect }) => {
  const fixture = await openWithWidgets();
  const owner = { apiVersion: "v1", kind: "Node", name: "one", uid: "1", namespace: "x" };
  const body = widget({ name: "a", odd: 1, ownerReferences: [owner] });
  const made = await fixture.registry.create(fixture.target(widgets), body, { fieldValidation: "Warn" });
  expect(made.warnings).toEqual([
    'unknown field "metadata.odd"',
    'unknown field "metadata.ownerReferences[0].namespace"',
  ]);
});

test("who adds a finalizer that does not say whose it is, is warned once [apiserver/finalizer-warning]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const target = fixture.target(widgets);
  const finalizers = ["plain", "example.com/x", "example.com"];
  const made = await fixture.registry.create(target, widget({ name: "a", finalizers }));
  const advice = "prefer a domain-qualified finalizer name";
  const reason = "to avoid accidental conflicts with other finalizer writers";
  expect(made.warnings).toEqual([
    `metadata.finalizers: "plain": ${advice} ${reason}`,
    `metadata.finalizers: "example.com": ${advice} including a path (/) ${reason}`,
  ]);
  const patch = { type: "merge", value: { metadata: { labels: { a: "b" } } } } as const;
  expect((await fixture.registry.patch({ ...target, name: "a" }, patch)).warnings).toBeUndefined();
});
