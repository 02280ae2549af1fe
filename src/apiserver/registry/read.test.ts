import { test } from "vitest";
import { parseFieldSelector, parseSelector } from "../../model/index.ts";
import { pod, pods } from "./objects.fixture.ts";
import {
  configMaps,
  definition,
  definitions,
  openWithWidgets,
  refusal,
  RegistryFixture,
  version,
  widget,
  widgets,
} from "./registry.fixture.ts";

test("lists are in the order of Kubernetes' keys, of one namespace or of all [apiserver/list-order]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post("/api/v1/namespaces", { metadata: { name: "default-2" } });
  await fixture.post(configMaps, { metadata: { name: "b" } });
  await fixture.post("/api/v1/namespaces/default-2/configmaps", { metadata: { name: "c" } });
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const all = await fixture.registry.list(fixture.target("/api/v1/configmaps"), {});
  expect(await fixture.names("/api/v1/configmaps")).toEqual(["c", "a", "b"]);
  expect(await fixture.names(configMaps)).toEqual(["a", "b"]);
  expect(all.resourceVersion).toBe(String(fixture.store.revision));
});

test("a read hands out the stored bytes as they are [apiserver/read-bytes]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const stored = await fixture.store.get({ collection: "/configmaps", namespace: "default", name: "a" });
  const { items } = await fixture.registry.list(fixture.target(configMaps), {});
  expect(items[0]).toBe(stored?.bytes);
  expect(await fixture.registry.get(fixture.target(`${configMaps}/a`))).toBe(stored?.bytes);
});

test("selectors choose by labels, name and namespace [apiserver/selectors]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  for (const name of ["a", "b"]) await fixture.post(configMaps, { metadata: { name, labels: { app: name } } });
  const byField = (text: string): Promise<readonly string[]> =>
    fixture.names("/api/v1/configmaps", { fieldSelector: parseFieldSelector(text) });
  expect(await fixture.names(configMaps, { labelSelector: parseSelector("app=b") })).toEqual(["b"]);
  expect(await fixture.names(configMaps, { labelSelector: parseSelector("app!=b") })).toEqual(["a"]);
  expect(await byField("metadata.name=a")).toEqual(["a"]);
  expect(await byField("metadata.name!=a,metadata.namespace=default")).toEqual(["b"]);
  expect(await byField("metadata.namespace=other")).toEqual([]);
});

test("a field that cannot be selected by gets 400 in the words of its kind [apiserver/field-selector-unknown]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const messageFor = async (path: string, text: string): Promise<string | undefined> =>
    (await refusal(fixture.names(path, { fieldSelector: parseFieldSelector(text) }))).message;
  const supported = 'only "metadata.name", "metadata.namespace"';
  expect(await messageFor(configMaps, "spec.x=1")).toBe(`"spec.x" is not a known field selector: ${supported}`);
  expect(await messageFor("/api/v1/pods", "spec.x=1")).toBe("field label not supported: spec.x");
  expect(await messageFor("/api/v1/nodes", "metadata.namespace=1")).toBe(
    "field label not supported: metadata.namespace",
  );
  expect(await messageFor(widgets, "spec.x=1")).toBe("field label not supported: spec.x");
  expect(await messageFor("/apis/batch/v1/jobs", "a=b")).toBe('field label "a" not supported for Job');
  expect(await messageFor("/apis/resource.k8s.io/v1/resourceslices", "a=b")).toBe(
    "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: a",
  );
});

test("objects of built-in kinds are selected by the fields of their kind [apiserver/field-selector-kinds]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("a", { nodeName: "n1" }));
  await fixture.post(pods, pod("b", { nodeName: "n2", hostNetwork: true }));
  await fixture.patch(`${pods}/b/status`, { status: { phase: "Running" } });
  const chosen = (path: string, text: string): Promise<readonly string[]> =>
    fixture.names(path, { fieldSelector: parseFieldSelector(text) });
  expect(await chosen(pods, "spec.nodeName=n1")).toEqual(["a"]);
  expect(await chosen(pods, "spec.nodeName!=n1,status.phase=Running")).toEqual(["b"]);
  expect(await chosen(pods, "spec.hostNetwork=false")).toEqual(["a"]);
  await fixture.post("/api/v1/namespaces/default/secrets", { metadata: { name: "s" }, type: "example.com/t" });
  expect(await chosen("/api/v1/secrets", "type=example.com/t")).toEqual(["s"]);
  expect(await chosen("/api/v1/namespaces", "status.phase=Active,metadata.name=default")).toEqual(["default"]);
});

test("a read waits for a version that is not there yet, and is answered when it comes [apiserver/read-version]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const resourceVersion = String(fixture.store.revision + 2);
  const [listed, read] = [
    fixture.names(configMaps, { resourceVersion }),
    fixture.registry.get(fixture.target(`${configMaps}/a`), { resourceVersion }),
  ];
  await fixture.clock.advance(1_000);
  await fixture.post(configMaps, { metadata: { name: "a" } });
  await fixture.clock.advance(1_000);
  await fixture.post("/api/v1/namespaces/default/secrets", { metadata: { name: "other" } });
  await fixture.clock.advance(100);
  expect(await listed).toEqual(["a"]);
  expect(new TextDecoder().decode(await read)).toContain(`"name":"a"`);
});

