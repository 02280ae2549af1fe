import { test } from "vitest";
import { maxObjectBytes } from "./defaults.ts";
import { apps, pod, pods, podSet } from "./objects.fixture.ts";
import { configMaps, openWithWidgets, refusal, RegistryFixture, widget, widgets } from "./registry.fixture.ts";

const modified = "the object has been modified; please apply your changes to the latest version and try again";

test("an update on another version than the object's gets 409 [apiserver/update-stale]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const { metadata } = await fixture.post(configMaps, { metadata: { name: "a" } });
  await fixture.put(`${configMaps}/a`, { metadata, data: { x: "1" } });
  const stale = await refusal(fixture.put(`${configMaps}/a`, { metadata, data: { x: "2" } }));
  const patched = await refusal(
    fixture.patch(`${configMaps}/a`, { metadata: { resourceVersion: metadata.resourceVersion } }),
  );
  for (const { code, reason, message } of [stale, patched]) {
    expect([code, reason, message]).toEqual([
      409,
      "Conflict",
      `Operation cannot be fulfilled on configmaps "a": ${modified}`,
    ]);
  }
});

test("an update without a version is for the kinds that allow it [apiserver/update-without-version]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  await fixture.post(configMaps, { metadata: { name: "a" } });
  await fixture.post(widgets, widget({ name: "a" }));
  expect((await fixture.put(`${configMaps}/a`, { metadata: { name: "a" }, data: { x: "1" } }))["data"]).toEqual({
    x: "1",
  });
  const { code, message, details } = await refusal(fixture.put(`${widgets}/a`, widget({ name: "a" })));
  expect(code).toBe(422);
  expect(message).toBe(
    'widgets.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  );
  expect(details?.kind).toBe("widgets");
  const malformed = await refusal(fixture.put(`${widgets}/a`, widget({ name: "a", resourceVersion: "x" })));
  expect([malformed.code, malformed.message]).toEqual([500, 'strconv.ParseUint: parsing "x": invalid syntax']);
});

test("name, namespace and uid of an update are those of the object [apiserver/update-identity]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const { metadata } = await fixture.post(configMaps, { metadata: { name: "a" } });
  const put = (changes: object): Promise<unknown> => refusal(fixture.put(`${configMaps}/a`, { metadata: changes }));
  expect(await put({ name: "b" })).toMatchObject({
    code: 400,
    message: "the name of the object (b) does not match the name on the URL (a)",
  });
  expect(await put({})).toMatchObject({
    code: 400,
    message: "the name of the object (a based on URL) was undeterminable: name must be provided",
  });
  expect(await put({ name: "a", namespace: "b" })).toMatchObject({ code: 400 });
  expect(await put({ name: "a", uid: "other" })).toMatchObject({ code: 409, reason: "Conflict" });
  expect(await put({ name: "a", deletionTimestamp: "2020-01-01T00:00:00Z" })).toMatchObject({ code: 422 });
  expect(await refusal(fixture.patch(`${configMaps}/a`, { metadata: { uid: "other" } }))).toMatchObject({
    code: 422,
    message: 'ConfigMap "a" is invalid: metadata.uid: Invalid value: "other": field is immutable',
  });
  expect(await refusal(fixture.patch(`${configMaps}/a`, { metadata: null }))).toMatchObject({ code: 400 });
  const kept = await fixture.put(`${configMaps}/a`, {
    metadata: { name: "a", creationTimestamp: "2000-01-01T00:00:00Z", labels: { l: "1" } },
  });
  expect(kept.metadata).toEqual({ ...metadata, labels: { l: "1" }, resourceVersion: kept.metadata.resourceVersion });
});

