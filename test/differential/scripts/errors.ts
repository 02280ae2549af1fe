import type { Script } from "../call.ts";
import { get, map, maps, post, script, setup } from "./calls.ts";

const paths: readonly string[] = [
  "/api/v1/configmaps/a",
  "/api/v1/namespaces/{ns}",
  "/api/v1/namespaces/{ns}/configmaps/a/b/c",
  "/api/v1/namespaces/{ns}/nodes",
  "/api/v1/nodes/missing",
  "/api/v1/namespaces/missing",
  "/apis/apps/v1/deployments",
  "/apis/apps/v1/deployments/a",
  "/api/v1/namespaces/{ns}/configmaps/A",
  "/api/v1/namespaces/{ns}/configmaps/a%20b",
  "/api/v1/componentstatuses/missing",
];
const methods: readonly (readonly [string, string])[] = [
  ["PUT", maps],
  ["PATCH", maps],
  ["POST", `${maps}/a`],
  ["OPTIONS", maps],
  ["POST", "/api/v1/namespaces/{ns}/configmaps/a/status"],
  ["DELETE", "/api/v1"],
  ["POST", "/api/v1"],
  ["PUT", "/apis"],
  ["POST", "/version"],
  ["DELETE", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"],
];

/** Requests for what there is not, or not in that way. */
export const errors: readonly Script[] = [
  script("path-names-resource", "errors", [setup(post(maps, map("a"))), ...paths.map((path) => get(path))]),
  script(
    "method-not-allowed",
    "errors",
    methods.map(([method, path]) => ({ method, path })),
  ),
];
