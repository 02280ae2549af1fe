import { test } from "vitest";
import { refusal, RegistryFixture } from "./registry.fixture.ts";

const namespaces = "/api/v1/namespaces";

test("every server has four namespaces, three of which cannot be deleted [apiserver/namespaces-bootstrap]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  expect(await fixture.names(namespaces)).toEqual(["default", "kube-node-lease", "kube-public", "kube-system"]);
  for (const name of ["default", "kube-public", "kube-system"]) {
    expect(await refusal(fixture.delete(`${namespaces}/${name}`))).toMatchObject({
      code: 403,
      message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    });
  }
});

test("a namespace gets its finalizer, phase and label, and keeps them [apiserver/namespace-fields]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const made = await fixture.post(namespaces, {
    metadata: { name: "n" },
    spec: { finalizers: ["example.com/y"] },
    status: { phase: "X" },
  });
  const put = await fixture.put(`${namespaces}/n`, {
    metadata: { name: "n" },
    spec: { finalizers: [] },
    status: { phase: "X" },
  });
  for (const { metadata, spec, status } of [made, put] as readonly {
    metadata: { labels?: unknown };
    spec?: unknown;
    status?: unknown;
  }[]) {
    expect(metadata.labels).toEqual({ "kubernetes.io/metadata.name": "n" });
    expect([spec, status]).toEqual([{ finalizers: ["example.com/y", "kubernetes"] }, { phase: "Active" }]);
  }
});

test("a deleted namespace is Terminating until its own finalizers are removed through their subresource [apiserver/namespace-finalize]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(namespaces, { metadata: { name: "n", finalizers: ["example.com/x"] } });
  const conflict = await refusal(fixture.delete(`${namespaces}/n`, { preconditions: { uid: "x" } }));
  expect([conflict.code, conflict.details?.kind]).toEqual([409, "namespaces"]);
  const deleted = await fixture.delete(`${namespaces}/n`);
  expect([
    deleted["status"],
    deleted.metadata.deletionTimestamp !== undefined,
    deleted.metadata.deletionGracePeriodSeconds,
  ]).toEqual([{ phase: "Terminating" }, true, undefined]);
  await fixture.patch(`${namespaces}/n`, { metadata: { finalizers: null } });
  expect((await fixture.get(`${namespaces}/n`))["spec"]).toEqual({ finalizers: ["kubernetes"] });
  const finalized = await fixture.put(`${namespaces}/n/finalize`, {
    metadata: { name: "n" },
    spec: { finalizers: [] },
  });
  expect(finalized.metadata.labels).toEqual({ "kubernetes.io/metadata.name": "n" });
  expect(await refusal(fixture.get(`${namespaces}/n`))).toMatchObject({ code: 404 });
  expect(await refusal(fixture.put(`${namespaces}/n/finalize`, { metadata: { name: "n" } }))).toMatchObject({
    code: 404,
  });
});
