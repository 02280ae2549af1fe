import { test } from "vitest";
import {
  definition,
  definitions,
  openWithWidgets,
  refusal,
  RegistryFixture,
  version,
  widget,
  widgets,
} from "./registry.fixture.ts";
import type { Answer } from "./registry.fixture.ts";
import { StatusError } from "./index.ts";

function conditionsOf(answer: Answer): readonly string[] {
  const { conditions } = answer["status"] as unknown as {
    conditions: { type: string; status: string; reason: string }[];
  };
  return conditions.map(({ type, status, reason }) => `${type}=${status}/${reason}`);
}

test("a definition is established and its resource served when its write is answered [apiserver/crd-served-at-once]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  expect(fixture.registry.catalog.find("example.com", "v1", "widgets")).toBeUndefined();
  const names = { plural: "widgets", kind: "Widget", shortNames: ["w"], categories: ["all"] };
  const made = await fixture.post(
    definitions,
    definition("widgets", "Widget", {
      names,
      versions: [version("v1"), version("v2", { storage: false, served: false })],
    }),
  );
  expect(conditionsOf(made)).toEqual(["NamesAccepted=True/NoConflicts", "Established=True/InitialNamesAccepted"]);
  expect(made["status"]).toMatchObject({
    acceptedNames: {
      plural: "widgets",
      singular: "widget",
      kind: "Widget",
      listKind: "WidgetList",
      shortNames: ["w"],
      categories: ["all"],
    },
    storedVersions: ["v1"],
  });
  expect(made["spec"]).toMatchObject({
    conversion: { strategy: "None" },
    names: { singular: "widget", listKind: "WidgetList" },
  });
  expect(fixture.registry.catalog.find("example.com", "v1", "widgets")).toMatchObject({
    collection: "example.com/widgets",
    isCustom: true,
    isStorageVersion: true,
    resource: { kind: "Widget", scope: "Namespaced", shortNames: ["w"], categories: ["all"], subresources: ["status"] },
  });
  expect(fixture.registry.catalog.find("example.com", "v2", "widgets")).toBeUndefined();
  expect(fixture.registry.catalog.isBuiltIn("example.com")).toBe(false);
});

test("a changed definition is served as it is now, and remembers the versions in which objects are kept [apiserver/crd-update]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const path = `${definitions}/widgets.example.com`;
  const changed = await fixture.patch(path, { spec: { versions: [version("v1", { storage: false }), version("v2")] } });
  expect([changed["status"], changed.metadata.generation]).toMatchObject([{ storedVersions: ["v1", "v2"] }, 2]);
  expect(fixture.registry.catalog.find("example.com", "v2", "widgets")?.isStorageVersion).toBe(true);
  expect(await refusal(fixture.patch(path, { spec: { versions: [version("v2")] } }))).toMatchObject({
    code: 422,
    details: { causes: [{ field: "status.storedVersions[0]" }] },
  });
  expect(await refusal(fixture.patch(path, { spec: { scope: "Cluster" } }))).toMatchObject({
    code: 422,
    message:
      'CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: spec.scope: Invalid value: "Cluster": field is immutable',
  });
  expect(await refusal(fixture.put(path, { ...changed, metadata: { name: "widgets.example.com" } }))).toMatchObject({
    code: 422,
  });
});

test("a definition whose names are taken is not served until they are free [apiserver/crd-name-conflict]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const second = await fixture.post(definitions, definition("gadgets", "Widget"));
  expect(conditionsOf(second)).toEqual(["NamesAccepted=False/ListKindConflict", "Established=False/NotAccepted"]);
  expect((second["status"] as unknown as { acceptedNames: unknown }).acceptedNames).toEqual({
    plural: "gadgets",
    kind: "",
  });
  expect(fixture.registry.catalog.find("example.com", "v1", "gadgets")).toBeUndefined();
  await fixture.delete(`${definitions}/widgets.example.com`);
  expect(conditionsOf(await fixture.get(`${definitions}/gadgets.example.com`))).toEqual([
    "NamesAccepted=True/NoConflicts",
    "Established=True/InitialNamesAccepted",
  ]);
  expect(fixture.registry.catalog.find("example.com", "v1", "gadgets")?.resource.kind).toBe("Widget");
});

