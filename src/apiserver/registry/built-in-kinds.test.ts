import { test } from "vitest";
import { apps, job, pod, pods, podSet, template } from "./objects.fixture.ts";
import { configMaps, refusal, RegistryFixture } from "./registry.fixture.ts";

const services = "/api/v1/namespaces/default/services";
const jobs = "/apis/batch/v1/namespaces/default/jobs";
const secrets = "/api/v1/namespaces/default/secrets";

async function causesOf(request: Promise<unknown>): Promise<readonly string[]> {
  const { details } = await refusal(request);
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}

test("what a deployment leaves open is filled in as Kubernetes does [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const made = await fixture.post(apps("deployments"), podSet("web"));
  expect([made["spec"], made["status"]]).toEqual([
    {
      replicas: 1,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: {
          containers: [
            {
              name: "main",
              image: "example.com/main",
              resources: {},
              terminationMessagePath: "/dev/termination-log",
              terminationMessagePolicy: "File",
              imagePullPolicy: "Always",
            },
          ],
          restartPolicy: "Always",
          terminationGracePeriodSeconds: 30,
          dnsPolicy: "ClusterFirst",
          securityContext: {},
          schedulerName: "default-scheduler",
        },
      },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
    {},
  ]);
});

test("probes, volumes and references of a pod are completed [apiserver/built-in-defaults]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const made = await fixture.post(
    pods,
    pod("p", {
      containers: [
        { name: "a", image: "a:1", livenessProbe: { httpGet: { port: 80 } }, ports: [{ containerPort: 80 }] },
        { name: "b", image: "localhost:5000/b", resources: { limits: { cpu: "1", memory: "1Gi" } } },
        { name: "c", image: "c@sha256:0" },
      ],
      volumes: [{ name: "x" }, { name: "y", configMap: { name: "c" } }],
      serviceAccountName: "robot",
    }),
  );
  expect(made).toMatchObject({
    spec: {
      containers: [
        {
          imagePullPolicy: "IfNotPresent",
          ports: [{ protocol: "TCP" }],
          livenessProbe: { httpGet: { path: "/", scheme: "HTTP" }, periodSeconds: 10, failureThreshold: 3 },
        },
        { imagePullPolicy: "Always", resources: { requests: { cpu: "1", memory: "1Gi" } } },
        { imagePullPolicy: "IfNotPresent" },
      ],
      volumes: [
        { name: "x", emptyDir: {} },
        { name: "y", configMap: { defaultMode: 420 } },
      ],
      serviceAccount: "robot",
      enableServiceLinks: true,
      tolerations: [{ key: "node.kubernetes.io/not-ready" }, { key: "node.kubernetes.io/unreachable" }],
    },
    status: { phase: "Pending", qosClass: "Burstable" },
  });
});

test("sets of pods refuse what they could not keep [apiserver/built-in-checks]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const make = (spec: object): Promise<unknown> => fixture.post(apps("deployments"), podSet("web", spec));
  expect(await causesOf(make({ replicas: -1 }))).toEqual([
    "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
  ]);
  expect(await causesOf(make({ selector: { matchLabels: { other: "x" } } }))).toEqual([
    'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
  ]);
  expect(await causesOf(make({ template: template({ restartPolicy: "Never" }) }))).toEqual([
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  ]);
  expect(await causesOf(make({ selector: {} }))).toEqual([
    "spec.selector: Invalid value: {}: empty selector is invalid for deployment",
  ]);
  expect(await causesOf(make({ selector: { matchLabels: { app: "x!" } } }))).toEqual([
    expect.stringMatching(/^spec.selector.matchLabels: Invalid value: "x!": a valid label must be /),
    'spec.selector: Invalid value: {"matchLabels":{"app":"x!"}}: invalid label selector',
  ]);
  await make({});
  const selector = { matchLabels: { app: "web", more: "x" } };
  const labels = { metadata: { labels: { app: "web", more: "x" } } };
  expect(await causesOf(fixture.patch(`${apps("deployments")}/web`, { spec: { selector, template: labels } }))).toEqual(
    ['spec.selector: Invalid value: {"matchLabels":{"app":"web","more":"x"}}: field is immutable'],
  );
});

test("containers that could not run are refused [apiserver/built-in-checks]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const refused = async (container: object, spec: object = {}): Promise<readonly string[]> =>
    causesOf(fixture.post(pods, pod("p", { containers: [{ name: "c", image: "i", ...container }], ...spec })));
  const at = "spec.containers[0]";
  expect(await refused({ livenessProbe: {} })).toEqual([
    `${at}.livenessProbe: Required value: must specify a handler type`,
  ]);
  expect(await refused({ ports: [{ containerPort: -1 }] })).toEqual([
    `${at}.ports[0].containerPort: Invalid value: -1: must be between 1 and 65535, inclusive`,
  ]);
  expect(await refused({ env: [{ name: "x", valueFrom: {} }] })).toEqual([
    `${at}.env[0].valueFrom: Invalid value: "": must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`, \`secretKeyRef\` or \`fileKeyRef\``,
  ]);
  expect(await refused({ resources: { limits: { cpu: "1" }, requests: { cpu: "2" } } })).toEqual([
    `${at}.resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1`,
  ]);
  expect(await refused({ volumeMounts: [{ name: "q", mountPath: "/x" }] })).toEqual([
    `${at}.volumeMounts[0].name: Not found: "q"`,
  ]);
  expect(await refused({}, { volumes: [{ name: "v", secret: {} }] })).toEqual([
    "spec.volumes[0].secret.secretName: Required value",
  ]);
});

