import { test } from "vitest";
import type { Document } from "./document.ts";
import { hasSentEmpty, quotingSent, withSentLists } from "./sent-values.ts";

test("a refusal quotes the empty list, map or text that was sent [apiserver/refusal-quotes]", ({ expect }) => {
  const body = { spec: { list: [], map: {}, items: [{ list: [] }], full: [1], text: "" } };
  const quoted = (field: string): unknown =>
    quotingSent([{ field, message: "Invalid value: null: is wrong" }], { body })[0]?.message;
  expect(quoted("spec.list")).toBe("Invalid value: []: is wrong");
  expect(quoted("spec.text")).toBe('Invalid value: "": is wrong');
  expect(quoted("spec.map")).toBe("Invalid value: {}: is wrong");
  const unsupported = { field: "spec.map", message: 'Unsupported value: null: supported values: "a"' };
  expect(quotingSent([unsupported], { body })[0]?.message).toBe('Unsupported value: {}: supported values: "a"');
  expect(quoted("spec.items[0].list")).toBe("Invalid value: []: is wrong");
  for (const field of ["spec.full", "spec.none", "spec.items[1].list", "spec"]) {
    expect(quoted(field)).toBe("Invalid value: null: is wrong");
  }
});

test("an empty list that is always written has an owner [apiserver/managed-fields]", ({ expect }) => {
  const document: Document = { apiVersion: "v1", kind: "K", metadata: { name: "a" }, list: null, spec: { list: null } };
  expect(withSentLists(document, { body: { list: [], spec: { list: [] } } })).toEqual({
    ...document,
    list: [],
    spec: { list: [] },
  });
  expect(withSentLists(document, { body: { spec: {} } })).toBe(document);
});

test("a field that is sent empty is told from one that is not sent [apiserver/generation]", ({ expect }) => {
  const kept = { hooks: [{ name: "a", list: [1] }] };
  expect(hasSentEmpty({ hooks: [{ name: "a", other: [] }] }, kept, ["other"])).toBe(true);
  expect(hasSentEmpty({ hooks: [{ name: "a", unknown: [] }] }, kept, ["other"])).toBe(false);
  expect(hasSentEmpty({ hooks: [{ name: "a", list: [] }] }, kept, ["list"])).toBe(false);
  expect(hasSentEmpty({ hooks: [{ name: "a", other: 7 }] }, kept, ["other"])).toBe(true);
  expect(hasSentEmpty({ hooks: [{ name: "a", other: null }] }, kept, ["other"])).toBe(false);
});
