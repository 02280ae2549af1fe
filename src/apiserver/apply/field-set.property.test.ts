import fc from "fast-check";
import { test } from "vitest";
import { FieldSet } from "./field-set.ts";
import { decodeFields, encodeFields } from "./fields-v1.ts";
import { fieldElement, formatPath, keyElement, sortElements, valueElement } from "./path-element.ts";
import type { Path } from "./path-element.ts";

const element = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", ".", "<é>").map(fieldElement),
  fc.constantFrom(80, 443, "x", true).map((value) => keyElement({ k: value })),
  fc.constantFrom("s", "<&>", 2, 10).map(valueElement),
);
const paths = fc.array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 12 });

function setOf(all: readonly Path[]): FieldSet {
  const set = new FieldSet();
  for (const path of all) set.insert(path);
  return set;
}

function texts(set: FieldSet): ReadonlySet<string> {
  return new Set([...set.paths()].map((path) => JSON.stringify(path)));
}

test("a set of fields is a set of paths, whatever is done with it [apiserver/apply-field-sets]", ({ expect }) => {
  fc.assert(
    fc.property(paths, paths, (left, right) => {
      const [a, b] = [setOf(left), setOf(right)];
      expect(texts(a.union(b))).toEqual(texts(a).union(texts(b)));
      const all = [a, b, setOf(right.slice(1)), new FieldSet()];
      expect(texts(FieldSet.unionOf(all))).toEqual(texts(a.union(b)));
      expect(texts(a.intersection(b))).toEqual(texts(a).intersection(texts(b)));
      expect(texts(a.difference(b))).toEqual(texts(a).difference(texts(b)));
      const isBelow = (path: Path): boolean => path.some((_element, depth) => b.has(path.slice(0, depth + 1)));
      expect(texts(a.without(b))).toEqual(
        new Set(left.filter((path) => !isBelow(path)).map((path) => JSON.stringify(path))),
      );
      for (const path of right) expect(a.has(path)).toBe(texts(a).has(JSON.stringify(path)));
    }),
  );
});

test("managed fields are read as they were written [apiserver/apply-fields-v1]", ({ expect }) => {
  fc.assert(
    fc.property(paths, (all) => {
      const set = setOf(all);
      const read = decodeFields(JSON.parse(JSON.stringify(encodeFields(set))));
      expect(read && texts(read)).toEqual(texts(set));
    }),
  );
});

test("fields stand in Kubernetes' order: names, keys by their values, values, places [apiserver/apply-fields-order]", ({
  expect,
}) => {
  const sorted = ["f:a", "f:b", 'k:{"p":80}', 'k:{"p":443}', 'k:{"p":"x"}', "v:2", "v:10", 'v:"a"', "v:true", "i:0"];
  expect(sortElements(sorted.toReversed())).toEqual(sorted);
});

test("what is no set of fields cannot be read; steps of a kind yet to come are left out [apiserver/apply-fields-unknown]", ({
  expect,
}) => {
  for (const bad of [
    1,
    [],
    { x: {} },
    { "k:1": {} },
    { "v:{": {} },
    { "i:x": {} },
    { "f:a": 1 },
    { "f:a": { y: {} } },
  ]) {
    expect(decodeFields(bad)).toBeUndefined();
  }
  expect([...(decodeFields({ "z:1": 5, "f:a": {} })?.paths() ?? [])]).toEqual([["f:a"]]);
});

test("paths are shown as Kubernetes shows them [apiserver/apply-paths]", ({ expect }) => {
  expect(formatPath(["f:spec", 'k:{"name":"c","port":80}', "f:x", 'v:"y"', "i:3"])).toBe(
    '.spec[name="c",port=80].x[="y"][3]',
  );
});
