import { test } from "vitest";
import { apps, pod, pods, podSet } from "./objects.fixture.ts";
import { refusal, RegistryFixture } from "./registry.fixture.ts";

const web = `${apps("deployments")}/web`;

async function withDeployment(): Promise<RegistryFixture> {
  const fixture = await RegistryFixture.open();
  await fixture.post(apps("deployments"), podSet("web", { replicas: 2 }));
  return fixture;
}

test("a scale shows how many there are and should be, and changes nothing but that [apiserver/scale]", async ({
  expect,
}) => {
  const fixture = await withDeployment();
  const { metadata } = await fixture.get(web);
  const scale = await fixture.get(`${web}/scale`);
  expect(scale).toEqual({
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: {
      name: "web",
      namespace: "default",
      uid: metadata.uid,
      resourceVersion: metadata.resourceVersion,
      creationTimestamp: metadata.creationTimestamp,
    },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: "app=web" },
  });
  const put = await fixture.put(`${web}/scale`, {
    metadata: { name: "web", labels: { no: "no" } },
    spec: { replicas: 3 },
  });
  expect(put["spec"]).toEqual({ replicas: 3 });
  await fixture.patch(`${web}/scale`, { spec: { replicas: 0 } });
  const after = await fixture.get(web);
  expect([after.metadata.generation, after.metadata.labels, after["spec"]]).toMatchObject([
    3,
    undefined,
    { replicas: 0 },
  ]);
  expect((await fixture.get(`${web}/scale`))["spec"]).toEqual({});
});

test("a scale that there cannot be, or of what is not there, is refused [apiserver/scale]", async ({ expect }) => {
  const fixture = await withDeployment();
  const scale = (name: string, replicas: number, rest: object = {}): object => ({
    metadata: { name, ...rest },
    spec: { replicas },
  });
  const negative = await refusal(fixture.put(`${web}/scale`, scale("web", -3)));
  expect([negative.code, negative.message]).toEqual([
    422,
    'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -3: must be greater than or equal to 0',
  ]);
  const stale = await refusal(fixture.put(`${web}/scale`, scale("web", 3, { resourceVersion: "3" })));
  expect([stale.code, stale.details]).toEqual([409, { name: "web", group: "apps", kind: "deployments" }]);
  const missing = fixture.put(`${apps("deployments")}/x/scale`, scale("x", 1));
  expect((await refusal(missing)).message).toBe('deployments.apps "x" not found');
  expect((await refusal(fixture.put(`${web}/scale`, scale("other", 1)))).code).toBe(400);
});

test("who scales owns the number of replicas [apiserver/scale]", async ({ expect }) => {
  const fixture = await withDeployment();
  const target = fixture.target(`${web}/scale`);
  const value = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "web" }, spec: { replicas: 5 } };
  const apply = (isForced: boolean): Promise<unknown> =>
    fixture.registry.patch(target, { type: "apply", value, isForced }, { fieldManager: "scaler" });
  expect((await refusal(apply(false))).message).toBe(
    'Apply failed with 1 conflict: conflict with "unknown" using autoscaling/v1: .spec.replicas',
  );
  await apply(true);
  const { managedFields = [] } = (await fixture.get(web)).metadata;
  expect(managedFields[0]).toMatchObject({
    manager: "scaler",
    operation: "Apply",
    apiVersion: "apps/v1",
    subresource: "scale",
    fieldsV1: { "f:spec": { "f:replicas": {} } },
  });
  expect(JSON.stringify(managedFields[1]?.fieldsV1)).not.toContain("f:replicas");
});

