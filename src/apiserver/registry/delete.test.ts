import { test } from "vitest";
import { job } from "./objects.fixture.ts";
import { parseSelector } from "../../model/index.ts";
import { configMaps, openWithWidgets, refusal, RegistryFixture, widget, widgets } from "./registry.fixture.ts";

test("a delete answers with a Status, or with the object where the kind does so [apiserver/delete-answer]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  const { metadata } = await fixture.post(widgets, widget({ name: "a" }));
  const account = await fixture.post(accounts, { metadata: { name: "a" } });
  expect(await fixture.delete(`${widgets}/a`)).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name: "a", group: "example.com", kind: "widgets", uid: metadata.uid },
  });
  const deleted = await fixture.delete(`${accounts}/a`);
  expect(deleted).toEqual({
    ...account,
    metadata: { ...account.metadata, resourceVersion: String(fixture.store.revision) },
  });
  expect(await refusal(fixture.get(`${widgets}/a`))).toMatchObject({
    code: 404,
    message: 'widgets.example.com "a" not found',
  });
  expect(await refusal(fixture.delete(`${widgets}/a`))).toMatchObject({ code: 404 });
});

test("an object with finalizers is marked and goes with its last one; watchers see the last stored state [apiserver/finalizers]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  await fixture.post(widgets, widget({ name: "a", finalizers: ["example.com/a"] }, { spec: { x: 1 } }));
  const marked = await fixture.delete(`${widgets}/a`);
  expect(marked.metadata).toMatchObject({
    deletionTimestamp: "2026-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 0,
    generation: 2,
  });
  const { revision } = fixture.store;
  await fixture.clock.advance(5_000);
  expect(await fixture.delete(`${widgets}/a`)).toEqual(marked);
  expect(fixture.store.revision).toBe(revision);
  const added = await refusal(
    fixture.patch(`${widgets}/a`, { metadata: { finalizers: ["example.com/a", "example.com/b"] } }),
  );
  expect([added.code, added.details?.causes?.[0]?.message]).toEqual([
    422,
    'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b"}',
  ]);
  const watch = fixture.watch(widgets, { resourceVersion: String(revision) });
  const answer = await fixture.patch(`${widgets}/a`, { metadata: { finalizers: null }, spec: { x: 2 } });
  expect([answer.metadata.finalizers, answer["spec"], answer.metadata.resourceVersion]).toEqual([
    undefined,
    { x: 2 },
    String(revision),
  ]);
  expect(await watch.told()).toEqual([`DELETED a@${revision + 1}`]);
  expect([watch.object(0).metadata.finalizers, watch.object(0)["spec"]]).toEqual([["example.com/a"], { x: 1 }]);
  expect(await refusal(fixture.get(`${widgets}/a`))).toMatchObject({ code: 404 });
  await watch.stop();
});

test("preconditions that do not hold get 409 and delete nothing [apiserver/delete-preconditions]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const { metadata } = await fixture.post(configMaps, { metadata: { name: "a" } });
  const byUid = await refusal(fixture.delete(`${configMaps}/a`, { preconditions: { uid: "x" } }));
  const byVersion = await refusal(fixture.delete(`${configMaps}/a`, { preconditions: { resourceVersion: "1" } }));
  expect([byUid.code, byUid.details]).toEqual([409, { name: "a", kind: "ConfigMap" }]);
  expect(byUid.message).toBe(
    `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
  );
  expect(byVersion.message).toBe(
    `Operation cannot be fulfilled on ConfigMap "a": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
  );
  const { uid, resourceVersion } = metadata;
  await fixture.delete(`${configMaps}/a`, { preconditions: { uid, resourceVersion } });
});