test("of definitions written at once with the same kind, one gets it [apiserver/crd-name-conflict]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const plurals = ["as", "bs", "cs"];
  await Promise.all(plurals.map((plural) => fixture.post(definitions, definition(plural, "Same"))));
  const served = plurals.filter((plural) => fixture.registry.catalog.find("example.com", "v1", plural) !== undefined);
  expect(served).toHaveLength(1);
});

test("a deleted definition takes its objects with it, its resource is gone and its watches end [apiserver/crd-delete]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  for (const name of ["a", "b"]) await fixture.post(widgets, widget({ name }));
  const watch = fixture.watch(widgets, { resourceVersion: String(fixture.store.revision) });
  const deleted = await fixture.delete(`${definitions}/widgets.example.com`);
  expect(deleted.metadata.finalizers).toEqual(["customresourcecleanup.apiextensions.k8s.io"]);
  expect(conditionsOf(deleted).at(-1)).toBe("Terminating=True/InstanceDeletionInProgress");
  expect((await watch.told()).map((event) => event.split("@")[0])).toEqual(["DELETED a", "DELETED b"]);
  expect(watch.isEnded).toBe(true);
  expect(fixture.registry.catalog.find("example.com", "v1", "widgets")).toBeUndefined();
  expect(await fixture.names(definitions)).toEqual([]);
  await fixture.post(definitions, definition("widgets", "Widget", { scope: "Cluster" }));
  expect(await fixture.names("/apis/example.com/v1/widgets")).toEqual([]);
});

test("an object with a finalizer keeps its deleted definition, which takes no new ones [apiserver/crd-delete-waits]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  await fixture.post(widgets, widget({ name: "a", finalizers: ["example.com/x"] }));
  await fixture.post(widgets, widget({ name: "b" }));
  await fixture.delete(`${definitions}/widgets.example.com`);
  expect(await fixture.names(widgets)).toEqual(["a"]);
  expect(await refusal(fixture.post(widgets, widget({ name: "c" })))).toMatchObject({
    code: 403,
    message: 'widgets.example.com "c" is forbidden: create not allowed while custom resource definition is terminating',
  });
  await fixture.patch(`${widgets}/a`, { metadata: { finalizers: null } });
  expect(await fixture.names(definitions)).toEqual([]);
});

test("a new registry on a used store goes on with its objects, definitions and versions [apiserver/registry-reopens]", async ({
  expect,
}) => {
  const first = await openWithWidgets();
  await first.post(definitions, definition("gadgets", "Gadget"));
  const made = await first.post(widgets, widget({ name: "a", finalizers: ["example.com/x"] }));
  await first.delete(`${definitions}/widgets.example.com`);
  await first.registry.close();
  const { revision } = first.store;
  const second = await RegistryFixture.open(first.store);
  expect(second.store.revision).toBe(revision);
  expect((await second.get(`${widgets}/a`)).metadata.uid).toBe(made.metadata.uid);
  expect(second.registry.catalog.find("example.com", "v1", "gadgets")?.resource.kind).toBe("Gadget");
  const watch = second.watch(widgets, { resourceVersion: made.metadata.resourceVersion });
  expect(await watch.told()).toHaveLength(1);
  await second.patch(`${widgets}/a`, { metadata: { finalizers: null } });
  expect(await second.names(definitions)).toEqual(["gadgets.example.com"]);
});

test("a definition of a built-in resource serves nothing, and its end takes no built-in object along [apiserver/crd-overlaps-built-in]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
  const backend = { service: { name: "x", port: { number: 80 } } };
  await fixture.post(ingresses, { metadata: { name: "i" }, spec: { defaultBackend: backend } });
  const annotations = { "api-approved.kubernetes.io": "unapproved, test" };
  const metadata = { name: "ingresses.networking.k8s.io", annotations };
  const spec = { group: "networking.k8s.io", versions: [version("v9")], metadata };
  await fixture.post(definitions, definition("ingresses", "Ingress", spec));
  expect(fixture.registry.catalog.find("networking.k8s.io", "v9", "ingresses")).toBeUndefined();
  await fixture.delete(`${definitions}/ingresses.networking.k8s.io`);
  expect([await fixture.names(ingresses), await fixture.names(definitions)]).toEqual([["i"], []]);
});

