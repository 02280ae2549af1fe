import { test } from "vitest";
import type { KubeObject } from "../model/index.ts";
import { scanObject } from "../wire/index.ts";
import { expectedOf, problemOf } from "./incoming.ts";
import { Notes } from "./scripted-source.fixture.ts";

const metadata = { name: "a", namespace: "shop", resourceVersion: "7" };

for (const [what, object, problem] of [
  ["kind first", { kind: "Note", apiVersion: "example.dev/v1", metadata }, undefined],
  ["version first", { apiVersion: "example.dev/v1", kind: "Note", metadata }, undefined],
  ["metadata first", { metadata, kind: "Note", apiVersion: "example.dev/v1" }, undefined],
  ["no type", { metadata }, undefined],
  ["another kind", { apiVersion: "example.dev/v1", kind: "Notes", metadata }, "it is of another kind"],
  ["another version", { kind: "Note", apiVersion: "example.dev/v1beta1", metadata }, "it is of another API version"],
  ["no version", { kind: "Note", apiVersion: "example.dev/v1", metadata: { name: "a" } }, "it has no version"],
  ["no name", { kind: "Note", apiVersion: "example.dev/v1", metadata: {} }, "it has no name"],
] as const) {
  test(`an object of bytes is judged as a plain one is: ${what} [informer/unusable-skipped]`, ({ expect }) => {
    const bytes = new TextEncoder().encode(JSON.stringify(object));
    const expected = expectedOf(Notes);
    expect(problemOf(object as KubeObject, expected)).toBe(problem);
    expect(problemOf(scanObject(bytes).view(), expected)).toBe(problem);
  });
}
