import { test } from "vitest";
import { refusal, RegistryFixture } from "../registry.fixture.ts";
import { pod, pods } from "../objects.fixture.ts";
import { podRefusals } from "./pod-refusals.fixture.ts";

for (const { what, path, spec, causes } of podRefusals) {
  test(`what is wrong with ${what} is told in the words and the order of Kubernetes [apiserver/built-in-checks]`, async ({
    expect,
  }) => {
    const fixture = await RegistryFixture.open();
    const { code, details } = await refusal(fixture.post(path, { metadata: { name: "x" }, spec }));
    const told = (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
    expect([code, [...new Set(told)]]).toEqual([422, causes]);
  });
}

test("of a pod that there is, little can be changed [apiserver/built-in-checks]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(pods, pod("p", { activeDeadlineSeconds: 5 }));
  const causesOf = async (spec: object): Promise<readonly unknown[]> => {
    const { details } = await refusal(fixture.patch(`${pods}/p`, { spec }));
    return (details?.causes ?? []).map(({ field, message }) => [field, message?.slice(0, 62)]);
  };
  expect(await causesOf({ containers: [] })).toEqual([
    ["spec.containers", "Required value"],
    ["spec.containers", "Forbidden: pod updates may not add or remove containers"],
  ]);
  expect(await causesOf({ activeDeadlineSeconds: 6 })).toEqual([
    ["spec.activeDeadlineSeconds", "Invalid value: 6: must be less than or equal to previous value"],
  ]);
  expect(await causesOf({ hostname: "other" })).toEqual([
    ["spec", "Forbidden: pod updates may not change fields other than `spec."],
  ]);
});
