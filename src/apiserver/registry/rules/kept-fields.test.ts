import { test } from "vitest";
import { apps, job, pods, pod, podSet, template } from "../objects.fixture.ts";
import { RegistryFixture } from "../registry.fixture.ts";
import type { Answer } from "../registry.fixture.ts";
import { valueAt } from "../value-at.ts";

function ownedIn({ metadata }: Answer, path: readonly string[]): unknown {
  return valueAt(metadata.managedFields?.[0]?.fieldsV1, path);
}

test("what Kubernetes has only when it is told to is left away, and owned by its writer all the same [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const spec = {
    schedulingGroup: { podGroupName: "g" },
    containers: [{ name: "main", image: "a", lifecycle: { stopSignal: "SIGTERM" } }],
  };
  const made = await fixture.post(apps("deployments"), podSet("web", { template: template(spec) }));
  const kept = valueAt(made, ["spec", "template", "spec"]);
  expect(kept).not.toHaveProperty("schedulingGroup");
  expect(valueAt(kept, ["containers"])).toEqual([expect.not.objectContaining({ lifecycle: expect.anything() })]);
  expect(ownedIn(made, ["f:spec", "f:template", "f:spec", "f:schedulingGroup"])).toBeDefined();
  const set = await fixture.post(
    apps("statefulsets"),
    podSet("db", { serviceName: "s", updateStrategy: { rollingUpdate: { maxUnavailable: 3 } } }),
  );
  expect(valueAt(set, ["spec", "updateStrategy", "rollingUpdate"])).toEqual({ partition: 0 });
});

test("amounts are kept in thousandths, and the newer name of an account counts [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const containers = [{ name: "main", image: "a", resources: { limits: { cpu: "0.0001" } } }];
  const made = await fixture.post(pods, pod("p", { containers, serviceAccountName: "new", serviceAccount: "old" }));
  expect(made["spec"]).toMatchObject({
    serviceAccountName: "new",
    serviceAccount: "new",
    containers: [{ resources: { limits: { cpu: "1m" }, requests: { cpu: "1m" } } }],
  });
});

test("of the status of a pod, the class stays and the first address stands in two fields [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("p"));
  const told = await fixture.patch(`${pods}/p/status`, {
    status: { qosClass: null, podIP: "1.2.3.4", nodeAllocatableResourceClaimStatuses: [{}] },
  });
  expect(told["status"]).toMatchObject({ qosClass: "BestEffort", podIP: "1.2.3.4", podIPs: [{ ip: "1.2.3.4" }] });
  expect(told["status"]).not.toHaveProperty("nodeAllocatableResourceClaimStatuses");
});

test("a pod that is to go in less than no time gets a second, and one behind gates says why it waits [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const hasty = await fixture.post(pods, pod("p", { terminationGracePeriodSeconds: -5 }));
  expect([hasty["spec"], hasty["status"]]).toMatchObject([{ terminationGracePeriodSeconds: 1 }, { phase: "Pending" }]);
  expect(hasty["status"]).not.toHaveProperty("conditions");
  const gated = await fixture.post(pods, pod("q", { schedulingGates: [{ name: "a" }] }));
  expect(valueAt(gated, ["status", "conditions"])).toEqual([
    {
      type: "PodScheduled",
      status: "False",
      lastProbeTime: null,
      lastTransitionTime: gated.metadata.creationTimestamp,
      reason: "SchedulingGated",
      message: "Scheduling is blocked due to non-empty scheduling gates",
    },
  ]);
});

test("keys of the labels of a pod become part of its selectors when it is made [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const labelSelector = { matchLabels: { a: "b" } };
  const term = { topologyKey: "zone", matchLabelKeys: ["app", "none"], mismatchLabelKeys: ["tier"] };
  const spec = {
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, labelSelector }] },
    },
    topologySpreadConstraints: [
      { topologyKey: "zone", matchLabelKeys: ["app"], labelSelector, maxSkew: 1, whenUnsatisfiable: "DoNotSchedule" },
    ],
  };
  const made = await fixture.post(pods, {
    ...pod("p", spec),
    metadata: { name: "p", labels: { app: "x", tier: "y" } },
  });
  const same = { key: "app", operator: "In", values: ["x"] };
  const other = { key: "tier", operator: "NotIn", values: ["y"] };
  expect(made["spec"]).toMatchObject({
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { ...labelSelector, matchExpressions: [same, other] } },
        ],
      },
    },
    topologySpreadConstraints: [{ labelSelector: { ...labelSelector, matchExpressions: [same] } }],
  });
});

test("a job without labels has those of its template, also after a change [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const path = "/apis/batch/v1/namespaces/default/jobs";
  const spec = { ...template({ restartPolicy: "Never" }) };
  const made = await fixture.post(path, { ...job("j", { template: spec }), metadata: { name: "j", labels: {} } });
  expect(made.metadata.labels).toMatchObject({ app: "web", "job-name": "j" });
  expect(ownedIn(made, ["f:metadata", "f:labels"])).toEqual({ ".": {}, "f:app": {} });
  const changed = await fixture.patch(`${path}/j`, { metadata: { labels: null } });
  expect(changed.metadata.labels).toMatchObject({ app: "web", "job-name": "j" });
});

test("a class of priority stays of the first generation, and what a volume is bound to is owned part by part [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
  await fixture.post(classes, { metadata: { name: "c" }, value: 1 });
  const changed = await fixture.patch(`${classes}/c`, { description: "other" });
  expect(changed.metadata.generation).toBe(1);
  const volume = await fixture.post("/api/v1/persistentvolumes", {
    metadata: { name: "v" },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/d" },
      claimRef: { name: "c", namespace: "default" },
    },
  });
  expect(ownedIn(volume, ["f:spec", "f:claimRef"])).toEqual({ ".": {}, "f:name": {}, "f:namespace": {} });
});
