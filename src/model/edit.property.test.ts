import fc from "fast-check";
import { test } from "vitest";
import { asDraft } from "./draft.ts";
import { deepEqual } from "./deep-equal.ts";
import { edit } from "./edit.ts";

type Members = Record<string, unknown>;
type Step = (root: object) => void;

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

/** Every array and object of a document, the document first. */
function levelsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(levelsOf)];
}

/** A level of the document that exists in plain object and draft alike. */
const levelAt = (root: object, position: number): object => {
  const levels = levelsOf(root);
  return levels[position % levels.length] ?? root;
};

const json = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme-ascii" });
const document = fc.oneof(fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), json), fc.array(json));
const key = fc.constantFrom("a", "b", "c", "__proto__", "constructor");

const assign = (level: object, name: string, value: unknown): void => {
  if (Array.isArray(level)) level.push(value);
  else Object.defineProperty(level, name, { value, writable: true, enumerable: true, configurable: true });
};

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.nat(), key, json).map(
    ([position, name, value]): Step =>
      (root) =>
        assign(levelAt(root, position), name, structuredClone(value)),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(([position, member]): Step => (root) => {
    const level = levelAt(root, position);
    const names = Object.keys(level);
    if (Array.isArray(level)) level.splice(member % (level.length + 1), 1);
    else Reflect.deleteProperty(level, names[member % names.length] ?? "");
  }),
  fc.nat().map((position): Step => (root) => {
    const level = levelAt(root, position);
    if (Array.isArray(level)) level.reverse();
  }),
  // A copy of one part goes to another place: moved drafts end up inside new values.
  fc.tuple(fc.nat(), fc.nat(), key).map(([from, to, name]): Step => (root) => {
    const part = levelAt(root, from);
    const copy: unknown = Array.isArray(part) ? [...(part as unknown[])] : { ...part };
    const target = levelAt(root, to);
    if (!levelsOf(part).includes(target)) assign(target, name, copy);
  }),
);

/** Whether two documents share every part at the same path that is equal. */
function sharesEqualParts(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return true;
  if (deepEqual(before, after)) return false;
  return Object.keys(before).every(
    (name) => !Object.hasOwn(after, name) || sharesEqualParts((before as Members)[name], (after as Members)[name]),
  );
}

test("an edit does what the same steps do to a copy, and never touches its input [model/edit-like-a-copy]", ({
  expect,
}) => {
  fc.assert(
    fc.property(document, fc.array(steps, { maxLength: 8 }), (value, recipe) => {
      const before = deepFreeze(structuredClone(value) as object);
      const expected = structuredClone(value) as object;
      for (const step of recipe) step(expected);
      const after = edit(before, (draft) => {
        for (const step of recipe) step(asDraft<object>(draft));
      });
      expect(after).toEqual(expected);
      expect(deepEqual(after, expected)).toBe(true);
      expect(before).toEqual(value);
      if (deepEqual(before, expected)) expect(after).toBe(before);
    }),
    { numRuns: 300 },
  );
});

test("an edit of single members shares every part that stayed the same [model/edit-shares]", ({ expect }) => {
  const set = fc.tuple(fc.nat(), key, json);
  fc.assert(
    fc.property(document, fc.array(set, { minLength: 1, maxLength: 4 }), (value, writes) => {
      const before = deepFreeze(structuredClone(value) as object);
      const after = edit(before, (draft) => {
        for (const [position, name, written] of writes)
          assign(levelAt(draft, position), name, structuredClone(written));
      });
      expect(sharesEqualParts(before, after)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