test("the policy for dependents becomes a finalizer: the options decide, then what is there, then the kind [apiserver/delete-propagation]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const jobs = "/apis/batch/v1/namespaces/default/jobs";
  const finalizersAfter = async (path: string, options?: object): Promise<unknown> =>
    (await fixture.delete(path, options)).metadata.finalizers;
  await fixture.post(configMaps, { metadata: { name: "a" } });
  expect(await finalizersAfter(`${configMaps}/a`, { propagationPolicy: "Foreground" })).toEqual(["foregroundDeletion"]);
  expect(await finalizersAfter(`${configMaps}/a`, { propagationPolicy: "Orphan" })).toEqual(["orphan"]);
  expect(await finalizersAfter(`${configMaps}/a`)).toEqual(["orphan"]);
  expect((await fixture.delete(`${configMaps}/a`, { propagationPolicy: "Background" })).status).toBe("Success");
  await fixture.post(jobs, job("j"));
  expect(await finalizersAfter(`${jobs}/j`)).toEqual(["orphan"]);
  await fixture.post(configMaps, { metadata: { name: "b", finalizers: ["example.com/x"] } });
  expect((await fixture.registry.delete(fixture.target(`${configMaps}/b`), { orphanDependents: false })).status).toBe(
    202,
  );
});

test("finalizers for dependents keep their place; events have none, and a namespace ends dependents first that it does not orphan [apiserver/delete-propagation]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const finalizersAfter = async (path: string, finalizers: readonly string[], options?: object): Promise<unknown> => {
    await fixture.post(path, { metadata: { name: "a", finalizers }, involvedObject: { namespace: "default" } });
    return (await fixture.delete(`${path}/a`, options)).metadata.finalizers;
  };
  const placed = ["orphan", "example.com/x"];
  expect(await finalizersAfter(configMaps, placed, { orphanDependents: true })).toEqual(placed);
  const events = "/api/v1/namespaces/default/events";
  expect(await finalizersAfter(events, placed, { orphanDependents: true })).toEqual(["example.com/x"]);
  const ended = ["example.com/x", "foregroundDeletion"];
  expect(await finalizersAfter("/api/v1/namespaces", placed, { orphanDependents: false })).toEqual(ended);
});

test("delete options that are none are refused and delete nothing [apiserver/delete-options]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const refused: readonly (readonly [unknown, number])[] = [
    [[], 400],
    ["x", 400],
    [{ kind: "Pod", apiVersion: "v1" }, 400],
    [{ gracePeriodSeconds: "x" }, 400],
    [{ preconditions: { uid: 5 } }, 400],
    [{ dryRun: ["Some"] }, 422],
    [{ dryRun: "All" }, 400],
    [{ propagationPolicy: "X" }, 422],
    [{ propagationPolicy: "Orphan", orphanDependents: true }, 422],
  ];
  for (const [options, code] of refused)
    expect((await refusal(fixture.delete(`${configMaps}/a`, options))).code).toBe(code);
  expect(await fixture.names(configMaps)).toEqual(["a"]);
  await fixture.delete(`${configMaps}/a`, {
    kind: "DeleteOptions",
    apiVersion: "v1",
    gracePeriodSeconds: null,
    preconditions: null,
  });
});

test("a collection is deleted by its selectors, and answers with what there was [apiserver/delete-collection]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  for (const name of ["a", "b", "c"])
    await fixture.post(configMaps, { metadata: { name, labels: { even: String(name === "b") } } });
  const which = { labelSelector: parseSelector("even=false") };
  const { list } = await fixture.registry.deleteCollection(fixture.target(configMaps), undefined, which);
  const names = list.items.map((item) => {
    const { metadata } = JSON.parse(new TextDecoder().decode(item)) as { readonly metadata: { readonly name: string } };
    return metadata.name;
  });
  expect(names).toEqual(["a", "c"]);
  expect(await fixture.names(configMaps)).toEqual(["b"]);
  expect(
    await refusal(fixture.registry.deleteCollection(fixture.target("/api/v1/namespaces"), undefined, {})),
  ).toMatchObject({ code: 405 });
});
