import { test } from "vitest";
import { allow, ask, authentication, authorization, eventually, rbac } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

const readMaps = { verbs: ["get", "list"], apiGroups: [""], resources: ["configmaps"] };
const listPodA = { verbs: ["list"], apiGroups: [""], resources: ["pods"], resourceNames: ["a"] };

forEachServer(["embedded", "real"], "rights", (start) => {
  test("come from roles and bindings, and a refusal is told in Kubernetes' words [apiserver/rbac, apiserver/forbidden]", async ({
    expect,
  }) => {
    await using server = await start();
    const { namespace } = server;
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    await allow(server, ["ann"], [readMaps, listPodA]);
    expect(await ask(server, `GET ${maps}`, { as: "ann" })).toMatchObject({ status: 200 });
    const place = `in API group "" in the namespace "${namespace}"`;
    expect(await ask(server, `POST ${maps}`, { as: "ann", body: { metadata: { name: "x" } } })).toMatchObject({
      status: 403,
      json: {
        message: `configmaps is forbidden: User "ann" cannot create resource "configmaps" ${place}`,
        reason: "Forbidden",
        details: { kind: "configmaps" },
      },
    });
    const told = async (line: string, as = "bob"): Promise<unknown> => (await ask(server, line, { as })).json?.message;
    expect(await told(`GET ${maps}/x`)).toBe(
      `configmaps "x" is forbidden: User "bob" cannot get resource "configmaps" ${place}`,
    );
    expect(await told(`DELETE ${maps}`)).toBe(
      `configmaps is forbidden: User "bob" cannot deletecollection resource "configmaps" ${place}`,
    );
    expect(await told(`GET ${maps}?watch=1`)).toContain('User "bob" cannot watch resource "configmaps"');
    expect(await told(`GET /api/v1/namespaces/${namespace}`)).toBe(
      `namespaces "${namespace}" is forbidden: User "bob" cannot get resource "namespaces" ${place}`,
    );
    expect(await told(`GET /apis/apps/v1/namespaces/${namespace}/deployments/x/status`)).toBe(
      `deployments.apps "x" is forbidden: User "bob" cannot get resource "deployments/status" in API group "apps" in the namespace "${namespace}"`,
    );
    expect(await told("GET /apis/nope/v1/things/x")).toBe(
      'things.nope "x" is forbidden: User "bob" cannot get resource "things" in API group "nope" at the cluster scope',
    );
    expect(await told("GET /api/v1/nodes/x/status/y")).toBe(
      'nodes "x" is forbidden: User "bob" cannot get resource "nodes/status" in API group "" at the cluster scope',
    );
    expect(await told("GET /api/v1/watch/nodes/x/status")).toBe(
      'nodes "x" is forbidden: User "bob" cannot watch resource "nodes/status" in API group "" at the cluster scope',
    );
    expect(await told("GET /metrics")).toBe('forbidden: User "bob" cannot get path "/metrics"');
    expect(await told(`GET ${maps}/x`, "b<o>&b")).toContain('User "b&lt;o&gt;&amp;b" cannot get');
    expect(await ask(server, "GET /api", { as: "bob" })).toMatchObject({ status: 200 });
  });

  test("to one name are enough for a list that selects that name only [apiserver/rbac-names]", async ({ expect }) => {
    await using server = await start();
    const pods = `/api/v1/namespaces/${server.namespace}/pods`;
    await allow(server, ["nan"], [readMaps, listPodA]);
    expect(await ask(server, `GET ${pods}?fieldSelector=metadata.name%3Da`, { as: "nan" })).toMatchObject({
      status: 200,
    });
    expect(await ask(server, `GET ${pods}?fieldSelector=metadata.name%3Db`, { as: "nan" })).toMatchObject({
      status: 403,
    });
    expect(await ask(server, `GET ${pods}`, { as: "nan" })).toMatchObject({ status: 403 });
  });

  test("to change an object are not enough to make it [apiserver/create-right]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    await allow(
      server,
      ["una"],
      [{ verbs: ["update", "patch"], apiGroups: ["coordination.k8s.io"], resources: ["leases"] }],
    );
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "l" } };
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const place = `in API group "coordination.k8s.io" in the namespace "${namespace}"`;
    const refusal = {
      status: 403,
      json: {
        message: `leases.coordination.k8s.io "l" is forbidden: User "una" cannot create resource "leases" ${place}`,
      },
    };
    expect(await ask(server, `PUT ${path}/l`, { as: "una", body: lease })).toMatchObject(refusal);
    const headers = { "content-type": "application/apply-patch+yaml" };
    const apply = `PATCH ${path}/l?fieldManager=me`;
    expect(await ask(server, apply, { as: "una", body: lease, headers })).toMatchObject(refusal);
    expect(await ask(server, `POST ${path}`, { body: lease })).toMatchObject({ status: 201 });
    expect(await ask(server, apply, { as: "una", body: lease, headers })).toMatchObject({ status: 200 });
  });

  test("from a role that does not exist are none, and the refusal says so [apiserver/rbac-missing-role]", async ({
    expect,
  }) => {
    await using server = await start();
    const bindings = `${rbac}/namespaces/${server.namespace}/rolebindings`;
    for (const [name, kind] of [
      ["lost", "Role"],
      ["lost-too", "ClusterRole"],
    ]) {
      const apiGroup = "rbac.authorization.k8s.io";
      const subjects = [{ kind: "User", apiGroup, name: "lou" }];
      const body = { metadata: { name }, roleRef: { apiGroup, kind, name: "gone" }, subjects };
      expect(await ask(server, `POST ${bindings}`, { body })).toMatchObject({ status: 201 });
    }
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const told = async (): Promise<readonly string[]> => {
      const { json } = await ask(server, `GET ${maps}`, { as: "lou" });
      return /: RBAC: \[(.*)\]$/.exec(json?.message ?? "")?.[1]?.split(", ") ?? [];
    };
    await eventually(async () => (await told()).length === 2);
    const what = 'role.rbac.authorization.k8s.io "gone" not found';
    // The real server finds bindings in any order.
    expect(new Set(await told())).toEqual(new Set([what, `cluster${what}`]));
  });

  test("are there from the start for the users and groups of Kubernetes itself [apiserver/rbac-defaults]", async ({
    expect,
  }) => {
    await using server = await start();
    const names = async (plural: string): Promise<readonly string[]> => {
      const selector = "labelSelector=kubernetes.io%2Fbootstrapping%3Drbac-defaults";
      const { json } = await ask(server, `GET ${rbac}/${plural}?${selector}`);
      const items = json?.["items"] as readonly { readonly metadata: { readonly name: string } }[];
      return items.map(({ metadata }) => metadata.name);
    };
    expect(await names("clusterroles")).toHaveLength(69);
    expect(await names("clusterroles")).toContain("cluster-admin");
    expect(await names("clusterrolebindings")).toHaveLength(50);
    expect(await names("roles")).toHaveLength(7);
    expect(await names("rolebindings")).toHaveLength(7);
    const { json } = await ask(server, `GET ${rbac}/clusterroles/system:basic-user`);
    expect(json).toMatchObject({
      metadata: { annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" } },
      rules: [
        {
          verbs: ["create"],
          apiGroups: ["authorization.k8s.io"],
          resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
        },
        { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
      ],
    });
    expect(await ask(server, "GET /api/v1/secrets", { as: "system:kube-controller-manager" })).toMatchObject({
      status: 200,
    });
  });

  test("can be asked for by reviews [apiserver/access-reviews]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    await allow(server, ["rita"], [readMaps]);
    const resourceAttributes = { namespace, verb: "get", resource: "configmaps" };
    const review = (plural: string, spec: object, as?: string): ReturnType<typeof ask> =>
      ask(server, `POST ${authorization}/${plural}`, { as, body: { spec } });
    const self = "selfsubjectaccessreviews";
    expect((await review(self, { resourceAttributes })).json).toMatchObject({ status: { allowed: true } });
    const allowed = {
      allowed: true,
      reason: `RBAC: allowed by RoleBinding "test-rita/${namespace}" of Role "test-rita" to User "rita"`,
    };
    expect((await review(self, { resourceAttributes }, "rita")).json).toMatchObject({
      kind: "SelfSubjectAccessReview",
      apiVersion: "authorization.k8s.io/v1",
      spec: { resourceAttributes },
      status: allowed,
    });
    expect((await review(self, { resourceAttributes }, "bob")).json?.status).toEqual({ allowed: false });
    const others = await review("subjectaccessreviews", { user: "rita", resourceAttributes });
    expect(others).toMatchObject({ status: 201, json: { status: allowed } });
    const local = `namespaces/${namespace}/localsubjectaccessreviews`;
    expect((await review(local, { user: "rita", resourceAttributes })).json).toMatchObject({
      metadata: { namespace },
      status: allowed,
    });
    const path = {
      user: "bob",
      groups: ["system:authenticated"],
      nonResourceAttributes: { path: "/version", verb: "get" },
    };
    expect((await review("subjectaccessreviews", path)).json?.status).toMatchObject({ allowed: true });
    const rules = await review("selfsubjectrulesreviews", { namespace }, "rita");
    expect(rules).toMatchObject({ status: 201, json: { spec: {}, status: { incomplete: false } } });
    expect(rules.json?.status?.["resourceRules"]).toContainEqual(readMaps);
    expect(rules.json?.status?.["nonResourceRules"]).toContainEqual({
      verbs: ["get"],
      nonResourceURLs: ["/healthz", "/livez", "/readyz", "/version", "/version/"],
    });
  });

  test("of a binding count once, by the first of its subjects that fits [apiserver/access-reviews]", async ({
    expect,
  }) => {
    await using server = await start();
    const { namespace } = server;
    const apiGroup = "rbac.authorization.k8s.io";
    const at = `${rbac}/namespaces/${namespace}`;
    await ask(server, `POST ${at}/roles`, { body: { metadata: { name: "reader" }, rules: [readMaps] } });
    const subjects = [
      { kind: "Group", apiGroup, name: "others" },
      { kind: "Group", apiGroup, name: "testers" },
      { kind: "User", apiGroup, name: "mia" },
    ];
    const roleRef = { apiGroup, kind: "Role", name: "reader" };
    await ask(server, `POST ${at}/rolebindings`, { body: { metadata: { name: "both" }, roleRef, subjects } });
    const who = { as: "mia", groups: ["testers"] };
    const resourceAttributes = { namespace, verb: "get", resource: "configmaps" };
    const reason = async (): Promise<unknown> => {
      const body = { spec: { resourceAttributes } };
      return (await ask(server, `POST ${authorization}/selfsubjectaccessreviews`, { ...who, body })).json?.status;
    };
    await eventually(async () => JSON.stringify(await reason()).includes("RBAC"));
    expect(await reason()).toMatchObject({
      reason: `RBAC: allowed by RoleBinding "both/${namespace}" of Role "reader" to Group "testers"`,
    });
    const asked = { ...who, body: { spec: { namespace } } };
    const { json } = await ask(server, `POST ${authorization}/selfsubjectrulesreviews`, asked);
    const rules = (json?.status?.["resourceRules"] ?? []) as readonly object[];
    expect(rules.filter((rule) => JSON.stringify(rule).includes("configmaps"))).toHaveLength(1);
  });

  test("can't be asked for without saying whose and which [apiserver/access-reviews-refused]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const told = async (plural: string, body: object): Promise<string> => {
      const { status, json } = await ask(server, `POST ${authorization}/${plural}`, { body });
      return `${status} ${json?.message}`;
    };
    const resourceAttributes = { verb: "get" };
    const nonResourceAttributes = { path: "/x", verb: "get" };
    const invalid = '422 .authorization.k8s.io "" is invalid: spec';
    expect(await told("selfsubjectaccessreviews", {})).toBe(
      `${invalid}.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified`,
    );
    const both = { user: "x", resourceAttributes, nonResourceAttributes };
    expect(await told("subjectaccessreviews", { spec: both })).toBe(
      `${invalid}.nonResourceAttributes: Invalid value: {"Path":"/x","Verb":"get"}: cannot be specified in combination with resourceAttributes`,
    );
    expect(await told("subjectaccessreviews", { spec: { resourceAttributes } })).toBe(
      `${invalid}.user: Invalid value: "": at least one of user or group must be specified`,
    );
    const local = `namespaces/${namespace}/localsubjectaccessreviews`;
    const elsewhere = { user: "ann", resourceAttributes: { namespace: "other", ...resourceAttributes } };
    expect(await told(local, { spec: elsewhere })).toBe(
      `${invalid}.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace`,
    );
    expect(await told(local, { metadata: { namespace: "other" }, spec: elsewhere })).toMatch(
      /^400 the namespace of the/,
    );
    expect(await told(local, { spec: { user: "ann", nonResourceAttributes } })).toContain("disallowed on this kind of");
    expect(await told("selfsubjectrulesreviews", { spec: {} })).toBe("400 no namespace on request");
    expect(await told("selfsubjectaccessreviews", { spec: { resourceAttributes: { verb: 7 } } })).toBe(
      '400 SelfSubjectAccessReview in version "v1" cannot be handled as a SelfSubjectAccessReview: json: cannot unmarshal number into Go struct field ResourceAttributes.spec.resourceAttributes.verb of type string',
    );
    expect(await told("selfsubjectaccessreviews", { apiVersion: "v1", kind: "Pod" })).toMatch(
      /^400 Pod in version "v1"/,
    );
    expect(await ask(server, `GET ${authorization}/selfsubjectaccessreviews`)).toMatchObject({ status: 405 });
    expect(await ask(server, `GET ${authorization}/selfsubjectaccessreviews/x`)).toMatchObject({ status: 404 });
  });
});

