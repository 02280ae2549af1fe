import { test } from "vitest";
import { configMaps, openWithWidgets, refusal, RegistryFixture, widget, widgets } from "./registry.fixture.ts";
import type { Answer } from "./registry.fixture.ts";

const zero = "0001-01-01T00:00:00Z";

function apply(
  fixture: RegistryFixture,
  path: string,
  { isDryRun, ...value }: object & { isDryRun?: boolean },
): Promise<Answer> {
  const written = fixture.registry.patch(
    fixture.target(path),
    { type: "apply", value },
    { fieldManager: "one", isDryRun },
  );
  return written.then(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)) as Answer);
}

const map = (metadata: unknown): object => ({ apiVersion: "v1", kind: "ConfigMap", metadata });

/** Of a wrong value Kubernetes says that it does not fit; of one that it can read, that it may not be there. */
test.for([
  [[], 400, "metadata.managedFields must be nil"],
  [[{ manager: "x" }], 400, "metadata.managedFields must be nil"],
  ["text", 500, ".metadata.managedFields: expected list, got &{text}"],
  [[{ manager: {} }], 500, "expected string, got &value.valueUnstructured{Value:map[string]interface {}{}}"],
  [[{ time: "soon" }], 500, "failed to convert new object (/a; /v1, Kind=ConfigMap) to proper version: unable to"],
] as const)(
  "an apply that names owners %j is refused [apiserver/apply-refused]",
  async ([owners, code, words], { expect }) => {
    const fixture = await RegistryFixture.open();
    const status = await refusal(apply(fixture, `${configMaps}/a`, map({ name: "a", managedFields: owners })));
    expect([status.code, status.message]).toEqual([code, expect.stringContaining(words)]);
  },
);

test("an apply with metadata that are none, or a version that is none, is refused [apiserver/apply-refused]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const refused = async (metadata: unknown): Promise<unknown> => {
    const { code, message } = await refusal(apply(fixture, `${configMaps}/a`, map(metadata)));
    return [code, message];
  };
  expect(await refused("text")).toEqual([500, expect.stringContaining(".metadata: expected map, got &{text}")]);
  expect(await refused(null)).toEqual([400, expect.stringContaining("was undeterminable: name must be provided")]);
  const version = 'strconv.ParseUint: parsing "x": invalid syntax';
  expect(await refused({ name: "a", resourceVersion: "x" })).toEqual([500, version]);
  const keyed = await refused({ name: "a", ownerReferences: [{ uid: { a: "b" } }] });
  expect(keyed).toEqual([500, expect.stringContaining('.metadata.ownerReferences[uid=a="b"].uid: expected string')]);
});

test("a link is shown by a write that is only tried, and never kept [apiserver/create-fills-in]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const linked = map({ name: "a", selfLink: "/x" });
  const link = (answer: Answer): unknown => (answer.metadata as { readonly selfLink?: string }).selfLink;
  expect(link(await apply(fixture, `${configMaps}/a`, { ...linked, isDryRun: true }))).toBe("/x");
  expect(link(await apply(fixture, `${configMaps}/a`, linked))).toBeUndefined();
  const { metadata } = await fixture.get(`${configMaps}/a`);
  const updated = await fixture.put(`${configMaps}/a`, linked);
  expect([link(updated), updated.metadata.resourceVersion]).toEqual([undefined, metadata.resourceVersion]);
});

test("an end that is sent is refused, be it nothing at all [apiserver/metadata-rules]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, map({ name: "a", deletionTimestamp: zero, deletionGracePeriodSeconds: 0 }));
  const words = async (metadata: object): Promise<unknown> =>
    (await refusal(fixture.patch(`${configMaps}/a`, { metadata }))).details?.causes?.[0]?.message;
  expect(await words({ deletionTimestamp: zero })).toBe("Invalid value: null: field is immutable");
  expect(await words({ deletionGracePeriodSeconds: 0 })).toBe("Invalid value: 0: field is immutable");
  const pods = "/api/v1/namespaces/default/pods";
  await fixture.post(pods, { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "i" }] } });
  const later = { metadata: { deletionTimestamp: "9999-12-31T23:59:59Z" } };
  expect((await fixture.patch(`${pods}/a/status`, later)).metadata.deletionTimestamp).toBeUndefined();
  const below = await refusal(fixture.post(configMaps, map({ name: "b", generation: -1 })));
  expect(below.details?.causes?.[0]).toMatchObject({ field: "metadata.generation" });
});

test("owners that say nothing are no owners: who sends them begins anew [apiserver/managed-fields]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const sizes = async (managedFields: unknown): Promise<number> => {
    await fixture.post(configMaps, { ...map({ name: "a" }), data: { a: "1" } });
    const { metadata } = await fixture.patch(`${configMaps}/a`, { metadata: { managedFields } });
    await fixture.delete(`${configMaps}/a`);
    return (metadata.managedFields ?? []).length;
  };
  expect(await sizes([null])).toBe(0);
  expect(await sizes([{ manager: "", time: null }])).toBe(0);
  expect(await sizes([{ manager: "x" }])).toBe(1);
});

test("the metadata of a custom resource are read as those of any other, and an apply drops what is none [apiserver/custom-body]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const told = async (metadata: object): Promise<unknown> =>
    (await refusal(fixture.post(widgets, widget({ name: "a", ...metadata })))).message;
  expect(await told({ uid: 7 })).toContain("Go struct field ObjectMeta.uid of type types.UID");
  expect(await told({ creationTimestamp: "2024-02-30T00:00:00Z" })).toContain("day out of range");
  expect(await told({ finalizers: [null] })).toContain("name part must be non-empty");
  await fixture.post(widgets, widget({ name: "a", labels: { a: "b" } }));
  const kept = await fixture.patch(`${widgets}/a`, { metadata: { managedFields: [] } });
  expect(kept.metadata.managedFields).toHaveLength(1);
  const applied = await apply(fixture, `${widgets}/b`, widget({ name: "b", creationTimestamp: 7, generation: 1.5 }));
  expect(applied.metadata).toMatchObject({ name: "b", generation: 1 });
});

test("names follow the rule of their kind, and so do their beginnings [apiserver/name-rules]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const refused = async (path: string, metadata: object, rest: object = {}): Promise<unknown> =>
    (await refusal(fixture.post(path, { metadata, ...rest }))).details?.causes?.[0]?.message;
  const addresses = "/apis/networking.k8s.io/v1/ipaddresses";
  expect(await refused(addresses, { name: "x" })).toContain("must be a valid IP address");
  const controllers = "/api/v1/namespaces/default/replicationcontrollers";
  expect(await refused(controllers, { name: "x".repeat(254) })).toContain("must be no more than 253 bytes");
  expect(await refused(controllers, { name: "x", generateName: "a/b" })).toContain("may not contain '/'");
});
