import fc from "fast-check";
import { test } from "vitest";
import { compareVersions } from "./version-order.ts";

const ordered = ["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10"];

test("versions are ordered as Kubernetes prefers them [apiserver/version-order]", ({ expect }) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
      expect(shuffled.sort(compareVersions)).toEqual(ordered);
    }),
  );
});