forEachServer(["embedded", "real"], "somebody who wants to be another", (start) => {
  const whoAmI = `POST ${authentication}/selfsubjectreviews`;

  test("is that user, with the groups that follow from the name [apiserver/impersonation]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const userOf = async (as: string, groups: readonly string[], headers = {}): Promise<unknown> => {
      const { json } = await ask(server, whoAmI, { as, groups, headers, body: {} });
      return json?.status?.["userInfo"];
    };
    const headers = { "impersonate-uid": "7", "impersonate-extra-foo%2Fbar": "v" };
    expect(await userOf("ann", ["g, h", "i"], headers)).toEqual({
      username: "ann",
      uid: "7",
      groups: ["g, h", "i", "system:authenticated"],
      extra: { "foo/bar": ["v"] },
    });
    const robot = `system:serviceaccount:${namespace}:robot`;
    expect(await userOf(robot, [])).toEqual({
      username: robot,
      groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
    });
    expect(await userOf(robot, ["g"])).toEqual({ username: robot, groups: ["g", "system:authenticated"] });
    expect(await userOf("ann", ["system:masters"])).toMatchObject({
      groups: ["system:masters", "system:authenticated"],
    });
    expect(await ask(server, whoAmI, { as: "system:anonymous", body: {} })).toMatchObject({ status: 403 });
  });

  test("needs a name besides groups and more [apiserver/impersonation-without-name]", async ({ expect }) => {
    await using server = await start();
    const told = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const { status, json } = await ask(server, "GET /api/v1/namespaces", { headers });
      return `${status} ${json?.message}`;
    };
    const without = "without impersonating a user name";
    expect(await told({ "impersonate-group": "x" })).toBe(
      `400 requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"x"}, Extra:map[string][]string(nil)} ${without}`,
    );
    expect(await told({ "impersonate-extra-foo": "x" })).toBe(
      `400 requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string(nil), Extra:map[string][]string{"foo":[]string{"x"}}} ${without}`,
    );
    expect(await told({ "impersonate-uid": "x" })).toMatch(/^400 requested .*UID:"x"/);
  });
});
