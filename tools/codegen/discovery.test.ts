import { test } from "vitest";
import { parseDiscovery } from "./discovery.ts";
import { CodegenError } from "./errors.ts";
import { discovered, smallDocuments } from "./small-api.ts";
import type { SmallGroupVersion } from "./small-api.ts";

const apis = (...groupVersions: readonly SmallGroupVersion[]): unknown => smallDocuments(groupVersions)["/apis"];

test("groups and versions keep the server's order, so that the first version is the preferred one", ({ expect }) => {
  const document = apis({ group: "b.io", version: "v2" }, { group: "b.io", version: "v1beta1" }, { group: "a.io" });
  expect(parseDiscovery(document, "/apis").map(({ group, version }) => `${group}/${version}`)).toEqual([
    "b.io/v2",
    "b.io/v1beta1",
    "a.io/v1",
  ]);
});

test("a resource is read with everything that discovery says, and absent lists are empty", ({ expect }) => {
  const scale = {
    subresource: "scale",
    responseKind: { group: "autoscaling", version: "v1", kind: "Scale" },
    verbs: [],
  };
  const status = { subresource: "status", responseKind: { group: "", version: "", kind: "Widget" }, verbs: [] };
  const widget = discovered("Widget", {
    shortNames: ["wd"],
    categories: ["all"],
    subresources: [scale, status, { subresource: "log" }],
  });
  const [served] = parseDiscovery(apis({ group: "a.io", resources: [widget, discovered("Bare")] }), "/apis");
  expect(served?.resources).toEqual([
    {
      plural: "widgets",
      singular: "widget",
      kind: "Widget",
      scope: "Namespaced",
      verbs: ["get", "list"],
      shortNames: ["wd"],
      categories: ["all"],
      subresources: [
        { name: "scale", kind: { group: "autoscaling", version: "v1", kind: "Scale" } },
        { name: "status", kind: { group: "a.io", version: "v1", kind: "Widget" } },
        { name: "log", kind: undefined },
      ],
    },
    {
      plural: "bares",
      singular: "bare",
      kind: "Bare",
      scope: "Namespaced",
      verbs: ["get", "list"],
      shortNames: [],
      categories: [],
      subresources: [],
    },
  ]);
});

test.for<[string, unknown, string]>([
  ["a version that is stale", apis({ group: "a.io", freshness: "Stale" }), "/apis.items[0].versions[0].freshness"],
  ["the answer of a server without aggregated discovery", { kind: "APIGroupList" }, "/apis.kind"],
  [
    "another version of discovery",
    { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2beta1" },
    "/apis.apiVersion",
  ],
  ["a version that leaves its folder", apis({ group: "a.io", version: "../../v1" }), "expected a version such as v1"],
  ["a group that leaves its folder", apis({ group: "../a" }), "expected the name of an API group"],
  [
    "a kind that is no identifier",
    apis({ group: "a.io", resources: [discovered("W idget")] }),
    "expected the name of a kind",
  ],
  [
    "another scope",
    apis({ group: "a.io", resources: [discovered("Widget", { scope: "World" })] }),
    ".resources[0].scope",
  ],
  [
    "a kind of another group",
    apis({
      group: "a.io",
      resources: [discovered("Widget", { responseKind: { group: "b.io", version: "v1", kind: "Widget" } })],
    }),
    "expected a kind of a.io/v1",
  ],
  [
    "two resources of one kind",
    apis({ group: "a.io", resources: [discovered("Widget"), discovered("Widget", { resource: "gadgets" })] }),
    "gadgets serves Widget, as another resource does already",
  ],
  [
    "verbs that are no list",
    apis({ group: "a.io", resources: [discovered("Widget", { verbs: "get" })] }),
    ".verbs: expected a list",
  ],
  ["a page instead of a document", "<html>", "/apis: expected an object"],
])("refuses %s", ([, document, message], { expect }) => {
  const attempt = (): unknown => parseDiscovery(document, "/apis");
  expect(attempt).toThrow(CodegenError);
  expect(attempt).toThrow(message);
});
