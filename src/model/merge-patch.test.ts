import fc from "fast-check";
import { test } from "vitest";
import { applyMergePatch, createMergePatch } from "./merge-patch.ts";

test.for([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "foo" }, null, null],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ a: 1 }, { a: undefined }, { a: 1 }],
])("%j patched with %j is %j [model/merge-patch]", ([document, patch, result], { expect }) => {
  expect(applyMergePatch(document, patch)).toEqual(result);
});

test("a patch changes neither its document nor a prototype [model/merge-patch-input]", ({ expect }) => {
  const document = Object.freeze({ a: Object.freeze({ b: 1 }), kept: Object.freeze({ c: 1 }) });
  const patched = applyMergePatch(document, JSON.parse('{"__proto__":{"polluted":true},"a":{"b":2}}')) as object;
  expect(document).toEqual({ a: { b: 1 }, kept: { c: 1 } });
  expect((patched as typeof document).kept).toBe(document.kept);
  expect(Object.hasOwn(patched, "__proto__")).toBe(true);
  expect((patched as { polluted?: boolean }).polluted).toBeUndefined();
});

test("the patch between two documents leads from one to the other, and there is none between equals [model/merge-patch-between]", ({
  expect,
}) => {
  const value = fc.jsonValue({ maxDepth: 3 }).filter((candidate) => !JSON.stringify(candidate).includes("null"));
  const document = fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", "constructor"), value);
  fc.assert(
    fc.property(document, document, (from, to) => {
      const patch = createMergePatch(from, to);
      expect(JSON.stringify(sorted(patch === undefined ? from : applyMergePatch(from, patch)))).toBe(
        JSON.stringify(sorted(to)),
      );
      expect(createMergePatch(to, structuredClone(to))).toBeUndefined();
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([key, member]) => [key, sorted(member)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
