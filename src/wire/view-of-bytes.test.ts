import { inspect, isDeepStrictEqual } from "node:util";
import { test } from "vitest";
import { edit, exactIntegerText } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { scanObject } from "./scan-object.ts";
import { encodedOf, viewOf } from "./view.ts";

interface Thing extends KubeObject {
  readonly spec: { readonly size: number; readonly tags: readonly string[] };
  readonly status: { readonly phase: string };
  readonly rare: { readonly deep: readonly number[] };
}

const text =
  '{"apiVersion":"v1","kind":"Thing","metadata":{"name":"a","labels":{"app":"web"}},"spec":{"size":1,"tags":["x"]},' +
  '"status":{"phase":"Ready"},"rare":{"deep":[1]},"flag":true}';

function viewOfText(json: string): Thing {
  return scanObject(new TextEncoder().encode(json)).view() as Thing;
}

/** A view of bytes that the test can spoil, to show what was parsed before and what was not. */
function spoilable(): { readonly view: Thing; readonly spoil: () => void } {
  const bytes = new TextEncoder().encode(text);
  return { view: scanObject(bytes).view() as Thing, spoil: () => void bytes.fill(0x20) };
}

test("a view of bytes looks like the object that they are [wire/view-of-bytes]", ({ expect }) => {
  const object = JSON.parse(text) as Thing;
  const view = viewOfText(text);
  expect(Object.keys(view)).toEqual(Object.keys(object));
  expect({ ...view }).toStrictEqual(object);
  expect(view).toEqual(object);
  expect(JSON.stringify(view)).toBe(text);
  expect(structuredClone(view)).toStrictEqual(object);
  expect(inspect(view)).toBe(inspect(object));
  expect(isDeepStrictEqual(view, object)).toBe(true);
  expect(viewOf(view)).toBe(view);
});

test("a view of bytes can't be written to and can be edited [wire/view-of-bytes]", ({ expect }) => {
  const view = viewOfText(text);
  for (const level of [view, view.metadata, view.metadata.labels, view.spec, view.spec.tags, view.status, view.rare]) {
    expect(Object.isFrozen(level)).toBe(true);
  }
  expect(Reflect.set(view, "spec", {})).toBe(false);
  const changed = edit(view, (draft) => {
    draft.spec.size = 2;
  });
  expect(changed.spec.size).toBe(2);
  expect(changed.status).toBe(view.status);
});

test("nothing is parsed before it is read [wire/view-of-bytes-lazy]", ({ expect }) => {
  const { view, spoil } = spoilable();
  expect(view.kind).toBe("Thing");
  expect(view.spec.size).toBe(1);
  spoil();
  expect(view.kind).toBe("Thing");
  expect(view.spec).toEqual({ size: 1, tags: ["x"] });
  expect(() => view.status).toThrow(SyntaxError);
});

test("the second array or object that is read brings the rest along [wire/view-of-bytes-lazy]", ({ expect }) => {
  const { view, spoil } = spoilable();
  const { spec } = view;
  const { rare } = view;
  spoil();
  expect(view).toEqual(JSON.parse(text));
  expect(view.spec).toBe(spec);
  expect(view.rare).toBe(rare);
});

test("integers that no number holds are exact, wherever they are read [wire/view-of-bytes-exact]", ({ expect }) => {
  const json =
    '{"metadata":{"name":"a"},"spec":{"size":9007199254740993},"status":{"n":[-12345678901234567890]},"n":1}';
  for (const first of ["spec", "status", "metadata"] as const) {
    const view = viewOfText(json);
    expect(view[first]).toBe(view[first]);
    expect(exactIntegerText(view.spec.size)).toBe("9007199254740993");
    expect(JSON.stringify(view)).toBe(json);
  }
});

test("keys such as __proto__ are data in a view of bytes [wire/view-of-bytes]", ({ expect }) => {
  const json = '{"__proto__":{"polluted":true},"constructor":1,"metadata":{"name":"a"},"hasOwnProperty":[]}';
  const view = viewOfText(json);
  expect(Object.getPrototypeOf(view)).toBe(Object.prototype);
  expect("polluted" in view).toBe(false);
  expect(JSON.stringify(view)).toBe(json);
  expect(JSON.stringify(view)).toBe(json);
});

test("the value at a path is what a whole parse has there [wire/read-path]", ({ expect }) => {
  const json =
    '{"metadata":{"name":"a","labels":{"a.b/c":"d"}}, "spec" : {"x":1,"n\\u0061me":{"y":[1]},"x":{"z":9007199254740993}},"on":null}';
  const scan = scanObject(new TextEncoder().encode(json));
  const { metadata, spec } = scan.view() as Thing & { readonly spec: { readonly name: object } };
  expect(scan.read(["metadata", "labels", "a.b/c"])).toBe("d");
  expect(scan.read(["metadata"])).toEqual(metadata);
  expect(scan.read(["spec", "name"])).toEqual(spec.name);
  expect(exactIntegerText(scan.read(["spec", "x", "z"]))).toBe("9007199254740993");
  expect(scan.read(["on"])).toBeNull();
  for (const path of [
    [],
    ["none"],
    ["kind"],
    ["spec", "name", "y", "0"],
    ["metadata", "name", "length"],
    ["on", "x"],
  ]) {
    expect(scan.read(path), path.join(".")).toBeUndefined();
  }
});

test("a kind that is given stands where the bytes have none [wire/given-kind]", ({ expect }) => {
  const given = { apiVersion: "demo.dev/v1", kind: "Thing" };
  const bytes = new TextEncoder().encode('{"metadata":{"name":"a"}}');
  const scan = scanObject(bytes, given);
  expect(scan.view()).toEqual({ ...given, metadata: { name: "a" } });
  expect(JSON.stringify(scan.compact().view())).toBe(JSON.stringify({ ...given, metadata: { name: "a" } }));
  expect([scan.read(["kind"]), scan.read(["apiVersion"]), scan.read(["kind", "x"])]).toEqual([
    "Thing",
    "demo.dev/v1",
    undefined,
  ]);
  expect(scanObject(new TextEncoder().encode('{"kind":"Other"}'), given).view()).toEqual({ ...given, kind: "Other" });
});

test("what is behind a view of bytes is what it was made from [wire/encoded-of]", ({ expect }) => {
  const scan = scanObject(new TextEncoder().encode(text));
  expect(encodedOf(scan.view())).toBe(scan);
  expect(encodedOf(viewOf(JSON.parse(text) as Thing))).toBeUndefined();
});

test("objects are the same in bytes or not, wherever those lie [wire/same-bytes]", ({ expect }) => {
  const scan = scanObject(new TextEncoder().encode(text));
  const within = new TextEncoder().encode(`[${text}]`).subarray(1, -1);
  expect(scan.sameBytes(scanObject(within))).toBe(true);
  expect(scan.sameBytes(scanObject(new TextEncoder().encode(text.replace("true", "null"))))).toBe(false);
  expect(scan.sameBytes(scanObject(new TextEncoder().encode(`${text} `)))).toBe(false);
});