test("a read may ask for a version that is not older, and gets 504 when it does not come within three seconds [apiserver/read-version]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const { revision } = fixture.store;
  for (const resourceVersion of ["", "0", "1", String(revision)]) {
    await fixture.registry.get(fixture.target(`${configMaps}/a`), { resourceVersion });
    expect(await fixture.names(configMaps, { resourceVersion })).toEqual(["a"]);
  }
  const future = { resourceVersion: String(revision + 1) };
  const readsOf = (path: string): readonly Promise<object>[] =>
    [fixture.names(path, future), fixture.registry.get(fixture.target(`${path}/a`), future)].map(refusal);
  const late = Promise.all(readsOf(configMaps));
  let isAnswered = false;
  void late.finally(() => (isAnswered = true));
  await fixture.clock.advance(2_999);
  expect(isAnswered).toBe(false);
  await fixture.clock.advance(51);
  const tooLarge = {
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${revision + 1}, current: ${revision}`,
  };
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  for (const status of await late)
    expect(status).toMatchObject({ ...tooLarge, details: { retryAfterSeconds: 1, causes } });
  for (const status of await Promise.all(readsOf("/api/v1/namespaces/default/events"))) {
    expect(status).toMatchObject({ ...tooLarge, details: { causes } });
    expect(status).not.toHaveProperty("details.retryAfterSeconds");
  }
  for (const resourceVersion of ["x", "-1", "1.5", "9".repeat(30)]) {
    expect((await refusal(fixture.names(configMaps, { resourceVersion }))).code).toBe(400);
    expect((await refusal(fixture.registry.get(fixture.target(`${configMaps}/a`), { resourceVersion }))).code).toBe(
      500,
    );
  }
});

test("a list matches its version as asked, or says what it can't [apiserver/list-version-match]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const now = String(fixture.store.revision);
  const refused = async (resourceVersion: string, resourceVersionMatch: string): Promise<unknown> => {
    const { code, details } = await refusal(fixture.names(configMaps, { resourceVersion, resourceVersionMatch }));
    return [code, details?.causes?.[0]?.message];
  };
  const match = "resourceVersionMatch";
  expect(await refused("", "Exact")).toEqual([
    422,
    `Forbidden: ${match} is forbidden unless resourceVersion is provided`,
  ]);
  expect(await refused("1", "Foo")).toEqual([
    422,
    'Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""',
  ]);
  expect(await refused("0", "Exact")).toEqual([
    422,
    `Forbidden: ${match} "exact" is forbidden for resourceVersion "0"`,
  ]);
  expect(await fixture.names(configMaps, { resourceVersion: now, resourceVersionMatch: "Exact" })).toEqual([]);
  expect(await fixture.names(configMaps, { resourceVersion: "1", resourceVersionMatch: "NotOlderThan" })).toEqual([]);
});

test("an object is read in any served version of its resource and kept in the storage version [apiserver/versions]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const versions = [version("v1", { storage: false }), version("v2")];
  await fixture.post(definitions, definition("widgets", "Widget", { versions }));
  const made = await fixture.post(widgets, widget({ name: "a" }, { spec: { x: 1 } }));
  const v2 = widgets.replace("/v1/", "/v2/");
  const stored = await fixture.store.get({ collection: "example.com/widgets", namespace: "default", name: "a" });
  expect(new TextDecoder().decode(stored?.bytes)).toContain('"apiVersion":"example.com/v2"');
  expect(made.apiVersion).toBe("example.com/v1");
  expect(await fixture.get(`${v2}/a`)).toEqual({ ...made, apiVersion: "example.com/v2" });
  expect((await fixture.patch(`${widgets}/a`, { spec: { x: 2 } })).apiVersion).toBe("example.com/v1");
  const { items } = await fixture.registry.list(fixture.target(widgets), {});
  expect(new TextDecoder().decode(items[0])).toContain('"apiVersion":"example.com/v1"');
});

test("an object keeps members of any name, also those that are numbers [apiserver/versions]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(
    definitions,
    definition("widgets", "Widget", { versions: [version("v1", { storage: false }), version("v2")] }),
  );
  const odd = JSON.parse('{"0":false,"__proto__":{"x":1},"constructor":"c","undefined":null}') as object;
  await fixture.post(widgets, { ...widget({ name: "a" }), ...odd });
  const read = await fixture.get(`${widgets}/a`);
  expect(read.apiVersion).toBe("example.com/v1");
  expect(JSON.stringify(read)).toContain('"__proto__":{"x":1},"constructor":"c","undefined":null');
  expect(read["0"]).toBe(false);
});