test("an update of what is not there gets 404, or makes it where the kind allows that [apiserver/update-missing]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  expect(await refusal(fixture.put(`${configMaps}/a`, { metadata: { name: "a" } }))).toMatchObject({
    code: 404,
    message: 'configmaps "a" not found',
  });
  expect(await refusal(fixture.patch(`${leases}/l`, {}))).toMatchObject({ code: 404 });
  expect(await refusal(fixture.put(`${leases}/l`, { metadata: { name: "l", uid: "gone" } }))).toMatchObject({
    code: 409,
  });
  const target = fixture.target(`${leases}/l`);
  const { status } = await fixture.registry.update(target, { metadata: { name: "l", resourceVersion: "5" }, spec: {} });
  expect([status, (await fixture.get(`${leases}/l`)).metadata.name]).toEqual([201, "l"]);
});

test("a write that changes nothing makes no version and no event [apiserver/no-op]", async ({ expect }) => {
  const fixture = await openWithWidgets();
  const made = await fixture.post(widgets, widget({ name: "a" }, { spec: { x: 1, y: [{ z: null }] } }));
  const watch = fixture.watch(widgets);
  const { revision } = fixture.store;
  const put = await fixture.put(`${widgets}/a`, {
    ...made,
    spec: { y: [{ z: null }], x: 1 },
    status: { ignored: true },
  });
  const patched = await fixture.patch(`${widgets}/a`, { spec: { x: 1 } });
  const status = await fixture.patch(`${widgets}/a/status`, { spec: { x: 2 } });
  for (const answer of [put, patched, status]) expect(answer).toEqual(made);
  expect([fixture.store.revision, await watch.told()]).toEqual([
    revision,
    [`ADDED a@${made.metadata.resourceVersion}`],
  ]);
  await watch.stop();
});

test("the generation counts changes of the desired state [apiserver/generation]", async ({ expect }) => {
  const fixture = await openWithWidgets();
  await fixture.post(widgets, widget({ name: "a" }, { spec: { x: 1 } }));
  const generationAfter = async (patch: object, path = `${widgets}/a`): Promise<number | undefined> =>
    (await fixture.patch(path, patch)).metadata.generation;
  expect(await generationAfter({ metadata: { labels: { a: "b" } } })).toBe(1);
  expect(await generationAfter({ status: { y: 1 } }, `${widgets}/a/status`)).toBe(1);
  expect(await generationAfter({ other: 1 })).toBe(2);
  expect(await generationAfter({ spec: { x: 2 }, metadata: { generation: 9 } })).toBe(3);
  const deployments = apps("deployments");
  await fixture.post(deployments, podSet("d"));
  expect(await generationAfter({ metadata: { annotations: { a: "b" } } }, `${deployments}/d`)).toBe(2);
  await fixture.post(configMaps, { metadata: { name: "c" } });
  expect(await generationAfter({ data: { x: "1" } }, `${configMaps}/c`)).toBeUndefined();
});

test("without a status subresource the status is part of the desired state [apiserver/generation]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets({ versions: [{ ...version1, subresources: {} }] });
  const made = await fixture.post(widgets, widget({ name: "a" }, { status: { y: 1 } }));
  const changed = await fixture.patch(`${widgets}/a`, { status: { y: 2 } });
  expect([made["status"], changed["status"], changed.metadata.generation]).toEqual([{ y: 1 }, { y: 2 }, 2]);
  expect(await refusal(fixture.patch(`${widgets}/a/status`, {}))).toMatchObject({ code: 404 });
});

const version1 = {
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
};

