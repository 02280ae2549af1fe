import { test } from "vitest";
import { patched } from "./patched.ts";

const object = { data: { a: "1" } };

test("a patch that is null does nothing, but for a merge patch, which is none then [apiserver/patch-refused]", ({
  expect,
}) => {
  expect(patched(object, { type: "json", value: null }, {})).toBe(object);
  expect(patched(object, { type: "strategic", value: null }, {})).toBe(object);
  expect(() => patched(object, { type: "merge", value: null }, {})).toThrow("Invalid JSON Patch");
});

test("a JSON patch replaces the whole object, and adds nothing in its place [apiserver/json-patch]", ({ expect }) => {
  const whole = (op: string): unknown => patched(object, { type: "json", value: [{ op, path: "", value: {} }] }, {});
  expect(whole("replace")).toEqual({});
  expect(() => whole("add")).toThrow("the server rejected our request");
});

test("a merge patch keeps no null in a list, unless the list takes the place of an object [apiserver/merge-list-nulls]", ({
  expect,
}) => {
  const merged = (list: unknown): unknown =>
    patched({ data: list }, { type: "merge", value: { data: [null, { a: null, b: { c: null } }] } }, {});
  expect(merged(undefined)).toEqual({ data: [null, { b: {} }] });
  expect(merged([])).toEqual({ data: [null, { b: {} }] });
  expect(merged({})).toEqual({ data: [null, { a: null, b: { c: null } }] });
});
