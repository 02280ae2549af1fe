import { test } from "vitest";
import { refusal, RegistryFixture } from "./registry.fixture.ts";

const root = "/apis/resource.k8s.io/v1/namespaces/default";
const words =
  "Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace";

function claim(adminAccess: boolean): object {
  const requests = ["a", "b"].map((name) => ({
    name,
    exactly: { deviceClassName: "c", adminAccess: name === "b" && adminAccess },
  }));
  return { devices: { requests } };
}

const named = (name: string, spec: object): object => ({ metadata: { name }, spec });

const allocation = (adminAccess: boolean): object => ({
  devices: { results: [{ request: "a", driver: "d", pool: "p", device: "e", adminAccess }] },
});

async function allow(fixture: RegistryFixture): Promise<void> {
  await fixture.patch("/api/v1/namespaces/default", {
    metadata: { labels: { "resource.kubernetes.io/admin-access": "true" } },
  });
}

test("claims and their templates ask for administrative access only where a label allows it [apiserver/admin-access]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const cause = { reason: "FieldValueForbidden", message: words, field: "spec.devices.requests[1].adminAccess" };
  const asked = [
    () => fixture.post(`${root}/resourceclaims`, named("a", claim(true))),
    () => fixture.post(`${root}/resourceclaimtemplates`, named("a", { spec: claim(true) })),
  ];
  for (const ask of asked) {
    expect((await refusal(ask())).details?.causes).toEqual([cause]);
  }
  await fixture.post(`${root}/resourceclaims`, named("b", claim(false)));
  await allow(fixture);
  for (const ask of asked) expect((await ask()).metadata.name).toBe("a");
});

test("what was wrong besides is told after it [apiserver/admin-access]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const requests = [{ name: "a", exactly: { adminAccess: true } }];
  const { details } = await refusal(fixture.post(`${root}/resourceclaims`, named("a", { devices: { requests } })));
  expect(details?.causes?.map(({ field }) => field)).toEqual([
    "spec.devices.requests[0].adminAccess",
    "spec.devices.requests[0].exactly.deviceClassName",
  ]);
});

test("what is allocated for administration needs the label, once [apiserver/admin-access]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(`${root}/resourceclaims`, named("a", claim(false)));
  const status = (adminAccess: boolean): Promise<unknown> =>
    fixture.patch(`${root}/resourceclaims/a/status`, { status: { allocation: allocation(adminAccess) } });
  expect((await refusal(status(true))).details?.causes).toEqual([
    { reason: "FieldValueForbidden", message: words, field: "status.allocation.devices.results[0].adminAccess" },
  ]);
  await allow(fixture);
  await status(true);
  await fixture.patch("/api/v1/namespaces/default", { metadata: { labels: null } });
  await expect(status(true)).resolves.toBeDefined();
});
