import type { Call, Script } from "../call.ts";
import { deployment, deployments, get, map, maps, patch, post, put, script } from "./calls.ts";

const at = `${maps}/a`;

function apply(manager: string, body: unknown, { path = at, force = false } = {}): Call {
  return patch("apply-patch", `${path}?fieldManager=${manager}${force ? "&force=true" : ""}`, body);
}

const withPorts = (name: string, ports: readonly object[]): object =>
  deployment(name, {
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "c", image: "i", ports }] } },
  });

/** Server-side apply. */
export const applies: readonly Script[] = [
  script("apply", "ConfigMap", [
    apply("one", map("a")),
    apply("one", map("a")),
    apply("one", map("a", { a: "2" })),
    apply("one", map("a", { b: "1" })),
    get(at),
  ]),
  script("apply-conflict", "ConfigMap", [
    apply("one", map("a", { x: "1", y: "1" })),
    apply("two", map("a", { x: "2" })),
    apply("two", map("a", { x: "2", y: "2" })),
    apply("two", map("a", { x: "2" }), { force: true }),
    apply("one", map("a", { y: "1" })),
    apply("one", map("a", { x: "2", y: "1" })),
    apply("two", map("a", {})),
    get(at),
  ]),
  script("managed-fields", "ConfigMap", [
    post(maps, map("a", { x: "1" })),
    apply("one", map("a", { x: "1" })),
    apply("one", map("a", { x: "2" })),
    apply("one", map("a", { x: "2" }), { force: true }),
    put(at, map("a", { x: "3", z: "1" })),
    patch("merge-patch", `${at}?fieldManager=three`, { data: { z: "2" } }),
    patch("json-patch", `${at}?fieldManager=four`, [{ op: "replace", path: "/data/z", value: "3" }]),
    apply("one", map("a", { x: "3" })),
    patch("merge-patch", at, { metadata: { managedFields: [{ manager: "x" }] } }),
    patch("merge-patch", at, { metadata: { managedFields: [] } }),
    apply("one", map("a", { x: "3" })),
    apply("one", map("a", { x: "4" })),
    patch("merge-patch", at, { metadata: { managedFields: [{ manager: "", time: null }] } }),
    patch("merge-patch", at, { data: { y: "1" } }),
  ]),
  script("apply-refused", "ConfigMap", [
    patch("apply-patch", at, map("a")),
    apply("x".repeat(129), map("a")),
    apply("one", map("b")),
    apply("one", { ...map("a"), kind: "Secret" }),
    apply("one", { ...map("a"), apiVersion: "v2" }),
    apply("one", { metadata: { name: "a" } }),
    apply("one", map("a", {}, { managedFields: [{ manager: "x" }] })),
    ...[[], "text", [7], [{ manager: 7 }], [{ time: "soon" }], [null]].map((managedFields) =>
      apply("one", map("a", {}, { managedFields })),
    ),
    apply("one", { ...map("a"), metadata: "text" }),
    apply("one", { ...map("a"), metadata: null }),
    apply("one", map("a", {}, { resourceVersion: "x" })),
    apply("one", map("a", {}, { ownerReferences: [{ uid: { a: "b" } }] })),
    apply("one", map("a", {}, { uid: "x" })),
    apply("one", map("a", {}, { resourceVersion: "7" })),
    apply("one", map("a", {}, { namespace: "other" })),
    apply("one", map("a", { a: 7 })),
    apply("one", "a: ["),
    apply("one", "[]"),
    apply("one", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: y\n"),
    apply("one", { ...map("a"), unknown: 1 }),
    patch("apply-patch", `${at}?fieldManager=one&fieldValidation=Strict`, { ...map("a"), unknown: 1 }),
    patch("apply-patch", `${at}?fieldManager=one&dryRun=All`, map("a", { dry: "run" })),
    get(at),
  ]),
  script("apply", "Deployment", [
    apply("one", withPorts("a", [{ containerPort: 80 }]), { path: `${deployments}/a` }),
    apply("two", withPorts("a", [{ containerPort: 80, protocol: "UDP" }]), { path: `${deployments}/a` }),
    apply("one", withPorts("a", [{ containerPort: 81 }]), { path: `${deployments}/a` }),
    apply("one", withPorts("a", [{ containerPort: 81 }, { containerPort: 81 }]), { path: `${deployments}/a` }),
    apply(
      "three",
      { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a", labels: { l: "1" } } },
      { path: `${deployments}/a` },
    ),
    apply(
      "four",
      { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" }, spec: { replicas: 4 } },
      { path: `${deployments}/a`, force: true },
    ),
    get(`${deployments}/a`),
  ]),
];
