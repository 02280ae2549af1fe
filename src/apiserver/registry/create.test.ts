import { test } from "vitest";
import type { Status } from "../../model/index.ts";
import { Registry } from "./index.ts";
import { pod, pods } from "./objects.fixture.ts";
import { configMaps, openWithWidgets, refusal, RegistryFixture, widget, widgets } from "./registry.fixture.ts";

test("a new object gets a uid, a time and a version, and what the client may not set is dropped [apiserver/create-fills-in]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const created = await fixture.post(configMaps, {
    metadata: {
      name: "a",
      uid: "mine",
      generation: 7,
      creationTimestamp: "2000-01-01T00:00:00Z",
      deletionTimestamp: "2000-01-01T00:00:00Z",
      managedFields: [{ manager: "me" }],
      unknown: 1,
      labels: { a: "b" },
    },
    data: { x: "1" },
  });
  expect(created).toEqual({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "a",
      namespace: "default",
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      generation: 7,
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { a: "b" },
      resourceVersion: String(fixture.store.revision),
      managedFields: [
        {
          manager: "unknown",
          operation: "Update",
          apiVersion: "v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": { ".": {}, "f:x": {} }, "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } },
        },
      ],
    },
    data: { x: "1" },
  });
  expect(await fixture.get(`${configMaps}/a`)).toEqual(created);
});

test("the status of a new object is the server's where status has a subresource [apiserver/create-status]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const custom = await fixture.post(widgets, widget({ name: "a" }, { spec: { x: 1 }, status: { y: 1 } }));
  const made = await fixture.post(pods, { ...pod("p"), status: { phase: "Running" } });
  const node = await fixture.post("/api/v1/nodes", { metadata: { name: "n" }, status: { phase: "Running" } });
  expect([custom["spec"], custom["status"], custom.metadata.generation]).toEqual([{ x: 1 }, undefined, 1]);
  expect([made["status"], node["status"]]).toMatchObject([{ phase: "Pending" }, { phase: "Running" }]);
});

test("a taken name gets 409, and it says so when the object is being deleted [apiserver/create-taken]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, { metadata: { name: "a", finalizers: ["example.com/x"] } });
  const taken = await refusal(fixture.post(configMaps, { metadata: { name: "a" } }));
  await fixture.delete(`${configMaps}/a`);
  const deleting = await refusal(fixture.post(configMaps, { metadata: { name: "a" } }));
  expect(taken).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: 'configmaps "a" already exists',
    reason: "AlreadyExists",
    details: { name: "a", kind: "configmaps" },
    code: 409,
  });
  expect(deleting.message).toBe('object is being deleted: configmaps "a" already exists');
});

test("a name is generated from its beginning, another when that is taken, and given up in the end [apiserver/create-generates-name]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const base = "x".repeat(70);
  const names = new Set<string>();
  for (let count = 0; count < 20; count++) {
    names.add((await fixture.post(configMaps, { metadata: { generateName: base } })).metadata.name);
  }
  expect(names.size).toBe(20);
  for (const name of names) expect(name).toMatch(/^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  const target = fixture.target(configMaps);
  const { store, clock } = fixture;
  // Chance that always gives the same: every generated name is the one that is taken.
  const stuck = { next: () => 0, integer: () => 0, uuid: () => "u", bytes: (length: number) => new Uint8Array(length) };
  const registry = await Registry.open({ store, clock, random: stuck });
  await registry.create(target, { metadata: { generateName: "same-" } });
  const status = await refusal(registry.create(target, { metadata: { generateName: "same-" } }));
  expect([status.code, status.details?.retryAfterSeconds]).toEqual([409, 1]);
});

test("a resource version on a new object is refused with Kubernetes' own 500 [apiserver/create-with-version]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const status = await refusal(fixture.post(configMaps, { metadata: { name: "a", resourceVersion: "5" } }));
  expect([status.code, status.reason]).toEqual([500, undefined]);
  expect(status.message).toBe("resourceVersion should not be set on objects to be created");
  await fixture.post(configMaps, { metadata: { name: "a", resourceVersion: "0" } });
});

