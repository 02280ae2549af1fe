import type { Call, Script } from "../call.ts";
import { deployment, deployments, get, map, maps, patch, post, script, setup } from "./calls.ts";

const at = `${maps}/a`;
const jsonPatches: readonly unknown[] = [
  [{ op: "add", path: "/data/b", value: "2" }],
  [{ op: "replace", path: "/data/b", value: "3" }],
  [{ op: "test", path: "/data/b", value: "3" }],
  [{ op: "test", path: "/data/b", value: "4" }],
  [{ op: "copy", from: "/data/b", path: "/data/c" }],
  [{ op: "move", from: "/data/c", path: "/data/d" }],
  [{ op: "remove", path: "/data/d" }],
  [{ op: "remove", path: "/data/none" }],
  [{ op: "replace", path: "/data/none", value: "x" }],
  [{ op: "add", path: "/none/x", value: "x" }],
  [{ op: "add", path: "", value: {} }],
  [{ op: "add", path: "/data/x~1y", value: "x" }],
  [{ op: "unknown", path: "/data/b" }],
  [{ path: "/data/b" }],
  [{ op: "add" }],
  [],
  {},
  7,
  [7],
  "[",
  [{ op: "add", path: "/metadata/labels", value: { a: "b" } }],
  [{ op: "add", path: "/metadata/finalizers", value: ["a/b"] }],
  [{ op: "add", path: "/metadata/finalizers/0", value: "c/d" }],
  [{ op: "add", path: "/metadata/finalizers/-", value: "e/f" }],
  [{ op: "remove", path: "/metadata/finalizers/9" }],
  [{ op: "remove", path: "/metadata/finalizers" }],
  [{ op: "replace", path: "/metadata/name", value: "b" }],
  [{ op: "replace", path: "/kind", value: "Pod" }],
  [{ op: "replace", path: "/data", value: [] }],
];
const mergePatches: readonly unknown[] = [
  { data: { b: "2" } },
  { data: { b: null } },
  { data: { b: null } },
  { data: null },
  { data: { c: "1" }, metadata: { labels: { x: "y" } } },
  { metadata: { labels: null } },
  { metadata: { name: "b" } },
  { metadata: { namespace: "other" } },
  { metadata: { uid: "other" } },
  { metadata: { resourceVersion: "1" } },
  { metadata: { resourceVersion: "{a.version}" } },
  { data: 7 },
  { data: { c: 7 } },
  { unknown: 1 },
  {},
  [],
  7,
  "null",
  "{",
  { metadata: { creationTimestamp: null } },
  { metadata: { managedFields: [] } },
];
const container = (fields: object): object => ({ spec: { template: { spec: { containers: [fields] } } } });
const strategicPatches: readonly unknown[] = [
  container({ name: "c", image: "new" }),
  container({ name: "d", image: "second" }),
  container({ name: "d", env: [{ name: "A", value: "1" }] }),
  container({
    name: "d",
    env: [
      { name: "B", value: "2" },
      { name: "A", value: "3" },
    ],
  }),
  container({ name: "d", env: [{ name: "A", $patch: "delete" }] }),
  container({ name: "d", $patch: "delete" }),
  container({ image: "nameless" }),
  container({ name: "c", ports: [{ containerPort: 80 }] }),
  container({ name: "c", ports: [{ containerPort: 80, name: "http" }, { containerPort: 81 }] }),
  { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } },
  { spec: { strategy: { type: "RollingUpdate" } } },
  { metadata: { finalizers: ["a/b"] } },
  { metadata: { finalizers: ["c/d"] } },
  { metadata: { "$deleteFromPrimitiveList/finalizers": ["a/b", "c/d"] } },
  { metadata: { labels: { $patch: "replace", only: "this" } } },
  { metadata: { labels: { $patch: "unknown" } } },
  {
    spec: {
      template: { spec: { "$setElementOrder/containers": [{ name: "c" }], containers: [{ name: "c", image: "z" }] } },
    },
  },
  { spec: { replicas: null } },
  { spec: { replicas: "x" } },
  { spec: { replicas: 1.5 } },
  { spec: { unknown: 1 } },
  [],
  "{",
];

function each(type: string, path: string, bodies: readonly unknown[]): readonly Call[] {
  return bodies.map((body) => patch(type, path, body));
}

/** Changing objects by patches. */
export const patches: readonly Script[] = [
  script("json-patch", "ConfigMap", [setup(post(maps, map("a"))), ...each("json-patch", at, jsonPatches), get(at)]),
  script("patch-refused", "ConfigMap", [
    setup(post(maps, map("a"), { as: "a" })),
    ...each("merge-patch", at, mergePatches),
    get(at),
  ]),
  script("strategic-patch", "Deployment", [
    setup(post(deployments, deployment("a"))),
    ...each("strategic-merge-patch", `${deployments}/a`, strategicPatches),
    get(`${deployments}/a`),
  ]),
  script("unsupported-media-type", "ConfigMap", [
    setup(post(maps, map("a"))),
    patch("unknown", at, {}),
    { method: "PATCH", path: at, body: {} },
    { method: "PATCH", path: at, body: {}, contentType: "text/plain" },
    patch("merge-patch", `${maps}/missing`, {}),
    patch("merge-patch", `${at}?force=true`, {}),
    patch("merge-patch", `${at}?fieldManager=${"x".repeat(129)}`, {}),
    patch("merge-patch", `${at}?fieldValidation=x`, {}),
    patch("merge-patch", `${at}?dryRun=x`, {}),
    patch("merge-patch", `${at}?dryRun=All`, { data: { dry: "run" } }),
    get(at),
  ]),
];
