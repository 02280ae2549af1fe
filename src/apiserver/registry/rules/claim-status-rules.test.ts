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
