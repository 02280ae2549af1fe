import { test } from "vitest";
import { refusal, RegistryFixture } from "../registry.fixture.ts";
import { refusedStatuses } from "./refused-statuses.fixture.ts";
import { refusedWorkloads } from "./refused-workloads.fixture.ts";
import { warnedObjects } from "./warned-objects.fixture.ts";

for (const { path, object, causes } of refusedWorkloads) {
  const kind = path.slice(path.lastIndexOf("/") + 1);
  test(`${kind} that cannot be are refused in the words and the order of Kubernetes [apiserver/rules-as-data]`, async ({
    expect,
  }) => {
    const fixture = await RegistryFixture.open();
    const { details } = await refusal(fixture.post(path, { ...object, metadata: { name: "sample" } }));
    expect((details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)).toEqual(causes);
  });
}

for (const { name, path, object, status, causes } of refusedStatuses) {
  test(`a status that cannot be is refused in the words and the order of Kubernetes: ${name} [apiserver/built-in-checks]`, async ({
    expect,
  }) => {
    const fixture = await RegistryFixture.open();
    await fixture.post(path, { ...object, metadata: { name } });
    const { details } = await refusal(fixture.patch(`${path}/${name}/status`, { status }));
    expect((details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)).toEqual(causes);
  });
}

for (const { path, object, warnings } of warnedObjects) {
  const kind = path.slice(path.lastIndexOf("/") + 1);
  test(`what is odd about ${kind} is told to whoever makes them as Kubernetes tells it [apiserver/built-in-checks]`, async ({
    expect,
  }) => {
    const fixture = await RegistryFixture.open();
    expect((await fixture.registry.create(fixture.target(path), object)).warnings).toEqual(warnings);
  });
}

test("who changes a replication controller is told what is odd about the template that it had [apiserver/built-in-checks]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const path = "/api/v1/namespaces/default/replicationcontrollers";
  const controller = (pods: object): object => ({
    metadata: { name: "sample" },
    spec: {
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "nginx:1" }], ...pods },
      },
    },
  });
  await fixture.post(path, controller({}));
  const warningsOf = async (pods: object): Promise<readonly string[]> =>
    (await fixture.registry.update(fixture.target(`${path}/sample`), controller(pods))).warnings ?? [];
  expect(await warningsOf({ nodeSelector: { "beta.kubernetes.io/os": "linux" } })).toEqual([]);
  expect(await warningsOf({})).toEqual([
    'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ]);
});
