import { test } from "vitest";
import { ThingUnderTest } from "./apply.fixture.ts";
import { FieldSet } from "./field-set.ts";

test("an update owns what it changes, and takes it from others [apiserver/update-owns]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x", n: 1 });
  thing.update("two", { a: "y", n: 1 });
  expect(thing.owners).toEqual({ "one Apply": { "f:spec": { "f:n": {} } }, "two Update": { "f:spec": { "f:a": {} } } });
});

test("what an update removes, nobody owns any more [apiserver/update-removes]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x", n: 1 });
  thing.update("two", { n: 1 });
  expect(thing.owners).toEqual({ "one Apply": { "f:spec": { "f:n": {} } } });
});

test("updates of one manager are one entry for each version and subresource [apiserver/update-entries]", ({
  expect,
}) => {
  const thing = new ThingUnderTest();
  const v2 = { apiVersion: "example.com/v2", kind: "Thing" };
  thing.update("m", { a: "1" });
  thing.update("m", { a: "1", n: 1 });
  thing.update("m", { a: "1", n: 2 }, { subresource: "status" });
  thing.update("m", { a: "2", n: 2 }, { kind: v2 });
  expect(thing.entries.map(({ apiVersion, subresource, time }) => [apiVersion, subresource, time])).toEqual([
    ["example.com/v1", undefined, "2026-01-01T00:00:01Z"],
    ["example.com/v1", "status", "2026-01-01T00:00:02Z"],
    ["example.com/v2", undefined, "2026-01-01T00:00:03Z"],
  ]);
});

test("a write of one's own that changes nothing is no new time [apiserver/update-idle]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.update("m", { a: "1" });
  const { entries } = thing;
  thing.update("m", { a: "1" });
  expect(thing.entries).toEqual(entries);
});

test("of more than ten updaters the oldest become one [apiserver/update-ancient]", ({ expect }) => {
  const thing = new ThingUnderTest();
  let spec = {};
  for (let number = 10; number < 22; number++) {
    spec = { gr: { ...(spec as { gr?: object }).gr, [`k${number}`]: {} } };
    thing.update(`u${number}`, spec);
  }
  expect(thing.entries.map(({ manager }) => manager)).toEqual([
    "ancient-changes",
    "u13",
    "u14",
    "u15",
    "u16",
    "u17",
    "u18",
    "u19",
    "u20",
    "u21",
  ]);
  expect(thing.owners["ancient-changes Update"]).toEqual({
    "f:spec": { ".": {}, "f:gr": { ".": {}, "f:k10": {}, "f:k11": {}, "f:k12": {} } },
  });
});

test("the time to join updaters grows with them, not faster [apiserver/update-ancient]", ({ expect }) => {
  const thing = new ThingUnderTest();
  const [time, fieldsType] = ["2024-01-01T00:00:00Z", "FieldsV1"];
  thing.update("m", { a: "x" });
  const [{ apiVersion } = {}] = thing.entries;
  const managedFields = Array.from({ length: 60_000 }, (_, number) => ({
    manager: `m${number}`,
    operation: "Update",
    apiVersion,
    time,
    fieldsType,
    fieldsV1: { "f:spec": { "f:gr": { [`f:k${number}`]: {} } } },
  }));
  thing.update("m", { a: "y" }, { metadata: { managedFields } });
  expect(thing.entries).toHaveLength(10);
});

test("an update can hand fields over and reset all owners; what cannot be read is ignored [apiserver/update-sets-owners]", ({
  expect,
}) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x" });
  const renamed = thing.entries.map((entry) => ({ ...entry, manager: "two" }));
  thing.update("m", { a: "x" }, { metadata: { managedFields: renamed } });
  expect(Object.keys(thing.owners)).toEqual(["two Apply"]);
  thing.update("m", { a: "x" }, { metadata: { managedFields: [{ manager: "x", operation: "Nope" }] } });
  thing.update("m", { a: "x" }, { metadata: { managedFields: [] } });
  thing.update("m", { a: "x" }, { metadata: { managedFields: [{}] }, subresource: "status" });
  expect(Object.keys(thing.owners)).toEqual(["two Apply"]);
  thing.update("m", { a: "x" }, { metadata: { managedFields: [{}] } });
  expect(thing.entries).toEqual([]);
  thing.update("m", { a: "y" });
  expect(thing.entries).toEqual([]);
});

test("nobody owns fields that a write cannot change [apiserver/apply-untracked]", ({ expect }) => {
  const thing = new ThingUnderTest();
  const ignored = FieldSet.ofFields(["spec"]);
  thing.update("m", { a: "x" }, { ignored, metadata: { labels: { l: "1" } } });
  thing.apply("n", { n: 1 }, { ignored, metadata: { labels: { l: "1" } } });
  expect(Object.values(thing.owners)).toEqual([
    { "f:metadata": { "f:labels": { "f:l": {} } } },
    { "f:metadata": { "f:labels": { ".": {}, "f:l": {} } } },
  ]);
});

test("a built-in kind starts with the fields that it always has, so that only what was set is owned [apiserver/update-built-in]", ({
  expect,
}) => {
  const { engine } = new ThingUnderTest();
  const kind = { apiVersion: "apps/v1", kind: "Deployment" };
  const template = { metadata: { labels: { a: "1" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const after = { ...kind, metadata: { name: "d" }, spec: { selector: { matchLabels: { a: "1" } }, template } };
  expect(engine.recordUpdate({ kind, after, manager: "m", time: "" })[0]?.fieldsV1).toEqual({
    "f:spec": {
      "f:selector": {},
      "f:template": {
        "f:metadata": { "f:labels": { ".": {}, "f:a": {} } },
        "f:spec": { "f:containers": { 'k:{"name":"c"}': { ".": {}, "f:image": {}, "f:name": {} } } },
      },
    },
  });
});
