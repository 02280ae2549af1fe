import fc from "fast-check";
import { describe, test } from "vitest";
import { applyJsonPatch } from "./apply-json-patch.ts";
import { createJsonPatch } from "./create-json-patch.ts";
import { deepEqual } from "./deep-equal.ts";
import { isPlainObject } from "./container.ts";
import type { JsonPatchOperation } from "./json-patch.ts";

const failing = { code: "SETPOINT_PATCH_FAILED" };
const malformed = { code: "SETPOINT_INVALID_PATCH" };

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

describe("applying", () => {
  test.for<{ document: unknown; patch: JsonPatchOperation[]; result: unknown }>([
    { document: { a: 1 }, patch: [], result: { a: 1 } },
    { document: { a: 1 }, patch: [{ op: "add", path: "/b", value: null }], result: { a: 1, b: null } },
    { document: { a: 1 }, patch: [{ op: "add", path: "/a", value: 2 }], result: { a: 2 } },
    { document: { a: [1, 3] }, patch: [{ op: "add", path: "/a/1", value: 2 }], result: { a: [1, 2, 3] } },
    { document: { a: [1] }, patch: [{ op: "add", path: "/a/1", value: 2 }], result: { a: [1, 2] } },
    { document: { a: [1] }, patch: [{ op: "add", path: "/a/-", value: [2] }], result: { a: [1, [2]] } },
    { document: { a: 1 }, patch: [{ op: "add", path: "", value: [1] }], result: [1] },
    { document: { a: 1, b: 2 }, patch: [{ op: "remove", path: "/a" }], result: { b: 2 } },
    { document: [1, 2, 3], patch: [{ op: "remove", path: "/1" }], result: [1, 3] },
    { document: { a: 1 }, patch: [{ op: "replace", path: "/a", value: {} }], result: { a: {} } },
    { document: [1, 2], patch: [{ op: "replace", path: "/0", value: 9 }], result: [9, 2] },
    { document: { a: 1 }, patch: [{ op: "replace", path: "", value: 1 }], result: 1 },
    { document: { a: { b: 1 } }, patch: [{ op: "move", from: "/a/b", path: "/c" }], result: { a: {}, c: 1 } },
    { document: [1, 2, 3], patch: [{ op: "move", from: "/0", path: "/2" }], result: [2, 3, 1] },
    { document: { a: 1 }, patch: [{ op: "move", from: "/a", path: "/a" }], result: { a: 1 } },
    { document: { a: [1] }, patch: [{ op: "copy", from: "/a", path: "/b" }], result: { a: [1], b: [1] } },
    { document: { a: { b: [1] } }, patch: [{ op: "test", path: "/a", value: { b: [1] } }], result: { a: { b: [1] } } },
    { document: { a: null }, patch: [{ op: "test", path: "/a", value: null }], result: { a: null } },
    { document: { "a/b": 1, "m~n": 2 }, patch: [{ op: "remove", path: "/a~1b" }], result: { "m~n": 2 } },
    { document: { "~1": 1 }, patch: [{ op: "replace", path: "/~01", value: 2 }], result: { "~1": 2 } },
    { document: { "": 1 }, patch: [{ op: "replace", path: "/", value: 2 }], result: { "": 2 } },
    { document: { 0: "a" }, patch: [{ op: "remove", path: "/0" }], result: {} },
  ])("$document patched with $patch is $result [model/json-patch]", ({ document, patch, result }, { expect }) => {
    deepFreeze(document);
    deepFreeze(patch);
    expect(applyJsonPatch(document, patch)).toEqual(result);
  });

  test.for<{ document: unknown; operation: JsonPatchOperation }>([
    { document: {}, operation: { op: "remove", path: "/a" } },
    { document: {}, operation: { op: "replace", path: "/a", value: 1 } },
    { document: {}, operation: { op: "add", path: "/a/b", value: 1 } },
    { document: { a: null }, operation: { op: "add", path: "/a/b", value: 1 } },
    { document: { a: "text" }, operation: { op: "add", path: "/a/0", value: 1 } },
    { document: [1], operation: { op: "add", path: "/2", value: 1 } },
    { document: [1], operation: { op: "add", path: "/01", value: 1 } },
    { document: [1], operation: { op: "add", path: "/+1", value: 1 } },
    { document: [1], operation: { op: "add", path: "/length", value: 0 } },
    { document: [1], operation: { op: "replace", path: "/length", value: 0 } },
    { document: [1], operation: { op: "remove", path: "/-" } },
    { document: [1], operation: { op: "remove", path: "/-1" } },
    { document: [1], operation: { op: "remove", path: "/1" } },
    { document: [1], operation: { op: "remove", path: "" } },
    { document: { a: {} }, operation: { op: "move", from: "/a", path: "/a/b" } },
    { document: {}, operation: { op: "move", from: "/a", path: "/a" } },
    { document: {}, operation: { op: "copy", from: "/a", path: "/b" } },
    { document: { a: 1 }, operation: { op: "test", path: "/a", value: "1" } },
    { document: {}, operation: { op: "test", path: "/a", value: null } },
    { document: {}, operation: { op: "test", path: "/constructor", value: {} } },
    { document: {}, operation: { op: "add", path: "/__proto__/polluted", value: 1 } },
    { document: {}, operation: { op: "add", path: "/constructor/prototype/polluted", value: 1 } },
    { document: { a: undefined }, operation: { op: "remove", path: "/a" } },
  ])("$operation does not fit $document [model/json-patch-failed]", ({ document, operation }, { expect }) => {
    const before = structuredClone(document);
    const patch = [{ op: "test", path: "", value: before }, operation];
    expect(() => applyJsonPatch(document, patch)).toThrow(
      expect.objectContaining({ ...failing, place: "operation 1" }),
    );
    expect(document).toEqual(before);
    expect("polluted" in {}).toBe(false);
  });

  test("an absent member can be taken for null, an absent element cannot [model/json-patch-absent]", ({ expect }) => {
    const lenient = (...patch: readonly object[]): unknown =>
      applyJsonPatch({ a: {}, list: [] }, patch, { dialect: "kubernetes" });
    expect(lenient({ op: "replace", path: "/a/b", value: 1 })).toEqual({ a: { b: 1 }, list: [] });
    expect(lenient({ op: "copy", from: "/a/b", path: "/c" })).toEqual({ a: {}, list: [], c: null });
    expect(lenient({ op: "test", path: "/a/b", value: null })).toEqual({ a: {}, list: [] });
    for (const refused of [
      { op: "remove", path: "/a/b" },
      { op: "move", from: "/a/b", path: "/c" },
      { op: "replace", path: "/list/0", value: 1 },
      { op: "replace", path: "/none/b", value: 1 },
      { op: "test", path: "/a/b", value: 1 },
    ]) {
      expect(() => lenient(refused)).toThrow(expect.objectContaining({ code: "SETPOINT_PATCH_FAILED" }));
    }
    expect(() => applyJsonPatch({}, [{ op: "replace", path: "/b", value: 1 }])).toThrow("there is nothing at");
  });

  test("the dialect of Kubernetes takes more for paths, numbers and values [model/json-patch-dialect]", ({
    expect,
  }) => {
    const lenient = (patch: object): unknown =>
      applyJsonPatch({ list: [1, 2, 3], "~": 0 }, [patch], { dialect: "kubernetes" });
    expect(lenient({ op: "add", path: "/list/-1", value: 4 })).toHaveProperty("list", [1, 2, 3, 4]);
    expect(lenient({ op: "add", path: "/list/-4", value: 4 })).toHaveProperty("list", [4, 1, 2, 3]);
    expect(lenient({ op: "replace", path: "/list/-1", value: 4 })).toHaveProperty("list", [1, 2, 4]);
    expect(lenient({ op: "remove", path: "/list/+01" })).toHaveProperty("list", [1, 3]);
    expect(lenient({ op: "replace", path: "/list/00" })).toHaveProperty("list", [null, 2, 3]);
    expect(lenient({ op: "add", path: "a/b", value: 1 })).toHaveProperty("b", 1);
    expect(lenient({ op: "replace", path: "/~", value: 1 })).toHaveProperty("~", 1);
    for (const path of ["/list/-5", "/list/4", "/list/1e0", "/list/", "list"]) {
      expect(() => lenient({ op: "add", path, value: 1 }), path).toThrow("apply a JSON patch");
    }
    expect(() => lenient({ op: "remove", path: "/list/-" })).toThrow("there is nothing at");
  });

  test("a failed operation undoes those before it [model/json-patch-atomic]", ({ expect }) => {
    const document = { a: [1], b: 1 };
    const patch = [
      { op: "add", path: "/a/-", value: 2 },
      { op: "remove", path: "/b" },
      { op: "test", path: "/a/0", value: 5 },
    ];
    expect(() => applyJsonPatch(document, patch)).toThrow(
      'Cannot apply a JSON patch at operation 2: test: the test of "/a/0" failed (expected a document that the patch was made for)',
    );
    expect(document).toEqual({ a: [1], b: 1 });
  });

  test("what did not change is shared, and the patch is never written to [model/json-patch-input]", ({ expect }) => {
    const document = deepFreeze({ kept: { a: 1 }, changed: { b: 1, kept: {} } });
    const value = deepFreeze({ list: [1] });
    const patched = applyJsonPatch(document, [
      { op: "replace", path: "/changed/b", value },
      { op: "add", path: "/twice", value },
      { op: "add", path: "/twice/list/-", value: 2 },
    ]) as typeof document & { changed: { b: unknown }; twice: unknown };
    expect(patched.kept).toBe(document.kept);
    expect(patched.changed.kept).toBe(document.changed.kept);
    expect(patched.changed.b).toBe(value);
    expect(patched.twice).toEqual({ list: [1, 2] });
  });

  test("a copy is independent of what it was copied from [model/json-patch-input]", ({ expect }) => {
    const patched = applyJsonPatch({ a: { list: [] } }, [
      { op: "add", path: "/a/list/-", value: 1 },
      { op: "copy", from: "/a", path: "/b" },
      { op: "add", path: "/a/list/-", value: 2 },
      { op: "add", path: "/b/list/-", value: 3 },
    ]);
    expect(patched).toEqual({ a: { list: [1, 2] }, b: { list: [1, 3] } });
  });

  test("keys that name inherited things are data [model/keys-are-data]", ({ expect }) => {
    const patched = applyJsonPatch({}, [
      { op: "add", path: "/__proto__", value: { polluted: 1 } },
      { op: "add", path: "/constructor", value: {} },
      { op: "add", path: "/constructor/prototype", value: 1 },
    ]) as object;
    expect(Object.keys(patched)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });
});

describe("refusing", () => {
  test.for([
    null,
    {},
    "[]",
    [null],
    [[]],
    [{}],
    [{ op: "add", path: "/a" }],
    [{ op: "add", path: "/a", value: undefined }],
    [{ op: "test", path: "/a" }],
    [{ op: "add", value: 1 }],
    [{ op: "add", path: "a", value: 1 }],
    [{ op: "add", path: "/~2", value: 1 }],
    [{ op: "add", path: "/~", value: 1 }],
    [{ op: "add", path: ["a"], value: 1 }],
    [{ op: "copy", path: "/a" }],
    [{ op: "move", from: 1, path: "/a" }],
    [{ op: "Add", path: "/a", value: 1 }],
    [{ op: "constructor", path: "/a", value: 1 }],
    [{ path: "/a", value: 1 }],
    [Object.create({ op: "add", path: "/a", value: 1 })],
  ])("%j is no patch [model/json-patch-malformed]", (patch, { expect }) => {
    expect(() => applyJsonPatch({ a: 1 }, patch)).toThrow(expect.objectContaining(malformed));
  });

  test("more than ten thousand operations are refused [model/json-patch-bounded]", ({ expect }) => {
    const operation = { op: "test", path: "", value: 1 };
    expect(
      applyJsonPatch(
        1,
        Array.from({ length: 10_000 }, () => operation),
      ),
    ).toBe(1);
    expect(() =>
      applyJsonPatch(
        1,
        Array.from({ length: 10_001 }, () => operation),
      ),
    ).toThrow(
      expect.objectContaining({
        code: "SETPOINT_PATCH_TOO_LARGE",
        detail: "The allowed maximum operations in a JSON patch is 10000, got 10001",
      }),
    );
  });

  test("copies that double the document again and again come to an end [model/json-patch-bounded]", ({ expect }) => {
    const doubling = Array.from({ length: 100 }, (_, index) => ({ op: "copy", from: "", path: `/${index}` }));
    const long = { text: "x".repeat(1_000_000) };
    for (const document of [{ a: 1 }, long]) {
      expect(() => applyJsonPatch(document, doubling)).toThrow(
        expect.objectContaining({ code: "SETPOINT_PATCH_TOO_LARGE" }),
      );
    }
    expect(Object.keys(applyJsonPatch(long, doubling.slice(0, 1)) as object)).toHaveLength(2);
  });

  test("moves that nest a document deeper and deeper are refused [model/too-deep]", ({ expect }) => {
    const wrap = [
      { op: "add", path: "/b", value: {} },
      { op: "move", from: "/a", path: "/b/a" },
      { op: "move", from: "/b", path: "/a" },
    ];
    const patch = Array.from({ length: 3_000 }, () => wrap).flat();
    expect(() => applyJsonPatch({ a: 1 }, patch)).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
    expect(() => applyJsonPatch({ a: 1 }, [...patch, { op: "copy", from: "/a", path: "/c" }])).toThrow(
      expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }),
    );
  });

  test("ten thousand operations on ten thousand members take no time to speak of [model/json-patch-bounded]", ({
    expect,
  }) => {
    const document = { map: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index])) };
    const patch = Array.from({ length: 10_000 }, (_, index) => ({ op: "replace", path: `/map/k${index}`, value: 0 }));
    expect(applyJsonPatch(document, patch)).toHaveProperty("map.k9999", 0);
  });
});

