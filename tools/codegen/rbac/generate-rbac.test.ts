import { test } from "vitest";
import { CodegenError } from "../errors.ts";
import { generateRbac, readBootstrapRbac } from "./generate-rbac.ts";
import type { BootstrapObject } from "./rbac-lines.ts";

const marked = { "kubernetes.io/bootstrapping": "rbac-defaults" };

const view: BootstrapObject = {
  metadata: { name: "view", labels: { ...marked, "to-edit": "true" } },
  rules: null,
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { "to-view": "true" } }] },
};
const basic: BootstrapObject = {
  metadata: { name: "basic", labels: marked },
  rules: [
    { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["pods"], resourceNames: ["a"] },
    { verbs: ["get"], apiGroups: [""], resources: ["pods/log", "nodes"] },
    { verbs: ["get"], nonResourceURLs: ["/api", "/api/*"] },
  ],
};
const bound: BootstrapObject = {
  metadata: { name: "bound", namespace: "kube-system" },
  roleRef: { kind: "Role", name: "basic" },
  subjects: [
    { kind: "User", name: "system:u" },
    { kind: "ServiceAccount", name: "s", namespace: "kube-system" },
  ],
};
const all = { clusterroles: [view, basic], clusterrolebindings: [bound], roles: [basic], rolebindings: [bound] };

test("roles and bindings become one line each, in the order of their names", ({ expect }) => {
  const lines = generateRbac(all, "v1.0.0").get("types/pack/bootstrap-rbac.ts")?.split("\n") ?? [];
  const start = lines.indexOf("  clusterRoles: `");
  expect(lines.slice(start + 1, start + 6)).toEqual([
    "basic get,list;,apps;pods;a get;;pods/log,nodes get;/api,/api/*",
    "view +to-edit <to-view",
    "`,",
    "  clusterRoleBindings: `",
    "kube-system/bound Role/basic User/system:u ServiceAccount/kube-system/s",
  ]);
});

test("what a line can't hold is refused, not written wrong", ({ expect }) => {
  for (const rule of [
    { verbs: ["two words"], apiGroups: [""], resources: ["pods"] },
    { verbs: ["`"], nonResourceURLs: ["/"] },
  ]) {
    const odd = { metadata: { name: "odd" }, rules: [rule] };
    expect(() => generateRbac({ ...all, roles: [odd] }, "v1.0.0")).toThrow(CodegenError);
  }
  const labelled = { metadata: { name: "odd", labels: { a: "false" } }, rules: [] };
  expect(() => generateRbac({ ...all, roles: [labelled] }, "v1.0.0")).toThrow(CodegenError);
});

test("a server that has none is not believed", async ({ expect }) => {
  const reader = { get: async () => ({ items: [] }) };
  await expect(readBootstrapRbac(reader)).rejects.toMatchObject({ code: "SETPOINT_CODEGEN_RESPONSE" });
});
