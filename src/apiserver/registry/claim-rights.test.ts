import { test } from "vitest";
import { refusal, RegistryFixture } from "./registry.fixture.ts";

const claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

/** Devices of as many drivers. */
function devicesOf(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ driver: `d${index}.setpoint.dev`, pool: "p", device: "d" }));
}

test("the rights to all drivers of a claim are asked for, but of more than it can have only some: that is refused anyway [apiserver/claim-rights]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const spec = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } };
  await fixture.post(claims, { metadata: { name: "claim" }, spec });
  const results = devicesOf(32).map((device) => ({ request: "r", ...device }));
  await fixture.patch(`${claims}/claim/status`, { status: { allocation: { devices: { results } } } });
  const asked: string[] = [];
  const authorize = async ({ name }: { readonly name: string }): Promise<void> => {
    asked.push(name);
  };
  const write = (devices: readonly object[]): Promise<unknown> => {
    const patch = { type: "merge", value: { status: { devices } } } as const;
    return fixture.registry.patch(fixture.target(`${claims}/claim/status`), patch, {
      rights: { verb: "patch", authorize },
    });
  };
  await write(devicesOf(32));
  expect(asked.splice(0)).toHaveLength(32);
  const { details } = await refusal(write(devicesOf(1000)));
  expect(asked).toHaveLength(64);
  const unknown = (details?.causes ?? []).filter(({ message }) => message?.includes("must be an allocated device"));
  expect(unknown).toHaveLength(968);
});