test("a body that is no object of the resource gets 400 or 422 in Kubernetes' words [apiserver/create-wrong-body]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const refused: readonly (readonly [string, unknown, number, string])[] = [
    [configMaps, [], 400, "the object provided is unrecognized (must be of type ConfigMap)"],
    [configMaps, "x", 400, "the object provided is unrecognized (must be of type ConfigMap)"],
    [configMaps, undefined, 400, "the object provided is unrecognized (must be of type ConfigMap)"],
    [configMaps, { kind: 5 }, 400, "the object provided is unrecognized (must be of type ConfigMap)"],
    [
      configMaps,
      { kind: "Foo", metadata: { name: "b" } },
      400,
      'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      configMaps,
      { kind: "Pod", metadata: { name: "b" } },
      400,
      'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
    ],
    [
      configMaps,
      { apiVersion: "apps/v1", metadata: { name: "b" } },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "apps/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      configMaps,
      { metadata: "x" },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal string into Go struct field ConfigMap.metadata of type v1.ObjectMeta',
    ],
    [
      configMaps,
      { metadata: { name: 5 } },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    [
      configMaps,
      { metadata: { labels: { a: 1 } } },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      configMaps,
      { metadata: { creationTimestamp: "x" } },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: parsing time "x"',
    ],
    [
      configMaps,
      { metadata: { name: "b", namespace: "other" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [configMaps, {}, 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
    [configMaps, null, 422, 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required'],
    [
      widgets,
      { metadata: { name: "b" } },
      400,
      "the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing",
    ],
    [
      widgets,
      { kind: "Widget", metadata: { name: "b" } },
      400,
      "the API version in the data () does not match the expected API version (example.com/v1)",
    ],
    [
      widgets,
      { ...widget({ name: "b" }), kind: "Foo" },
      422,
      'Foo.example.com "b" is invalid: kind: Invalid value: "Foo": must be Widget',
    ],
    [
      widgets,
      widget({ name: 5 }),
      400,
      'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
    ],
    [
      "/api/v1/namespaces",
      { metadata: { name: "b" }, spec: { finalizers: "x" } },
      400,
      'Namespace in version "v1" cannot be handled as a Namespace',
    ],
    [
      "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
      { apiVersion: "autoscaling/v2" },
      400,
      "the API version in the data (autoscaling/v2) does not match the expected API version (autoscaling/v1)",
    ],
  ];
  const before = fixture.store.revision;
  for (const [path, body, code, message] of refused) {
    const status = await refusal(fixture.post(path, body));
    expect([status.code, status.message?.slice(0, message.length)]).toEqual([code, message]);
  }
  expect(fixture.store.revision).toBe(before);
});

test("metadata that breaks a rule gets 422 with a cause for each problem [apiserver/metadata-rules]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const { code, details } = await refusal(
    fixture.post(configMaps, {
      metadata: {
        name: "A_",
        labels: { "a b": "-" },
        annotations: { "/": "x", long: "x".repeat(262_145) },
        finalizers: ["foo", "orphan", "foregroundDeletion"],
        ownerReferences: [
          {},
          { apiVersion: "v1", kind: "Event", name: "e", uid: "1", controller: true },
          { apiVersion: "v1", kind: "K", name: "k", uid: "2", controller: true },
        ],
      },
    }),
  );
  expect(code).toBe(422);
  expect(details?.causes?.map(({ reason, field }) => `${reason} ${field}`)).toEqual([
    "FieldValueInvalid metadata.name",
    "FieldValueInvalid metadata.labels",
    "FieldValueInvalid metadata.labels",
    "FieldValueInvalid metadata.annotations",
    "FieldValueInvalid metadata.annotations",
    "FieldValueInvalid metadata.annotations",
    "FieldValueTooLong metadata.annotations",
    "FieldValueInvalid metadata.ownerReferences.apiVersion",
    "FieldValueInvalid metadata.ownerReferences.kind",
    "FieldValueInvalid metadata.ownerReferences.name",
    "FieldValueInvalid metadata.ownerReferences.uid",
    "FieldValueInvalid metadata.ownerReferences",
    "FieldValueInvalid metadata.ownerReferences",
    "FieldValueInvalid metadata.finalizers",
    "FieldValueInvalid metadata.finalizers[0]",
  ]);
});

test("names follow the rule of their kind [apiserver/name-rules]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const refused: readonly (readonly [string, string, string])[] = [
    ["/api/v1/namespaces", "a.b", "must not contain dots"],
    [roles, "..", "may not be '..'"],
    [roles, "a%b", "may not contain '%'"],
    [configMaps, "x".repeat(254), "must be no more than 253 characters"],
  ];
  for (const [path, name, rule] of refused) {
    const { message } = await refusal(fixture.post(path, { metadata: { name } }));
    expect(message).toContain(rule);
  }
  expect((await fixture.post(roles, { metadata: { name: "system:A" } })).metadata.name).toBe("system:A");
  expect((await fixture.post(configMaps, { metadata: { name: "a.b" } })).metadata.name).toBe("a.b");
});

test("the same owner twice counts once [apiserver/owners-once]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const owner = { apiVersion: "v1", kind: "K", name: "k", uid: "1" };
  const { metadata } = await fixture.post(configMaps, {
    metadata: { name: "a", ownerReferences: [owner, { ...owner, other: 1 }] },
  });
  expect(metadata.ownerReferences).toEqual([owner]);
});

test("an object goes into a namespace that exists and is not ending [apiserver/create-needs-namespace]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const missing = await refusal(fixture.post("/api/v1/namespaces/nope/configmaps", { metadata: { name: "A_" } }));
  expect([missing.code, missing.message]).toEqual([404, 'namespaces "nope" not found']);
  await fixture.post("/api/v1/namespaces", { metadata: { name: "n" } });
  await fixture.post("/api/v1/namespaces/n/configmaps", { metadata: { name: "before" } });
  await fixture.delete("/api/v1/namespaces/n");
  const ending = await refusal(fixture.post("/api/v1/namespaces/n/configmaps", { metadata: { name: "x" } }));
  expect(ending.code).toBe(403);
  expect(ending.message).toBe(
    'configmaps "x" is forbidden: unable to create new content in namespace n because it is being terminated',
  );
  expect(ending.details?.causes).toEqual([
    { reason: "NamespaceTerminating", message: "namespace n is being terminated", field: "metadata.namespace" },
  ]);
});

test("many controllers of one object have no large answer [apiserver/many-owners]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const owner = { apiVersion: "v1", kind: "A", name: "a", controller: true };
  const owners = (count: number): readonly object[] =>
    Array.from({ length: count }, (_, uid) => ({ ...owner, uid: String(uid) }));
  const refused = (count: number): Promise<Status> =>
    refusal(fixture.post(configMaps, { metadata: { name: "a", ownerReferences: owners(count) } }));
  expect((await refused(3)).details?.causes).toHaveLength(2);
  expect(JSON.stringify(await refused(3000)).length).toBeLessThan(2_000_000);
});
