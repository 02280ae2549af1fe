import { test } from "vitest";
import { refusal, RegistryFixture } from "../registry.fixture.ts";
import { refusedAdmission } from "./refused-admission.fixture.ts";
import { refusedDevices } from "./refused-devices.fixture.ts";
import { refusedExtensions } from "./refused-extensions.fixture.ts";
import { refusedObjects } from "./refused-kinds.fixture.ts";
import { refusedServerObjects } from "./refused-server-kinds.fixture.ts";

for (const { path, object, causes } of [
  ...refusedObjects,
  ...refusedServerObjects,
  ...refusedExtensions,
  ...refusedAdmission,
  ...refusedDevices,
]) {
  const kind = path.slice(path.lastIndexOf("/") + 1);
  test(`what is wrong with ${kind} is told in the words and the order of Kubernetes [apiserver/rules-as-data]`, async ({
    expect,
  }) => {
    const fixture = await RegistryFixture.open();
    const { details } = await refusal(fixture.post(path, { ...object, metadata: { name: "sample" } }));
    expect((details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)).toEqual(causes);
  });
}
