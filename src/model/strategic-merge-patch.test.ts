import fc from "fast-check";
import { test } from "vitest";
import { applyStrategicMergePatch } from "./strategic-merge-patch.ts";
import type { StrategicSchema } from "./strategic-merge-patch.ts";

const text: Readonly<StrategicSchema> = {};
const port: Readonly<StrategicSchema> = {
  name: "io.k8s.api.core.v1.ContainerPort",
  properties: { port: text, name: text },
};
const container: Readonly<StrategicSchema> = {
  name: "io.k8s.api.core.v1.Container",
  properties: {
    name: text,
    image: text,
    args: { items: text },
    ports: { items: port, patch: { strategies: ["merge"], mergeKey: "port" } },
  },
};
const schema: Readonly<StrategicSchema> = {
  name: "io.k8s.api.core.v1.PodSpec",
  properties: {
    containers: { items: container, patch: { strategies: ["merge"], mergeKey: "name" } },
    finalizers: { items: text, patch: { strategies: ["merge"] } },
    nested: { items: text, patch: { strategies: ["merge"] } },
    broken: { items: container, patch: { strategies: ["merge"] } },
    strategy: {
      properties: { type: text, rolling: { properties: { surge: text } } },
      patch: { strategies: ["retainKeys"] },
    },
    whole: { properties: { a: text, b: text }, patch: { strategies: ["replace"] } },
    labels: {},
    data: { name: "io.k8s.apimachinery.pkg.runtime.RawExtension" },
  },
};

const [a, b, c] = ["a", "b", "c"].map((name) => ({ name, image: "1" }));

test.for([
  [
    "an item with the same key is merged",
    { containers: [a, b] },
    { containers: [{ name: "b", image: "2" }] },
    { containers: [a, { name: "b", image: "2" }] },
  ],
  ["a new item is put in front", { containers: [a] }, { containers: [b] }, { containers: [b, a] }],
  [
    "lists in items are merged too",
    { containers: [{ name: "a", ports: [{ port: 1 }] }] },
    { containers: [{ name: "a", ports: [{ port: 2 }] }] },
    { containers: [{ name: "a", ports: [{ port: 2 }, { port: 1 }] }] },
  ],
  [
    "items of the patch stand in its order",
    { containers: [a, b, c] },
    { containers: [{ name: "c" }, { name: "a" }] },
    { containers: [b, c, a] },
  ],
  [
    "lists without a strategy are replaced",
    { containers: [{ name: "a", args: ["1", "2"] }] },
    { containers: [{ name: "a", args: ["3"] }] },
    { containers: [{ name: "a", args: ["3"] }] },
  ],
  ["plain values are united", { finalizers: ["1", "2"] }, { finalizers: ["3", "2"] }, { finalizers: ["3", "1", "2"] }],
  [
    "null removes",
    { containers: [a], labels: { x: "1", y: "2" } },
    { containers: null, labels: { x: null, z: null } },
    { labels: { y: "2" } },
  ],
  [
    "what is new has no nulls and no directives",
    {},
    { strategy: { type: null, rolling: { surge: 1 } }, containers: [{ $patch: "delete", name: "a" }, b] },
    { strategy: { rolling: { surge: 1 } }, containers: [b] },
  ],
  ["another type replaces", { labels: "x" }, { labels: { y: "1" } }, { labels: { y: "1" } }],
  ["a field is replaced whole if its strategy says so", { whole: { a: 1 } }, { whole: { b: 2 } }, { whole: { b: 2 } }],
] as const)("%s [model/strategic-merge]", ([, document, patch, result], { expect }) => {
  expect(applyStrategicMergePatch(document, patch, schema)).toEqual(result);
});

test.for([
  [
    "$patch: replace in a map",
    { labels: { x: "1" } },
    { labels: { $patch: "replace", y: "2" } },
    { labels: { y: "2" } },
  ],
  ["$patch: delete in a map", { labels: { x: "1" } }, { labels: { $patch: "delete" } }, { labels: {} }],
  [
    "$patch: delete in an item",
    { containers: [a, b] },
    { containers: [{ name: "a", $patch: "delete" }, c] },
    { containers: [c, b] },
  ],
  [
    "$patch: replace in a list",
    { containers: [a, b] },
    { containers: [c, { $patch: "replace" }] },
    { containers: [c] },
  ],
  [
    "$retainKeys",
    { strategy: { type: "x", rolling: { surge: 1 } } },
    { strategy: { $retainKeys: ["type"], type: "y" } },
    { strategy: { type: "y" } },
  ],
  [
    "$deleteFromPrimitiveList",
    { finalizers: ["1", "2", "3"] },
    { "$deleteFromPrimitiveList/finalizers": ["2"] },
    { finalizers: ["1", "3"] },
  ],
  [
    "$setElementOrder of values",
    { finalizers: ["1", "2", "3"] },
    { "$setElementOrder/finalizers": ["3", "1"] },
    { finalizers: ["2", "3", "1"] },
  ],
  [
    "$setElementOrder of items",
    { containers: [a, b] },
    { "$setElementOrder/containers": [{ name: "c" }, { name: "b" }, { name: "a" }], containers: [c] },
    { containers: [c, b, a] },
  ],
  [
    "$setElementOrder beside deletions and additions",
    { containers: [a, b, c] },
    {
      "$setElementOrder/containers": [{ name: "d" }, { name: "b" }],
      containers: [
        { name: "d", image: "1" },
        { name: "a", $patch: "delete" },
      ],
    },
    { containers: [c, { name: "d", image: "1" }, b] },
  ],
  ["$setElementOrder of nothing", {}, { "$setElementOrder/containers": [{ name: "c" }] }, {}],
] as const)("%s does what it says [model/strategic-directives]", ([, document, patch, result], { expect }) => {
  expect(applyStrategicMergePatch(document, patch, schema)).toEqual(result);
});

