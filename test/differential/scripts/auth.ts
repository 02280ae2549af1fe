import type { Call, Script } from "../call.ts";
import { get, map, maps, patch, post, put, script, setup } from "./calls.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}";
const authorization = "/apis/authorization.k8s.io/v1";

function as(user: string, call: Call, more: Readonly<Record<string, string>> = {}): Call {
  return { ...call, headers: { "impersonate-user": user, ...more } };
}

const role = {
  metadata: { name: "reader" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }],
};
const binding = {
  metadata: { name: "readers" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
  subjects: [{ kind: "User", name: "reader", apiGroup: "rbac.authorization.k8s.io" }],
};
const anonymous = { authorization: "Basic none" };
const review = (attributes: object, more: object = {}): Call =>
  post(`${authorization}/subjectaccessreviews`, {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { user: "reader", resourceAttributes: { namespace: "{ns}", ...attributes }, ...more },
  });

/** Who may do what. */
export const auth: readonly Script[] = [
  script("credential-needed", "access", [
    get(maps, { headers: anonymous }),
    get("/version", { headers: { authorization: "Bearer wrong" } }),
    get("/livez", { headers: anonymous }),
    get("/nothing", { headers: { authorization: "Bearer wrong" } }),
    post(maps, map("a"), { headers: { authorization: "Bearer wrong" } }),
  ]),
  script("rbac", "access", [
    setup(post(`${rbac}/roles`, role)),
    setup(post(`${rbac}/rolebindings`, binding)),
    setup(post(maps, map("a"))),
    // What a server does with new roles it may do some time later.
    { method: "GET", path: "/livez", isSetup: true },
    as("stranger", get(`${maps}/a`)),
    as("stranger", get(maps)),
    as("stranger", post(maps, map("b"))),
    as("stranger", put(`${maps}/a`, map("a"))),
    as("stranger", patch("merge-patch", `${maps}/a`, {})),
    as("stranger", { method: "DELETE", path: `${maps}/a` }),
    as("stranger", { method: "DELETE", path: maps }),
    as("stranger", get("/api/v1/nodes")),
    as("stranger", get("/apis/apps/v1/namespaces/{ns}/deployments/a/status")),
    as("stranger", get("/apis/nothing.dev/v1/things")),
    as("stranger", get("/livez")),
    as("stranger", get("/nothing")),
    as("stranger", get(`${maps}?watch=true&timeoutSeconds=1`)),
  ]),
  script("impersonation", "access", [
    as("a", get("/version")),
    as("a", post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {}), { "impersonate-group": "g" }),
    as("a", post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {}), { "impersonate-uid": "u" }),
    get("/version", { headers: { "impersonate-group": "g" } }),
    get("/version", { headers: { "impersonate-uid": "u" } }),
    as("system:anonymous", get(maps)),
    as("system:serviceaccount:{ns}:x", get(maps)),
  ]),
  script("access-reviews", "access", [
    review({ verb: "get", resource: "configmaps" }),
    review({ verb: "get", resource: "secrets" }),
    review({ verb: "*", resource: "*", group: "*" }),
    review({}, { user: "" }),
    review({}, { nonResourceAttributes: { path: "/", verb: "get" } }),
    post(`${authorization}/selfsubjectaccessreviews`, {
      spec: { resourceAttributes: { verb: "get", resource: "pods" } },
    }),
    post(`${authorization}/selfsubjectaccessreviews`, { spec: {} }),
    post(`${authorization}/selfsubjectaccessreviews`, {}),
    get(`${authorization}/selfsubjectaccessreviews`),
    post("/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "x" } }),
    post("/apis/authentication.k8s.io/v1/tokenreviews", { spec: {} }),
    review({ verb: "list", resource: "configmaps", name: "a", subresource: "status" }),
    review({ verb: "get", resource: "configmaps" }, { groups: ["g"], extra: { a: ["b"] }, uid: "u" }),
    review({ verb: "get", resource: "configmaps" }, { user: 7 }),
    post(`${authorization}/selfsubjectaccessreviews`, { spec: { nonResourceAttributes: { path: "/x", verb: "get" } } }),
    post(`${authorization}/selfsubjectaccessreviews?fieldManager=me`, { spec: { resourceAttributes: { verb: "x" } } }),
    post(`${authorization}/namespaces/{ns}/localsubjectaccessreviews`, {
      spec: { user: "a", resourceAttributes: { namespace: "{ns}", verb: "get", resource: "pods" } },
    }),
    post(`${authorization}/namespaces/{ns}/localsubjectaccessreviews`, {
      spec: { user: "a", resourceAttributes: { namespace: "other", verb: "get", resource: "pods" } },
    }),
  ]),
];
