import { test } from "vitest";
import { refusal, RegistryFixture } from "../registry.fixture.ts";
import { refusedClaimStatuses } from "./refused-claim-statuses.fixture.ts";

const claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

test("what is wrong with what became of a claim is told in the words and the order of Kubernetes [apiserver/rules-as-data]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const spec = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } };
  await fixture.post(claims, {
    apiVersion: "resource.k8s.io/v1",
    kind: "ResourceClaim",
    metadata: { name: "sample" },
    spec,
  });
  for (const { status, causes } of refusedClaimStatuses) {
    const { details } = await refusal(fixture.patch(`${claims}/sample/status`, { status }));
    expect((details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)).toEqual(causes);
  }
});

test("nobody new uses a claim that is about to go, and nothing is said of devices that it no longer has [apiserver/rules-as-data]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const spec = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } };
  await fixture.post(claims, { metadata: { name: "sample", finalizers: ["a.example/b"] }, spec });
  const write = async (status: object): Promise<unknown> =>
    (await fixture.patch(`${claims}/sample/status`, { status }))["status"];
  const device = { driver: "d", pool: "p", device: "e" };
  const allocation = { devices: { results: [{ request: "r", ...device }] } };
  const reservedFor = [{ resource: "pods", name: "a", uid: "u" }];
  await write({ allocation, reservedFor, devices: [{ ...device, data: { a: 1 } }] });
  await fixture.delete(`${claims}/sample`);
  for (const more of [
    [...reservedFor, { resource: "pods", name: "b", uid: "v" }],
    [{ ...reservedFor[0], name: "c" }],
  ]) {
    expect((await refusal(write({ reservedFor: more }))).details?.causes).toEqual([
      {
        reason: "FieldValueForbidden",
        message: "Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set",
        field: "status.reservedFor",
      },
    ]);
  }
  expect(await write({ reservedFor: null })).toMatchObject({ allocation, devices: [device] });
  expect(await write({ allocation: null })).toEqual({});
});
