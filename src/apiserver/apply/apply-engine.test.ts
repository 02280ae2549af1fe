import { test } from "vitest";
import { ThingUnderTest } from "./apply.fixture.ts";
import { ApplyRefusedError } from "./errors.ts";

test("an apply makes the object, and its manager owns what it said [apiserver/apply-creates]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply(
    "one",
    { a: "x", map: [{ k: "1" }], set: ["s"], at: ["b"], gr: { g: {} } },
    { metadata: { labels: { l: "1" } } },
  );
  expect(thing.spec).toEqual({ a: "x", map: [{ k: "1" }], set: ["s"], at: ["b"], gr: { g: {} } });
  expect(thing.entries).toEqual([
    {
      manager: "one",
      operation: "Apply",
      apiVersion: "example.com/v1",
      time: "2026-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: {
        "f:metadata": { "f:labels": { "f:l": {} } },
        "f:spec": {
          "f:a": {},
          "f:at": {},
          "f:gr": { "f:g": {} },
          "f:map": { 'k:{"k":"1","p":"TCP"}': { ".": {}, "f:k": {} } },
          "f:set": { 'v:"s"': {} },
        },
      },
    },
  ]);
});

test("two managers may say the same, and then both own it [apiserver/apply-shares]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x" });
  thing.apply("two", { a: "x", n: 1 });
  expect(thing.owners).toEqual({
    "one Apply": { "f:spec": { "f:a": {} } },
    "two Apply": { "f:spec": { "f:a": {}, "f:n": {} } },
  });
});

test("an apply that would change what another applied is refused and names it [apiserver/apply-conflict]", ({
  expect,
}) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x", map: [{ k: "1", v: 1 }] });
  const before = thing.live;
  expect(thing.apply("two", { map: [{ k: "1", v: 2 }] })).toEqual({
    conflict: {
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.map[k="1",p="TCP"].v',
      causes: [{ reason: "FieldManagerConflict", message: 'conflict with "one"', field: '.spec.map[k="1",p="TCP"].v' }],
    },
  });
  expect(thing.live).toBe(before);
});

test("several conflicts are told by owner, with version and subresource [apiserver/apply-conflicts]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.update("up", { a: "x", n: 1 });
  thing.apply("ap", { at: ["1"] }, { subresource: "status" });
  expect(thing.apply("two", { a: "y", n: 2, at: ["2"] }).conflict?.message).toBe(
    [
      'Apply failed with 3 conflicts: conflicts with "ap" with subresource "status":',
      "- .spec.at",
      'conflicts with "up" using example.com/v1:',
      "- .spec.a",
      "- .spec.n",
    ].join("\n"),
  );
});

test("a forced apply takes the fields, and who owns nothing any more is gone [apiserver/apply-force]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x" });
  thing.apply("two", { a: "y" }, { force: true });
  expect(thing.spec).toEqual({ a: "y" });
  expect(thing.owners).toEqual({ "two Apply": { "f:spec": { "f:a": {} } } });
});

test("what a manager no longer applies goes if nobody else owns it [apiserver/apply-removes]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x", n: 1, set: ["1", "2"], map: [{ k: "1", v: 1 }, { k: "2" }], gr: { g: { z: 1 } } });
  thing.apply("two", { n: 1, set: ["2"], map: [{ k: "1" }] });
  thing.apply("one", { set: ["1"] });
  expect(thing.spec).toEqual({ n: 1, set: ["1", "2"], map: [{ k: "1" }] });
});

test("what an update owns is not removed by an applier [apiserver/apply-keeps-updates]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x", free: { k: 1 } });
  thing.update("two", { a: "y", free: { k: 1, l: 2 } });
  thing.apply("one", {});
  expect(thing.spec).toEqual({ a: "y", free: { l: 2 } });
});

test("applied items keep their order among live ones [apiserver/apply-order]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { set: ["a", "b", "c", "d"] });
  thing.apply("two", { set: ["x", "d", "b", "y"] });
  expect(thing.spec).toEqual({ set: ["a", "c", "x", "d", "b", "y"] });
});

