import type { Script } from "../call.ts";
import { get, script } from "./calls.ts";

const versions: readonly string[] = [
  "/api/v1",
  "/apis/apps/v1",
  "/apis/batch/v1",
  "/apis/autoscaling/v1",
  "/apis/autoscaling/v2",
  "/apis/policy/v1",
  "/apis/networking.k8s.io/v1",
  "/apis/rbac.authorization.k8s.io/v1",
  "/apis/storage.k8s.io/v1",
  "/apis/events.k8s.io/v1",
  "/apis/coordination.k8s.io/v1",
  "/apis/discovery.k8s.io/v1",
  "/apis/apiextensions.k8s.io/v1",
  "/apis/admissionregistration.k8s.io/v1",
];
const groups: readonly string[] = ["/api", "/apis/apps", "/apis/batch", "/apis/autoscaling", "/apis/storage.k8s.io"];
const nothing: readonly string[] = [
  "/apis/nothing",
  "/apis/nothing/v1",
  "/apis/apps/v2",
  "/api/v2",
  "/api/v1/nothing",
  "/apis/apps/v1/nothing",
  "/nothing",
  "/apis/apps/v1/namespaces/{ns}/nothing",
  "/api/v1/namespaces/{ns}/pods/a/nothing",
];
const health: readonly string[] = ["/livez", "/readyz", "/healthz", "/livez/ping", "/healthz/ping"];

/** What the server tells of itself. */
export const discovery: readonly Script[] = [
  script(
    "discovery-groups",
    "discovery",
    groups.map((path) => get(path)),
  ),
  script(
    "discovery-resources",
    "discovery",
    versions.map((path) => get(path)),
  ),
  script(
    "not-found-built-in",
    "discovery",
    nothing.map((path) => get(path)),
  ),
  script(
    "health",
    "discovery",
    health.map((path) => get(path)),
  ),
];