test("a pod is bound to one node, once [apiserver/binding]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("p"));
  const bind = (target: object): Promise<unknown> =>
    fixture.post(`${pods}/p/binding`, { metadata: { name: "p", annotations: { a: "b" } }, target });
  expect((await refusal(bind({ kind: "Pod", name: "n" }))).code).toBe(500);
  expect((await refusal(bind({ kind: "Node" }))).message).toBe("target.name: Required value");
  expect(await bind({ kind: "Node", name: "n" })).toMatchObject({ status: "Success", code: 201 });
  const bound = await fixture.get(`${pods}/p`);
  expect(bound).toMatchObject({
    metadata: { annotations: { a: "b" } },
    spec: { nodeName: "n" },
    status: { conditions: [{ type: "PodScheduled", status: "True" }] },
  });
  const twice = await refusal(bind({ name: "m" }));
  expect([twice.code, twice.message]).toEqual([
    409,
    'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
  ]);
});

const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

async function withBudget(disruptionsAllowed: number): Promise<RegistryFixture> {
  const fixture = await RegistryFixture.open();
  const budget = { metadata: { name: "b" }, spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } } };
  await fixture.post(budgets, budget);
  const status = { observedGeneration: 1, disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };
  await fixture.patch(`${budgets}/b/status`, { status });
  await fixture.post(pods, { ...pod("p", { nodeName: "n" }), metadata: { name: "p", labels: { app: "web" } } });
  const conditions = [{ type: "Ready", status: "True" }];
  await fixture.patch(`${pods}/p/status`, { status: { phase: "Running", conditions } });
  return fixture;
}

test("a pod is evicted if its budget allows that [apiserver/eviction]", async ({ expect }) => {
  const fixture = await withBudget(1);
  expect(await fixture.post(`${pods}/p/eviction`, { metadata: { name: "p" } })).toMatchObject({ status: "Success" });
  expect(await fixture.get(`${pods}/p`)).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 30 },
    status: { conditions: [{ type: "Ready" }, { type: "DisruptionTarget", reason: "EvictionByEvictionAPI" }] },
  });
  expect(await fixture.get(`${budgets}/b`)).toMatchObject({
    status: { disruptionsAllowed: 0, disruptedPods: { p: expect.any(String) } },
  });
});

test("a pod whose budget is spent stays [apiserver/eviction]", async ({ expect }) => {
  const fixture = await withBudget(0);
  const refused = await refusal(fixture.post(`${pods}/p/eviction`, { metadata: { name: "p" } }));
  expect([refused.code, refused.message]).toEqual([
    429,
    "Cannot evict pod as it would violate the pod's disruption budget.",
  ]);
  expect(refused.details?.causes?.[0]?.message).toBe(
    "The disruption budget b needs 1 healthy pods and has 1 currently",
  );
  expect((await fixture.get(`${pods}/p`)).metadata.deletionTimestamp).toBeUndefined();
  const missing = await refusal(fixture.post(`${pods}/x/eviction`, { metadata: { name: "x" } }));
  expect(missing.message).toBe('pods "x" not found');
});

test("a pod on a node goes gracefully, and sooner if that is asked for [apiserver/graceful-delete]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("p", { nodeName: "n" }));
  await fixture.post(pods, pod("unplaced"));
  const marks = async (options?: object): Promise<unknown> => {
    const { deletionTimestamp, deletionGracePeriodSeconds } = (await fixture.delete(`${pods}/p`, options)).metadata;
    return [deletionTimestamp, deletionGracePeriodSeconds];
  };
  expect(await marks()).toEqual(["2026-01-01T00:00:30Z", 30]);
  expect(await marks({ gracePeriodSeconds: 60 })).toEqual(["2026-01-01T00:00:30Z", 30]);
  expect(await marks({ gracePeriodSeconds: 5 })).toEqual(["2026-01-01T00:00:05Z", 5]);
  expect(await fixture.names(pods)).toEqual(["p", "unplaced"]);
  expect(await marks({ gracePeriodSeconds: 0 })).toEqual(["2026-01-01T00:00:00Z", 0]);
  await fixture.delete(`${pods}/unplaced`);
  expect(await fixture.names(pods)).toEqual([]);
});

