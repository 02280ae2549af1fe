import fc from "fast-check";
import { test } from "vitest";
import { InvalidInputError } from "./errors.ts";
import { apiVersionOf, formatApiVersion, gvkOf, gvrOf, parseApiVersion } from "./group-version.ts";
import type { Resource } from "./resource.ts";

const deployments: Resource = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  singular: "deployment",
  scope: "Namespaced",
  shortNames: ["deploy"],
  categories: ["all"],
  verbs: ["get"],
  subresources: ["status", "scale"],
};

test("an apiVersion is GROUP/VERSION, or VERSION alone for the core group [model/api-version-forms]", ({ expect }) => {
  expect(parseApiVersion("apps/v1")).toEqual({ group: "apps", version: "v1" });
  expect(parseApiVersion("v1")).toEqual({ group: "", version: "v1" });
  expect(formatApiVersion({ group: "", version: "v1" })).toBe("v1");
  expect(formatApiVersion({ group: "apps", version: "v1" })).toBe("apps/v1");
});

test("what is printed reads back the same [model/api-version-forms]", ({ expect }) => {
  const part = fc.stringMatching(/^[a-z0-9.-]+$/);
  fc.assert(
    fc.property(fc.option(part, { nil: "" }), part, (group, version) => {
      expect(parseApiVersion(formatApiVersion({ group, version }))).toEqual({ group, version });
    }),
  );
});

test.for([[""], ["/"], ["/v1"], ["apps/"], ["a/b/c"], ["//"], [undefined], [7], [null]])(
  "%o is refused as an apiVersion [model/api-version-malformed]",
  ([text], { expect }) => {
    const parse = (): unknown => parseApiVersion(text as string, "manifest.yaml");
    expect(parse).toThrow(InvalidInputError);
    expect(parse).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_API_VERSION", place: "manifest.yaml" }));
    expect(parse).toThrow(/unexpected GroupVersion string.*expected VERSION or GROUP\/VERSION/);
  },
);

test("a resource names its objects and its path [model/resource-names]", ({ expect }) => {
  expect(gvkOf(deployments)).toEqual({ group: "apps", version: "v1", kind: "Deployment" });
  expect(gvrOf(deployments)).toEqual({ group: "apps", version: "v1", resource: "deployments" });
  expect(apiVersionOf(deployments)).toBe("apps/v1");
});