test("atomic lists and maps are one value, with one owner [apiserver/apply-atomic]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { at: ["1"], atm: { x: 1 } });
  expect(thing.apply("two", { atm: { y: 1 } }).conflict?.causes.map(({ field }) => field)).toEqual([".spec.atm"]);
  thing.apply("two", { atm: { y: 1 } }, { force: true });
  expect(thing.spec).toEqual({ at: ["1"], atm: { y: 1 } });
});

test("an apply that changes nothing leaves the time of its manager [apiserver/apply-idle]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x" });
  const before = thing.live;
  thing.apply("one", { a: "x" });
  expect(thing.live).toEqual(before);
});

test("versions of one kind know each other's owners, and one that a built-in kind does not have owns nothing [apiserver/apply-versions]", ({
  expect,
}) => {
  const thing = new ThingUnderTest();
  thing.apply("one", { a: "x", n: 1 });
  const v2 = { apiVersion: "example.com/v2", kind: "Thing" };
  expect(thing.apply("two", { a: "y" }, { kind: v2 }).conflict?.causes).toHaveLength(1);
  thing.apply("one", { a: "y" }, { kind: v2 });
  expect(thing.spec).toEqual({ a: "y" });
  expect(thing.entries.map(({ apiVersion }) => apiVersion)).toEqual(["example.com/v2"]);
  const old = thing.entries.map((entry) => ({ ...entry, apiVersion: "example.com/v0" }));
  thing.update("three", { a: "y" }, { metadata: { managedFields: old }, isCustom: false });
  expect(thing.entries).toEqual([]);
});

test("before the first apply one owner has all there is [apiserver/apply-first]", ({ expect }) => {
  const thing = new ThingUnderTest();
  thing.live = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "x", uid: "1" }, spec: { a: "x" } };
  expect(thing.apply("one", { a: "y" }).conflict?.message).toBe(
    'Apply failed with 1 conflict: conflict with "before-first-apply" using example.com/v1: .spec.a',
  );
  thing.apply("one", { n: 1 });
  expect(Object.keys(thing.owners)).toEqual(["one Apply", "before-first-apply Update"]);
});

test.for([
  [{ apiVersion: "v1", kind: "Thing" }, "invalid object type: /v1, Kind=Thing", true],
  [{ metadata: { managedFields: [{}] } }, "metadata.managedFields must be nil", true],
  [{ spec: { nope: 1 } }, "field not declared in schema", false],
  [{ spec: { n: "1" } }, ".spec.n: expected numeric (int or float), got string", false],
  [{ spec: { set: ["1", "1"] } }, '.spec.set: duplicate entries for key [="1"]', false],
  [{ spec: { map: [null] } }, ".spec.map: element 0: associative list with keys may not have a null element", false],
] as const)(
  "%j is refused in Kubernetes' words [apiserver/apply-not-of-kind]",
  ([applied, detail, isBadRequest], { expect }) => {
    const { engine } = new ThingUnderTest();
    const kind = { apiVersion: "example.com/v1", kind: "Thing" };
    const write = { kind, applied: { ...kind, ...applied }, manager: "m", force: false, time: "" };
    expect(() => engine.apply(write)).toThrow(
      expect.objectContaining({
        code: "SETPOINT_APPLY_REFUSED",
        isBadRequest,
        detail: expect.stringContaining(detail) as string,
      }),
    );
    expect(ApplyRefusedError.is(new ApplyRefusedError(detail))).toBe(true);
  },
);

test("names such as __proto__ are names of fields and nothing else [apiserver/apply-own-names]", ({ expect }) => {
  const thing = new ThingUnderTest();
  const spec = JSON.parse('{"free":{"__proto__":{"polluted":1},"constructor":2}}') as object;
  thing.apply("one", spec);
  expect(JSON.stringify(thing.spec)).toBe(JSON.stringify(spec));
  expect(thing.owners["one Apply"]).toEqual({
    "f:spec": { "f:free": { "f:__proto__": { ".": {}, "f:polluted": {} }, "f:constructor": {} } },
  });
  thing.apply("two", { free: { a: 1 } });
  expect(JSON.stringify(thing.spec)).toBe('{"free":{"__proto__":{"polluted":1},"constructor":2,"a":1}}');
  thing.apply("one", { a: "x" });
  expect(thing.spec).toEqual({ a: "x", free: { a: 1 } });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