test("ephemeral containers and resources of a pod are written through subresources of their own [apiserver/pod-parts]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("p"));
  const ephemeralContainers = [{ name: "debug", image: "example.com/debug" }];
  const debugged = await fixture.patch(`${pods}/p/ephemeralcontainers`, {
    spec: { ephemeralContainers, nodeName: "x" },
  });
  expect(debugged["spec"]).toMatchObject({ ephemeralContainers });
  expect(debugged["spec"]).not.toHaveProperty("nodeName");
  const small = { requests: { cpu: "1" } };
  const main = { name: "main", image: "example.com/main" };
  await fixture.post(pods, pod("q", { containers: [{ ...main, resources: small }] }));
  const resources = { requests: { cpu: "2", memory: "1Gi" } };
  const containers = [{ name: "main", image: "example.com/other", resources }];
  const resized = await fixture.patch(`${pods}/q/resize`, { spec: { containers } });
  expect(resized["spec"]).toMatchObject({ containers: [{ ...main, resources }] });
});

test("an ephemeral container that is there stays as it is, and its name is its own [apiserver/pod-parts]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("p"));
  const debug = { name: "debug", image: "example.com/debug" };
  const write = (...ephemeralContainers: readonly object[]): Promise<unknown> =>
    fixture.patch(`${pods}/p/ephemeralcontainers`, { spec: { ephemeralContainers } });
  await write(debug);
  const field = "spec.ephemeralContainers";
  const forbidden = (what: string): object => ({
    field,
    reason: "FieldValueForbidden",
    message: `Forbidden: existing ephemeral containers "debug" may not be ${what}\n`,
  });
  expect((await refusal(write())).details?.causes).toEqual([forbidden("removed")]);
  expect((await refusal(write({ ...debug, image: "other" }))).details?.causes).toEqual([forbidden("changed")]);
  const taken = { field: `${field}[1].name`, reason: "FieldValueDuplicate", message: 'Duplicate value: "main"' };
  expect((await refusal(write(debug, { ...debug, name: "main" }))).details?.causes).toEqual([taken]);
  await write(debug, { ...debug, name: "second" });
});

test("a resize changes processors and memory, and not what the pod is to others [apiserver/pod-parts]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const main = { name: "main", image: "example.com/main" };
  await fixture.post(pods, pod("p", { containers: [{ ...main, resources: { requests: { cpu: "1" } } }] }));
  const causesOf = async (...containers: readonly object[]): Promise<readonly string[]> => {
    const { details } = await refusal(fixture.patch(`${pods}/p/resize`, { spec: { containers } }));
    return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  };
  const only = "spec: Forbidden: only cpu and memory resources are mutable";
  expect(await causesOf({ ...main, resources: { requests: { cpu: "1", "ephemeral-storage": "1Gi" } } })).toEqual([
    only,
  ]);
  const resizePolicy = [{ resourceName: "memory", restartPolicy: "RestartContainer" }];
  expect(await causesOf({ ...main, resources: { requests: { cpu: "1" } }, resizePolicy })).toEqual([only]);
  const added = "spec.containers: Forbidden: containers may not be added or removed on resize";
  expect(await causesOf({ ...main, resources: { requests: { cpu: "1" } } }, { ...main, name: "more" })).toEqual([
    added,
  ]);
  const all = { cpu: "1", memory: "1Gi" };
  expect(await causesOf({ ...main, resources: { requests: all, limits: all } })).toEqual([
    'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
  ]);
});

test("a request for a certificate is decided about through a subresource of its own [apiserver/approval]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const request = Buffer.from("-----BEGIN CERTIFICATE REQUEST-----\n-----END CERTIFICATE REQUEST-----").toString(
    "base64",
  );
  const spec = { request, signerName: "example.com/signer", usages: ["client auth"] };
  await fixture.post(requests, { metadata: { name: "c" }, spec });
  const conditions = [{ type: "Approved", status: "True", reason: "Because" }];
  const decided = await fixture.patch(`${requests}/c/approval`, { status: { conditions, certificate: "eA==" } });
  expect(decided["status"]).toMatchObject({ conditions });
  expect(decided["status"]).not.toHaveProperty("certificate");
});
