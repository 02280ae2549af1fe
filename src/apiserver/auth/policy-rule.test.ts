import { test } from "vitest";
import type { PolicyRule } from "../../types/rbac/v1/index.ts";
import type { ResourceAttributes } from "./attributes.ts";
import { ruleAllows } from "./policy-rule.ts";

function asked(what: Partial<ResourceAttributes> = {}): ResourceAttributes {
  const base = { type: "resource", verb: "get", group: "", resource: "pods", subresource: "", namespace: "", name: "" };
  return { ...base, ...what } as ResourceAttributes;
}

const pods: PolicyRule = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

test.for([
  ["its verb, group and resource", pods, asked(), true],
  ["another verb", pods, asked({ verb: "list" }), false],
  ["another group", pods, asked({ group: "apps" }), false],
  ["another resource", pods, asked({ resource: "nodes" }), false],
  ["a part of its resource", pods, asked({ subresource: "status" }), false],
  ["a part that it names", { ...pods, resources: ["pods/status"] }, asked({ subresource: "status" }), true],
  ["the whole when it names a part", { ...pods, resources: ["pods/status"] }, asked(), false],
  ["a part of every resource", { ...pods, resources: ["*/status"] }, asked({ subresource: "status" }), true],
  [
    "another part than that of every resource",
    { ...pods, resources: ["*/status"] },
    asked({ subresource: "log" }),
    false,
  ],
  [
    "every part of a resource, which is no pattern",
    { ...pods, resources: ["pods/*"] },
    asked({ subresource: "log" }),
    false,
  ],
  ["everything", { verbs: ["*"], apiGroups: ["*"], resources: ["*"] }, asked({ group: "x", subresource: "y" }), true],
  ["a name that it names", { ...pods, resourceNames: ["a", "b"] }, asked({ name: "b" }), true],
  ["another name", { ...pods, resourceNames: ["a"] }, asked({ name: "c" }), false],
  ["no name when it names some", { ...pods, resourceNames: ["a"] }, asked(), false],
  ["nothing when it has no groups", { verbs: ["get"], resources: ["pods"] }, asked(), false],
] as const)("a rule about %s [apiserver/rbac-rules]", ([, rule, attributes, expected], { expect }) => {
  expect(ruleAllows(rule, attributes)).toBe(expected);
});

test.for([
  ["/version", "/version", true],
  ["/version", "/version/", false],
  ["/api/*", "/api/v1", true],
  ["/api/*", "/api", false],
  ["*", "/anything", true],
  ["/api/***", "/api/v1", true],
  ["/a*c", "/abc", false],
])("a rule about the path %s is one about %s: %s [apiserver/rbac-rules]", ([own, path, expected], { expect }) => {
  const rule = { verbs: ["get"], nonResourceURLs: [own as string] };
  expect(ruleAllows(rule, { type: "path", verb: "get", path: path as string })).toBe(expected);
  expect(ruleAllows(rule, { type: "path", verb: "post", path: path as string })).toBe(false);
  expect(ruleAllows({ ...rule, apiGroups: ["*"] }, asked())).toBe(false);
});

test("a path of many stars is read in one pass [apiserver/rbac-rules]", ({ expect }) => {
  const rule = { verbs: ["get"], nonResourceURLs: [`/${"*".repeat(1_000_000)}x*`] };
  expect(ruleAllows(rule, { type: "path", verb: "get", path: "/version" })).toBe(false);
});