const [malformed, unfit, unmergeable] = [
  "SETPOINT_INVALID_PATCH",
  "SETPOINT_PATCH_FAILED",
  "SETPOINT_UNMERGEABLE_PATCH",
];

test.for([
  [[], malformed, "invalid JSON document"],
  [{ strategy: { $retainKeys: "type" } }, malformed, "invalid patch format of retainKeys"],
  [{ strategy: { $retainKeys: ["x"], type: "y" } }, malformed, "invalid patch format of retainKeys"],
  [{ $setElementOrder: [] }, malformed, "invalid patch format of setElementOrder list"],
  [{ $deleteFromPrimitiveList: [] }, malformed, "invalid patch format of primitive list"],
  [{ nested: [["1"]] }, unfit, "lists of lists are not supported"],
  [{ finalizers: [["1"]] }, unmergeable, "list element types are not identical: [[1] [[1]]]"],
  [
    { labels: { $patch: "x", b: [1], a: null } },
    unmergeable,
    "unknown patch type: x in map: map[$patch:x a:<nil> b:[1]]",
  ],
  [{ containers: [{ name: "a", $patch: "x" }] }, unmergeable, "unknown patch type: x in map: map[$patch:x name:a]"],
  [{ containers: [{ name: "a", $patch: "merge" }] }, unmergeable, "merging lists cannot yet be specified in the patch"],
  [{ containers: [{ image: "2" }] }, unmergeable, "map: map[image:2] does not contain declared merge key: name"],
  [
    { containers: [{ $patch: "delete" }] },
    unmergeable,
    "map: map[$patch:delete] does not contain declared merge key: name",
  ],
  [{ finalizers: [1] }, unmergeable, "list element types are not identical: [[1] [1]]"],
  [{ broken: [{ name: "a" }] }, unmergeable, "cannot merge lists without merge key for struct"],
  [{ labels: { x: { y: 1 } } }, unmergeable, "merging an object in json but data type is not struct, instead is: map"],
  [{ data: { x: { y: 1 } } }, unmergeable, 'unable to find api field in struct RawExtension for the json field "x"'],
  [{ "$setElementOrder/no": [] }, unmergeable, 'unable to find api field in struct PodSpec for the json field "no"'],
  [{ "$setElementOrder/containers": "x" }, unmergeable, "expected a []interface {}, but received a string"],
  [{ "$setElementOrder/containers": ["a"] }, unmergeable, "value for key 0 is not a map"],
  [
    { "$setElementOrder/containers": [{ name: "a" }], containers: [{ name: "b" }] },
    unmergeable,
    "The order in patch list:\n[map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
  ],
] as const)("%j is refused in Kubernetes' words [model/strategic-refused]", ([patch, code, detail], { expect }) => {
  const document = {
    containers: [a],
    finalizers: ["1"],
    nested: [],
    broken: [a],
    strategy: { type: "x" },
    labels: { x: { y: 0 } },
    data: { x: { y: 0 } },
  };
  expect(() => applyStrategicMergePatch(document, patch, schema)).toThrow(expect.objectContaining({ code, detail }));
});

test("neither the document nor the patch is written to, and no prototype is reached [model/strategic-input]", ({
  expect,
}) => {
  const name = fc.constantFrom("a", "b", "__proto__", "constructor");
  const item = fc.record({ name, image: fc.constantFrom("1", "2", null) });
  const document = fc.record({
    containers: fc.uniqueArray(item, { selector: ({ name: key }) => key }),
    finalizers: fc.array(name),
  });
  fc.assert(
    fc.property(document, document, fc.dictionary(name, fc.constantFrom("1", null)), (original, change, labels) => {
      const patch = { ...change, labels };
      const [before, patchBefore] = [JSON.stringify(original), JSON.stringify(patch)];
      const result = applyStrategicMergePatch(original, patch, schema) as typeof patch;
      expect([JSON.stringify(original), JSON.stringify(patch)]).toEqual([before, patchBefore]);
      expect(new Set(result.containers.map((entry) => entry.name))).toEqual(
        new Set([...original.containers, ...change.containers].map((entry) => entry.name)),
      );
      expect(applyStrategicMergePatch(original, {}, schema)).toEqual(original);
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    }),
  );
});

test("the time to merge lists grows with their length, not faster [model/strategic-linear]", ({ expect }) => {
  const items = (start: number): readonly object[] =>
    Array.from({ length: 50_000 }, (_, index) => ({ name: `c${start + index}`, image: "1" }));
  const result = applyStrategicMergePatch({ containers: items(0) }, { containers: items(25_000) }, schema);
  expect((result as { containers: readonly unknown[] }).containers).toHaveLength(75_000);
});

test("what nests too deep is refused before anything is done [model/strategic-deep]", ({ expect }) => {
  const deep = JSON.parse(`${'{"a":'.repeat(1_100)}1${"}".repeat(1_100)}`) as object;
  expect(() => applyStrategicMergePatch({}, deep, schema)).toThrow(
    expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }),
  );
});
