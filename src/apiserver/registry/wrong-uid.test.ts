import { test } from "vitest";
import { refusal, RegistryFixture } from "./registry.fixture.ts";

test("who believes in another uid is told where Kubernetes keeps the object [apiserver/update-identity]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const keyOf = async (path: string, spec: object = {}): Promise<string | undefined> => {
    const object = { metadata: { name: "a" }, ...spec };
    await fixture.post(path, object);
    const { message } = await refusal(fixture.put(`${path}/a`, { ...object, metadata: { name: "a", uid: "x" } }));
    return /Key: ([^,]*)/.exec(message ?? "")?.[1];
  };
  const inDefault = "/api/v1/namespaces/default";
  const service = { spec: { ports: [{ port: 80 }] } };
  expect(await keyOf(`${inDefault}/services`, service)).toBe("/registry/services/specs/default/a");
  expect(await keyOf(`${inDefault}/endpoints`)).toBe("/registry/services/endpoints/default/a");
  expect(await keyOf("/api/v1/nodes")).toBe("/registry/minions/a");
  expect(await keyOf(`${inDefault}/configmaps`)).toBe("/registry/configmaps/default/a");
});