test("a definition in a group of built-in resources serves nothing, and only discovery tells of the versions that it adds [apiserver/crd-overlaps-built-in]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const group = "networking.k8s.io";
  const annotations = { "api-approved.kubernetes.io": "unapproved, test" };
  const metadata = { name: `widgets.${group}`, annotations };
  const versions = [version("v1"), { ...version("v9"), storage: false }];
  await fixture.post(definitions, definition("widgets", "Widget", { group, versions, metadata }));
  const { catalog } = fixture.registry;
  expect([catalog.find(group, "v1", "widgets"), catalog.find(group, "v9", "widgets")]).toEqual([undefined, undefined]);
  const listed = catalog.all().filter(({ resource }) => resource.plural === "widgets");
  expect(listed.map(({ resource }) => resource.version)).toEqual(["v9"]);
  await fixture.delete(`${definitions}/widgets.${group}`);
  expect(await fixture.names(definitions)).toEqual([]);
});

test("a definition that is wrong is refused with a cause for each problem [apiserver/crd-refused]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const causes = async (body: unknown): Promise<unknown> => {
    const { code, details } = await refusal(fixture.post(definitions, body));
    return [code, details?.causes?.map(({ field }) => field)];
  };
  expect(await causes({ metadata: { name: "a" } })).toEqual([
    422,
    [
      "metadata.name",
      "spec.group",
      "spec.scope",
      "spec.versions",
      "spec.names.plural",
      "spec.names.singular",
      "spec.names.kind",
      "spec.names.listKind",
      "status.storedVersions",
    ],
  ]);
  expect(
    await causes(definition("widgets", "Widget", { group: "x.k8s.io", metadata: { name: "widgets.x.k8s.io" } })),
  ).toEqual([422, ["metadata.annotations[api-approved.kubernetes.io]"]]);
  for (const spec of ["x", [], { names: 5 }, { versions: {} }, { names: { shortNames: [5] } }]) {
    expect(await causes({ metadata: { name: "a" }, spec })).toEqual([400, undefined]);
  }
  expect(await fixture.names(definitions)).toEqual([]);
});

test("a definition whose last object went while no registry was there goes when one opens [apiserver/registry-reopens]", async ({
  expect,
}) => {
  const first = await openWithWidgets();
  await first.post(widgets, widget({ name: "a", finalizers: ["example.com/x"] }));
  await first.delete(`${definitions}/widgets.example.com`);
  await first.registry.close();
  const key = { collection: "example.com/widgets", namespace: "default", name: "a" };
  const expected = (await first.store.get(key))?.revision ?? 0;
  await first.store.commit({ type: "delete", key, expected, encode: () => new Uint8Array() });
  const second = await RegistryFixture.open(first.store);
  expect(await second.names(definitions)).toEqual([]);
  expect(second.registry.catalog.find("example.com", "v1", "widgets")).toBeUndefined();
});

test("an object that is made while its definition goes does not outlive it [apiserver/crd-delete]", async ({
  expect,
}) => {
  for (let delay = 0; delay < 40; delay++) {
    const fixture = await openWithWidgets();
    const target = fixture.target(widgets);
    const deleting = fixture.delete(`${definitions}/widgets.example.com`);
    for (let microtask = 0; microtask < delay; microtask++) await Promise.resolve();
    const making = fixture.registry.create(target, widget({ name: "a" })).then(
      () => 201,
      (error: unknown) => (StatusError.is(error) ? error.status.code : error),
    );
    await deleting;
    expect([delay, [201, 403, 404].includes((await making) as number)]).toEqual([delay, true]);
    await fixture.post(definitions, definition("widgets", "Widget"));
    expect([delay, await fixture.names(widgets)]).toEqual([delay, []]);
  }
});

