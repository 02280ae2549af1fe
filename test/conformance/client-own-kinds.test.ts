import { test } from "vitest";
import type { Client, ResourceClient } from "../../src/client/index.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import type { ObjectOf } from "../../src/model/index.ts";
import { defineResource, jsonSchema } from "../../src/schema/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const Gizmo = defineResource({
  group: "own-kinds.setpoint.dev",
  version: "v1",
  kind: "Gizmo",
  spec: jsonSchema<{ readonly size: number }>({ type: "object", properties: { size: { type: "integer" } } }),
});

interface Stage extends AsyncDisposable {
  readonly client: Client;
  readonly gizmos: ResourceClient<ObjectOf<typeof Gizmo>>;
}

/** A server that serves gizmos, and those of the test's namespace. */
async function stageOn(start: () => Promise<TestServer>): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await start());
  const client = opened.use(server.connect());
  opened.use(await joinCluster(client, { resources: [Gizmo] }));
  const gizmos = client.resource(Gizmo, { namespace: server.namespace });
  const owned = opened.move();
  return { client, gizmos, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

forEachServer(["embedded", "real"], "what the client writes", (start) => {
  test("is typed also if its kind is the user's own, and can be patched as it was listed [client/own-kinds]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { gizmos } = stage;
    await gizmos.create({ metadata: { name: "blue" }, spec: { size: 1 } });
    const [listed] = (await gizmos.list()).items;
    const size: number = listed?.spec.size ?? 0;
    const changed = await gizmos.patch(listed?.metadata.name ?? "", { ...listed, spec: { size: size + 1 } });
    expect(changed.spec.size).toBe(2);
    await gizmos.delete("blue");
  });

  test("is patched without saying how, and refused as a strategic merge patch, which only built-in kinds know [client/patch-accepted]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { gizmos, client } = stage;
    const maps = client.resource(ConfigMap);
    await gizmos.create({ metadata: { name: "red" }, spec: { size: 1 } });
    await maps.create({ metadata: { name: "red" } });
    expect((await gizmos.patch("red", { spec: { size: 2 } })).spec.size).toBe(2);
    expect((await maps.patch("red", { data: { x: "1" } })).data).toEqual({ x: "1" });
    const strategic = gizmos.patch("red", { spec: { size: 3 } }, { type: "strategic" });
    await expect(strategic).rejects.toMatchObject({ reason: "UnsupportedMediaType" });
    await gizmos.delete("red");
  });
});