describe("creating", () => {
  test("the patch between two documents leads from one to the other, and is empty between equals [model/json-patch-between]", ({
    expect,
  }) => {
    const key = fc.constantFrom("a", "b", "a/b", "m~n", "", "0", "__proto__", "constructor");
    const { document } = fc.letrec((tie) => ({
      document: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(0, 1, "", "x", null, true),
        fc.array(tie("document"), { maxLength: 5 }),
        fc.dictionary(key, tie("document"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(document, document, (from, to) => {
        const patch = createJsonPatch(deepFreeze(from), deepFreeze(to));
        const patched = applyJsonPatch(from, JSON.parse(JSON.stringify(patch)));
        expect(deepEqual(patched, to)).toBe(true);
        expect(patch.length === 0).toBe(deepEqual(from, to));
        expect(createJsonPatch(to, structuredClone(to))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("only what differs is in the patch [model/json-patch-small]", ({ expect }) => {
    expect(
      createJsonPatch({ a: 1, b: [1, 2, 3], c: { d: 1 } }, { b: [0, 1, 2, 3], c: { d: 2, e: undefined } }),
    ).toEqual([
      { op: "remove", path: "/a" },
      { op: "add", path: "/b/0", value: 0 },
      { op: "replace", path: "/c/d", value: 2 },
    ]);
    expect(createJsonPatch([1, 2, 3, 4], [1, 4])).toEqual([
      { op: "remove", path: "/2" },
      { op: "remove", path: "/1" },
    ]);
    expect(createJsonPatch([{ n: 1 }, 5], [{ n: 2 }, 5])).toEqual([{ op: "replace", path: "/0/n", value: 2 }]);
    expect(createJsonPatch({ "a/b": { "m~n": 1 } }, { "a/b": { "m~n": 2 } })[0]?.path).toBe("/a~1b/m~0n");
    expect(createJsonPatch([], {})).toEqual([{ op: "replace", path: "", value: {} }]);
  });

  test("documents that hold themselves are refused [model/too-deep]", ({ expect }) => {
    const endless: Record<string, unknown> = {};
    endless["self"] = endless;
    expect(isPlainObject(endless)).toBe(true);
    expect(() => createJsonPatch({}, endless)).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
  });
});