test("status is written through its subresource only, and nothing else is [apiserver/status-subresource]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  await fixture.post(widgets, widget({ name: "a" }, { spec: { x: 1 } }));
  const main = await fixture.patch(`${widgets}/a`, { spec: { x: 2 }, status: { y: 1 } });
  const status = await fixture.patch(`${widgets}/a/status`, {
    spec: { x: 3 },
    status: { y: 4 },
    metadata: { labels: { l: "1" } },
  });
  const removed = await fixture.put(
    `${widgets}/a/status`,
    widget({ name: "a", resourceVersion: status.metadata.resourceVersion }),
  );
  expect([main["spec"], main["status"]]).toEqual([{ x: 2 }, undefined]);
  expect([status["spec"], status["status"], status.metadata.labels]).toEqual([{ x: 2 }, { y: 4 }, undefined]);
  expect([removed["spec"], removed["status"]]).toEqual([{ x: 2 }, undefined]);
  await fixture.post(pods, pod("p", { nodeName: "n" }));
  const patched = await fixture.patch(`${pods}/p/status`, {
    spec: { nodeName: "m" },
    status: { phase: "Running" },
    metadata: { labels: { l: "1" } },
  });
  expect([patched["spec"], patched["status"], patched.metadata.labels]).toMatchObject([
    { nodeName: "n" },
    { phase: "Running" },
    { l: "1" },
  ]);
  expect(await refusal(fixture.get(`${configMaps}/x/status`))).toMatchObject({
    code: 404,
    message: "the server could not find the requested resource",
  });
});

test("no patch without a version is lost, however many come at once [apiserver/patch-retries]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const keys = Array.from({ length: 50 }, (_, index) => `k${index}`);
  await Promise.all(keys.map((key) => fixture.patch(`${configMaps}/a`, { data: { [key]: key } })));
  expect((await fixture.get(`${configMaps}/a`))["data"]).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
});

test("of updates on the same version, one wins [apiserver/update-stale]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const { metadata } = await fixture.post(configMaps, { metadata: { name: "a" } });
  const tries = Array.from({ length: 10 }, (_, index) =>
    fixture.put(`${configMaps}/a`, { metadata, data: { x: String(index) } }),
  );
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a patch that is no object, or makes one that is none, is refused without quoting the object [apiserver/patch-refused]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const secrets = "/api/v1/namespaces/default/secrets";
  await fixture.post(secrets, { metadata: { name: "s" }, data: { password: "aHVudGVyMg==" } });
  for (const patch of [[], "x", null, 5]) {
    expect(await refusal(fixture.patch(`${secrets}/s`, patch))).toMatchObject({ code: 400, reason: "BadRequest" });
  }
  for (const patch of [
    { metadata: "x" },
    { metadata: { labels: { a: 1 } } },
    { kind: "Pod" },
    { apiVersion: "apps/v1" },
  ]) {
    const status = await refusal(fixture.patch(`${secrets}/s`, patch));
    expect([status.code, status.details?.causes?.[0]?.field]).toEqual([422, "patch"]);
    expect(JSON.stringify(status)).not.toContain("aHVudGVyMg");
  }
});

test("an object that is or grows too large is refused, and stays as it was [apiserver/object-size]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const events = "/api/v1/namespaces/default/events";
  const x = "x".repeat(1_000_000);
  const event = (name: string, words: object): object => ({ metadata: { name }, involvedObject: {}, ...words });
  await fixture.post(events, event("a", { message: x }));
  const before = await fixture.get(`${events}/a`);
  const tooLarge = { status: "Failure", message: "etcdserver: request is too large", code: 500 };
  const { revision } = fixture.store;
  for (const write of [
    () => fixture.patch(`${events}/a`, { reason: x }),
    () => fixture.put(`${events}/a`, event("a", { message: x, reason: x })),
    () => fixture.post(events, event("b", { message: x, reason: x })),
  ]) {
    expect(await refusal(write())).toMatchObject(tooLarge);
  }
  expect([await fixture.get(`${events}/a`), fixture.store.revision]).toEqual([before, revision]);
  await fixture.patch(`${events}/a`, { reason: "x".repeat(maxObjectBytes - 1_001_000) });
  await fixture.delete(`${events}/a`);
});

test("a write of which nothing is left but the time of its owner makes no version [apiserver/no-op]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const path = "/api/v1/namespaces/default";
  const idle = async (): Promise<unknown> => {
    await fixture.clock.advance(5_000);
    return (await fixture.patch(path, { spec: { finalizers: ["example.com/mine"] } })).metadata;
  };
  const first = await idle();
  expect(await idle()).toEqual(first);
});
