import { test } from "vitest";
import { refusal, RegistryFixture } from "../registry.fixture.ts";
import { refusedCoreChanges, refusedCoreObjects } from "./refused-core-kinds.fixture.ts";
import { refusedServiceChanges, refusedServices } from "./refused-services.fixture.ts";

type Refusal = Awaited<ReturnType<typeof refusal>>;

function saidOf({ details }: Refusal): readonly string[] {
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}

for (const [index, { path, object, causes }] of [...refusedCoreObjects, ...refusedServices].entries()) {
  const kind = path.slice(path.lastIndexOf("/") + 1);
  test(`what is wrong with new ${kind} is told in the words and the order of Kubernetes, ${index} [apiserver/rules-as-data]`, async ({
    expect,
  }) => {
    const fixture = await RegistryFixture.open();
    const said = saidOf(await refusal(fixture.post(path, { ...object, metadata: { name: "sample" } })));
    expect(said).toEqual(causes);
  });
}

for (const [index, { path, object, part = "", patch, causes }] of [
  ...refusedCoreChanges,
  ...refusedServiceChanges,
].entries()) {
  const kind = path.slice(path.lastIndexOf("/") + 1);
  test(`what is wrong with a change of ${kind} is told in the words and the order of Kubernetes, ${index} [apiserver/rules-as-data]`, async ({
    expect,
  }) => {
    const fixture = await RegistryFixture.open();
    await fixture.post(path, { ...object, metadata: { name: "sample" } });
    expect(saidOf(await refusal(fixture.patch(`${path}/sample${part}`, patch)))).toEqual(causes);
  });
}
