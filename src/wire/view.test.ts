import { inspect, isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { edit } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { viewOf } from "./view.ts";

interface Pod extends KubeObject {
  readonly spec: { readonly containers: readonly { readonly name: string; readonly args?: readonly string[] }[] };
  readonly status?: { readonly phase: string } | undefined;
  readonly rare?: { readonly deep: { readonly list: readonly number[] } } | undefined;
}

function pod(): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", namespace: "shop", labels: { app: "cart" } },
    spec: { containers: [{ name: "main", args: ["--fast"] }] },
    status: { phase: "Running" },
    rare: { deep: { list: [1, 2] } },
  };
}

/** The object and everything in it, so that a test can try to write to each. */
function levelsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(levelsOf)];
}

const document = fc.dictionary(
  fc.oneof(fc.constantFrom("__proto__", "constructor", "spec", "status", "data", "0"), fc.string()),
  fc.jsonValue(),
);

test("a view looks like the object that it shows [wire/view-like-plain]", ({ expect }) => {
  const view = viewOf(pod());
  expect(Object.keys(view)).toEqual(Object.keys(pod()));
  expect({ ...view }).toStrictEqual(pod());
  expect(view).toEqual(pod());
  expect(pod()).toStrictEqual(view);
  expect(JSON.stringify(view)).toBe(JSON.stringify(pod()));
  expect(structuredClone(view)).toStrictEqual(pod());
  expect(isDeepStrictEqual(view, pod())).toBe(true);
  expect(Object.getPrototypeOf(view)).toBe(Object.prototype);
  expect(view).not.toEqual({ ...pod(), status: { phase: "Failed" } });
});

test("any document looks the same through a view [wire/view-like-plain]", () => {
  fc.assert(
    fc.property(document, (fields) => {
      const text = JSON.stringify({ metadata: { name: "a" }, ...fields });
      const view = viewOf(JSON.parse(text) as KubeObject);
      return JSON.stringify(view) === text && isDeepStrictEqual(view, JSON.parse(text));
    }),
  );
});

test("a view prints what it shows and not its getters [wire/view-prints]", ({ expect }) => {
  expect(inspect(viewOf(pod()))).toBe(inspect(pod()));
  expect(inspect({ list: [viewOf(pod())] }, { depth: 1 })).toBe(inspect({ list: [pod()] }, { depth: 1 }));
  expect(Reflect.ownKeys({ ...viewOf(pod()) })).toEqual(Object.keys(pod()));
});

test("writing to a view throws at any depth [wire/view-read-only]", ({ expect }) => {
  const view = viewOf(pod());
  for (const level of levelsOf(view)) {
    for (const key of Object.keys(level)) {
      expect(Reflect.set(level, key, 1), key).toBe(false);
      expect(Reflect.deleteProperty(level, key), key).toBe(false);
    }
    expect(Reflect.set(level, "extra", 1)).toBe(false);
    expect(Reflect.setPrototypeOf(level, {})).toBe(false);
  }
  const writable = view as unknown as { metadata: { name: string }; status: unknown };
  expect(() => (writable.status = {})).toThrow(TypeError);
  expect(() => (writable.metadata.name = "b")).toThrow(TypeError);
  expect(view).toEqual(pod());
});

test("no document can be written to through a view [wire/view-read-only]", () => {
  fc.assert(
    fc.property(document, (fields) => {
      const view = viewOf({ metadata: { name: "a" }, ...fields } as KubeObject);
      return levelsOf(view).every((level) => Object.isFrozen(level));
    }),
  );
});

test("what was frozen only in part is frozen to the ground [wire/view-read-only]", ({ expect }) => {
  const inner = { open: true };
  const view = viewOf({ metadata: { name: "a" }, spec: Object.freeze({ inner }) } as KubeObject);
  expect(Object.isFrozen((view as unknown as { spec: { inner: object } }).spec.inner)).toBe(true);
});

test("a value that contains itself, or nests very deep, is frozen all the same [wire/view-any-depth]", ({ expect }) => {
  const loop: Record<string, unknown> = {};
  loop["self"] = { loop };
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 100_000; level += 1) deep = { deep };
  const view = viewOf({ metadata: { name: "a" }, spec: loop, status: deep } as KubeObject) as unknown as Record<
    string,
    object
  >;
  expect(view["spec"]).toBe(loop);
  expect(Object.isFrozen(loop["self"])).toBe(true);
  expect(Object.isFrozen(view["status"])).toBe(true);
});

test("a sub-tree is frozen when it is read, not before, and is always the same one [wire/view-lazy]", ({ expect }) => {
  const source = pod();
  const view = viewOf(source);
  expect(Object.isFrozen(source.spec)).toBe(false);
  expect(view.spec).toBe(view.spec);
  expect(view.rare).toBe(view.rare);
  expect(Object.isFrozen(source.spec)).toBe(true);
  expect(Object.isFrozen(source.status)).toBe(false);
});

test("a field named __proto__ is a field [wire/view-proto-is-data]", ({ expect }) => {
  const text = '{"metadata":{"name":"a"},"__proto__":{"polluted":true}}';
  const view = viewOf(JSON.parse(text) as KubeObject);
  expect(Object.getPrototypeOf(view)).toBe(Object.prototype);
  expect(Object.hasOwn(view, "__proto__")).toBe(true);
  expect(JSON.stringify(view)).toBe(text);
  expect("polluted" in view).toBe(false);
});

test("the view of a view is that view [wire/view-once]", ({ expect }) => {
  const view = viewOf(pod());
  expect(viewOf(view)).toBe(view);
});

test("a view can be edited like any object, and shares what did not change [wire/view-editable]", ({ expect }) => {
  const view = viewOf(pod());
  const changed = edit(view, (draft) => {
    draft.metadata.labels = { app: "pay" };
  });
  expect(changed).toEqual({ ...pod(), metadata: { ...pod().metadata, labels: { app: "pay" } } });
  expect(changed.spec).toBe(view.spec);
  expect(view).toEqual(pod());
});
