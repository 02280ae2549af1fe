import fc from "fast-check";
import { test } from "vitest";
import { deepEqual } from "./deep-equal.ts";
import { assertDepth } from "./depth.ts";

/** A document of `depth` levels. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

const json = fc.jsonValue({ maxDepth: 5 });

test("a document equals its copy, in any order of keys [model/equal-documents]", ({ expect }) => {
  const reordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reordered(member)]),
    );
  };
  fc.assert(
    fc.property(json, (value) => {
      expect(deepEqual(value, structuredClone(value))).toBe(true);
      expect(deepEqual(value, reordered(value))).toBe(true);
    }),
  );
});

test("two documents are equal exactly if their sorted JSON is [model/equal-documents]", ({ expect }) => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return { array: value.map(sorted) };
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return { object: entries.map(([key, member]) => [key, sorted(member)]) };
  };
  const small = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(0, 1, "", null, true),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "__proto__", "constructor"), tie("value"), { maxKeys: 2 }),
    ),
  })).value;
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(deepEqual(a, b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
    }),
    { numRuns: 2_000 },
  );
});

test.for<[unknown, unknown]>([
  [1, 2],
  [1, "1"],
  [0, false],
  [null, undefined],
  [null, {}],
  ["", null],
  [[], {}],
  [{}, []],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[undefined], []],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined, b: 1 }, { c: 1 }],
  [
    { a: 1, b: undefined },
    { a: 1, c: 2 },
  ],
  [{ a: null }, {}],
  [{ x: undefined }, { x: undefined, y: 1 }],
  [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }],
])("%o and %o differ [model/equal-documents]", ([a, b], { expect }) => {
  expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([false, false]);
});

test("what JSON cannot tell apart is equal [model/equal-as-json]", ({ expect }) => {
  const equal: readonly (readonly [unknown, unknown])[] = [
    [{ a: undefined }, {}],
    [{ a: undefined, b: 1 }, { b: 1 }],
    [
      { a: undefined, b: 1 },
      { b: 1, c: undefined },
    ],
    [0, -0],
    [Number.NaN, Number.NaN],
    [[Number.NaN], [Number.NaN]],
    [Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
  ];
  for (const [a, b] of equal) expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([true, true]);
});

test("only own members count, whatever their names [model/own-properties-only]", ({ expect }) => {
  const evil: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}');
  expect(deepEqual(evil, JSON.parse('{"constructor":{"prototype":1},"__proto__":{"a":1}}'))).toBe(true);
  expect(deepEqual(evil, JSON.parse('{"__proto__":{"a":2},"constructor":{"prototype":1}}'))).toBe(false);
  expect(deepEqual(JSON.parse('{"__proto__":{}}'), {})).toBe(false);
  expect(deepEqual({ toString: Object.prototype.toString }, {})).toBe(false);
  expect(deepEqual({}, { toString: Object.prototype.toString })).toBe(false);
  expect(deepEqual({ toString: Object.prototype.toString }, { other: 1 })).toBe(false);
});

test("members behind getters count [model/equal-documents]", ({ expect }) => {
  const view = Object.freeze({
    get spec() {
      return { replicas: 3 };
    },
  });
  expect(deepEqual(view, { spec: { replicas: 3 } })).toBe(true);
  expect(deepEqual({ spec: { replicas: 4 } }, view)).toBe(false);
});

test("an instance of a class equals only itself [model/equal-as-json]", ({ expect }) => {
  const date = new Date(0);
  expect([deepEqual(date, date), deepEqual(date, new Date(0)), deepEqual({}, date)]).toEqual([true, false, false]);
  expect([deepEqual(new Map(), new Map()), deepEqual(new Set([1]), {})]).toEqual([false, false]);
});

test("documents up to the limit of depth are compared [model/too-deep]", ({ expect }) => {
  expect(deepEqual(nested(1_000), nested(1_000))).toBe(true);
  expect(deepEqual({ a: nested(999), b: 1 }, { a: nested(999), b: 2 })).toBe(false);
});

test.for([1_001, 10_000, 1_000_000])(
  "documents of %i levels are refused and not followed [model/too-deep]",
  (depth, { expect }) => {
    expect(() => deepEqual(nested(depth), nested(depth))).toThrow(
      expect.objectContaining({ code: "SETPOINT_TOO_DEEP", expected: "at most 1000 levels" }),
    );
    expect(() => deepEqual(nested(depth), nested(depth))).toThrow(/^Cannot compare documents at /);
  },
);

test("documents that hold themselves are refused [model/too-deep]", ({ expect }) => {
  const [a, b]: Record<string, unknown>[] = [{}, {}] as const;
  Object.assign(a as object, { self: a });
  Object.assign(b as object, { self: b });
  expect(() => deepEqual(a, b)).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
  expect(deepEqual(a, a)).toBe(true);
});

test("an object that occurs again and again at every level is not walked each time [model/too-deep]", ({ expect }) => {
  const doubled = (bottom: unknown): unknown => {
    let value: unknown = { bottom };
    for (let level = 0; level < 200; level++) value = { a: value, b: [value, value] };
    return value;
  };
  expect(deepEqual(doubled(1), doubled(1))).toBe(true);
  expect(deepEqual(doubled(1), doubled(2))).toBe(false);
  expect(() => assertDepth(doubled(1))).not.toThrow();
  expect(() => assertDepth(doubled(1), { maxDepth: 100 })).toThrow(
    expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }),
  );
});
