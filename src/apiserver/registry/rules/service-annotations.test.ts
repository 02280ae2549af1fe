import { test } from "vitest";
import { refusal, RegistryFixture } from "../registry.fixture.ts";

const services = "/api/v1/namespaces/default/services";
const annotation = "service.beta.kubernetes.io/load-balancer-source-ranges";

test("of the wrong ranges in an annotation the first are told, wherever they are [apiserver/built-in-checks]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const toldOf = async (ranges: string): Promise<readonly (string | undefined)[]> => {
    const metadata = { name: "s", annotations: { [annotation]: ranges } };
    const spec = { type: "LoadBalancer", ports: [{ port: 80 }] };
    const { details } = await refusal(fixture.post(services, { metadata, spec }));
    return (details?.causes ?? []).map(({ message }) => message?.replace(/: must .*/, ""));
  };
  const right = "10.0.0.0/8,".repeat(100);
  expect(await toldOf(`${right}a, b ,${right}c`)).toEqual(["a", "b", "c"].map((range) => `Invalid value: "${range}"`));
  expect(await toldOf(",".repeat(200_000))).toEqual(Array.from({ length: 16 }, () => 'Invalid value: ""'));
});