test("an object of a definition that is gone, or came back with another scope, gets 404 [apiserver/crd-delete]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const target = fixture.target(widgets);
  const make = (): Promise<unknown> => fixture.registry.create(target, widget({ name: "a" }));
  await fixture.delete(`${definitions}/widgets.example.com`);
  expect(await refusal(make())).toMatchObject({ code: 404 });
  await fixture.post(definitions, definition("widgets", "Widget", { scope: "Cluster" }));
  expect(await refusal(make())).toMatchObject({ code: 404 });
  expect(await fixture.names("/apis/example.com/v1/widgets")).toEqual([]);
});

test("what the server can tell again it does, whatever is written into the status of a definition [apiserver/crd-status]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets({ versions: [version("v1"), version("v2", { storage: false })] });
  const path = `${definitions}/widgets.example.com`;
  const before = await fixture.get(path);
  const wrong = [{ status: null }, { status: { storedVersions: [] } }, { status: { acceptedNames: null } }];
  const names = { plural: "others", kind: "Other" };
  for (const patch of [...wrong, { status: { acceptedNames: names, conditions: null, storedVersions: null } }]) {
    const after = await fixture.patch(`${path}/status`, patch);
    expect([after["spec"], after["status"]]).toEqual([before["spec"], before["status"]]);
  }
  const current = await fixture.get(path);
  expect((await fixture.put(`${path}/status`, { ...current, status: {} }))["status"]).toEqual(before["status"]);
  expect(fixture.registry.catalog.find("example.com", "v1", "widgets")?.resource.kind).toBe("Widget");

  await fixture.patch(path, { spec: { versions: [version("v1", { storage: false }), version("v2")] } });
  const stored = async (storedVersions: readonly string[]): Promise<unknown> =>
    (await fixture.patch(`${path}/status`, { status: { storedVersions } }))["status"];
  expect(await stored(["v2"])).toMatchObject({ storedVersions: ["v2"] });
  expect(await stored(["v1"])).toMatchObject({ storedVersions: ["v1", "v2"] });
  expect(await stored(["v9", "v1"])).toMatchObject({ storedVersions: ["v1", "v2"] });
});

test("a definition whose conditions were removed serves nothing, and its watches end [apiserver/crd-status]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const path = `${definitions}/widgets.example.com`;
  const watch = fixture.watch(widgets);
  await watch.told();
  await fixture.patch(`${path}/status`, { status: { conditions: [] } });
  await watch.told();
  expect(watch.isEnded).toBe(true);
  await fixture.patch(path, { metadata: { labels: { a: "b" } } });
  expect(fixture.registry.catalog.find("example.com", "v1", "widgets")).toBeUndefined();
  await fixture.patch(`${path}/status`, { status: { conditions: [{ type: "NamesAccepted", status: "True" }] } });
  expect(fixture.registry.catalog.find("example.com", "v1", "widgets")?.resource.kind).toBe("Widget");
});

test("a definition that is being deleted says so whatever is written into its status [apiserver/crd-status]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const path = `${definitions}/widgets.example.com`;
  await fixture.post(widgets, widget({ name: "a", finalizers: ["example.com/x"] }));
  await fixture.delete(path);
  const before = await fixture.get(path);
  await fixture.patch(`${path}/status`, { status: null });
  expect((await fixture.get(path))["status"]).toEqual(before["status"]);
});

test("the watches of all versions end when the definition says something new, and only then [apiserver/crd-version-ends]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets({ versions: [version("v1"), version("v2", { storage: false })] });
  const first = fixture.watch(widgets);
  const second = fixture.watch(widgets.replace("v1", "v2"));
  await fixture.patch(`${definitions}/widgets.example.com`, { metadata: { labels: { a: "b" } } });
  await first.told();
  expect([first.isEnded, second.isEnded]).toEqual([false, false]);
  const versions = [version("v1"), version("v2", { storage: false, served: false })];
  await fixture.patch(`${definitions}/widgets.example.com`, { spec: { versions } });
  await first.told();
  expect([first.isEnded, second.isEnded]).toEqual([true, true]);
});