test("a pod keeps what it was made with, but for its images [apiserver/built-in-checks]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("p"));
  const refused = await refusal(fixture.patch(`${pods}/p`, { spec: { hostNetwork: true } }));
  expect([refused.code, refused.details?.causes?.[0]?.reason]).toEqual([422, "FieldValueForbidden"]);
  const containers = [{ name: "main", image: "example.com/other" }];
  const changed = await fixture.patch(`${pods}/p`, { spec: { containers } });
  expect(changed["spec"]).toMatchObject({ containers });
});

test("a job gets a selector that no other has, and its pods come to an end [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const made = await fixture.post(jobs, job("j"));
  const { uid } = made.metadata;
  const labels = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": "j",
    "controller-uid": uid,
    "job-name": "j",
  };
  expect(made).toMatchObject({
    metadata: { labels },
    spec: {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      selector: { matchLabels: { "batch.kubernetes.io/controller-uid": uid } },
      template: { metadata: { labels } },
    },
  });
  const endless = job("k", { template: template() });
  expect(await causesOf(fixture.post(jobs, endless))).toEqual([
    'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
  ]);
});

test("texts of a secret become data; what says that it is immutable stays [apiserver/built-in-checks]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const made = await fixture.post(secrets, { metadata: { name: "s" }, stringData: { a: "b" } });
  expect([made["data"], made["stringData"], made["type"]]).toEqual([{ a: "Yg==" }, undefined, "Opaque"]);
  expect(await causesOf(fixture.patch(`${secrets}/s`, { type: "x" }))).toEqual([
    'type: Invalid value: "x": field is immutable',
  ]);
  await fixture.post(configMaps, { metadata: { name: "c" }, data: { a: "b" }, immutable: true });
  expect(await causesOf(fixture.patch(`${configMaps}/c`, { data: { a: "c" } }))).toEqual([
    "data: Forbidden: field is immutable when `immutable` is set",
  ]);
  expect((await refusal(fixture.post(configMaps, { metadata: { name: "d" }, data: { "bad key": "" } }))).code).toBe(
    422,
  );
});

interface Service {
  readonly spec: {
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly ports?: readonly { readonly port: number; readonly nodePort?: number }[];
  };
}

test("a service gets an address, and ports on nodes if its type asks for that, that no other has [apiserver/service-addresses]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
  const make = (name: string, spec: object = {}): Promise<Service> =>
    fixture.post(services, {
      metadata: { name },
      spec: { type: "NodePort", ports: [{ port: 80 }], ...spec },
    }) as unknown as Promise<Service>;
  const made = await Promise.all(names.map((name) => make(name)));
  const addresses = made.map(({ spec }) => spec.clusterIP);
  const ports = made.map(({ spec }) => spec.ports?.[0]?.nodePort);
  expect([new Set(addresses).size, new Set(ports).size]).toEqual([names.length, names.length]);
  for (const port of ports) expect(port).toBeGreaterThanOrEqual(30_000);
  const [address = ""] = addresses;
  expect(await causesOf(make("taken", { clusterIP: address }))).toEqual([
    `spec.clusterIPs: Invalid value: ["${address}"]: failed to allocate IP ${address}: provided IP is already allocated`,
  ]);
  const note = 'IPAddress.networking.k8s.io "10.96.0.1" is invalid: spec.parentRef.name: Required value';
  expect(await causesOf(make(""))).toEqual([
    `spec.clusterIPs: Invalid value: ["10.96.0.1"]: failed to allocate IP: ${note}`,
  ]);
  const nodePort = ports[0] ?? 0;
  expect(await causesOf(make("taken", { ports: [{ port: 80, nodePort }] }))).toEqual([
    `spec.ports[0].nodePort: Invalid value: ${nodePort}: provided port is already allocated`,
  ]);
  await fixture.delete(`${services}/s0`);
  expect((await make("again", { clusterIP: address })).spec.clusterIP).toBe(address);
});

test("what a service was given stays while its type needs it [apiserver/service-addresses]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const made = (await fixture.post(services, {
    metadata: { name: "s" },
    spec: { ports: [{ port: 80 }] },
  })) as unknown as Service;
  expect(made.spec).not.toHaveProperty("ports[0].nodePort");
  const replaced = await fixture.put(`${services}/s`, {
    metadata: { name: "s" },
    spec: { type: "NodePort", ports: [{ port: 80 }] },
  });
  expect(replaced["spec"]).toMatchObject({
    clusterIP: made.spec.clusterIP,
    ports: [{ port: 80, targetPort: 80, nodePort: expect.any(Number) }],
  });
  expect(await causesOf(fixture.patch(`${services}/s`, { spec: { clusterIP: "10.96.9.9" } }))).toEqual([
    'spec.clusterIPs[0]: Invalid value: ["10.96.9.9"]: may not change once set',
  ]);
  const external = await fixture.patch(`${services}/s`, {
    spec: { type: "ExternalName", externalName: "example.com", clusterIP: null, clusterIPs: null },
  });
  expect(external["spec"]).toEqual({
    type: "ExternalName",
    externalName: "example.com",
    sessionAffinity: "None",
    ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
  });
  const headless = { metadata: { name: "h" }, spec: { clusterIP: "None", selector: { a: "b" } } };
  expect((await fixture.post(services, headless))["spec"]).toMatchObject({ clusterIP: "None", clusterIPs: ["None"] });
});

test("a claim of a volume is written by the first write after its making, whatever it says [apiserver/claim-phase]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  const made = await fixture.post(claims, {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "c" },
    spec,
  });
  expect(made["status"]).toEqual({ phase: "Pending" });
  const first = await fixture.put(`${claims}/c`, made);
  const second = await fixture.put(`${claims}/c`, first);
  expect([first["status"], second["status"]]).toEqual([made["status"], made["status"]]);
  expect(first.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
  expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
});
