import { test } from "vitest";
import { startCluster } from "../cluster/index.ts";
import type { EmbeddedCluster } from "../cluster/index.ts";
import { isConflict } from "../model/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import { TransportFaults } from "./transport-faults.ts";

async function troubledCluster(): Promise<{ readonly faults: TransportFaults; readonly cluster: EmbeddedCluster }> {
  const faults = new TransportFaults();
  return { faults, cluster: await startCluster({ wrapTransport: (transport) => faults.wrap(transport) }) };
}

test("a killed watch fails as a lost connection does, and is no longer counted [testing/kill-watches]", async ({
  expect,
}) => {
  const { faults, cluster } = await troubledCluster();
  await using _cluster = cluster;
  await using watch = cluster.client.resource(ConfigMap).watch({ resourceVersion: "1" });
  await cluster.client.resource(ConfigMap).create({ metadata: { name: "a" } });
  expect((await watch.next()).value).toMatchObject({ type: "ADDED" });
  expect(faults.openWatches).toBe(1);
  const broken = watch.next();
  expect(faults.killWatches()).toBe(1);
  expect([faults.openWatches, faults.killWatches()]).toEqual([0, 0]);
  await expect(broken).rejects.toMatchObject({ code: "ECONNRESET" });
});

test("a watch that is left is no longer counted [testing/kill-watches]", async ({ expect }) => {
  const { faults, cluster } = await troubledCluster();
  await using _cluster = cluster;
  await cluster.client.resource(ConfigMap).create({ metadata: { name: "a" } });
  for await (const event of cluster.client.resource(ConfigMap).watch()) {
    expect(event.type).toBe("ADDED");
    expect(faults.openWatches).toBe(1);
    break;
  }
  expect(faults.openWatches).toBe(0);
});

test("a disturbed write meets a newer version, and its next attempt passes [testing/disturb-writes]", async ({
  expect,
}) => {
  const { faults, cluster } = await troubledCluster();
  await using _cluster = cluster;
  const maps = cluster.client.resource(ConfigMap);
  const made = await maps.create({ metadata: { name: "a" }, data: { a: "1" } });
  const changed = await maps.update({ ...made, data: { a: "2" } });
  expect(faults.conflicts).toEqual({ provoked: 0, refused: 0 });
  faults.disturbWrites();
  await expect(maps.update({ ...changed, data: { a: "3" } })).rejects.toSatisfy(isConflict);
  expect(faults.conflicts).toEqual({ provoked: 1, refused: 1 });
  const newer = await maps.get("a");
  expect((await maps.update({ ...newer, data: { a: "3" } })).data).toEqual({ a: "3" });
  // Without a version nothing can be outdated.
  await maps.patch("a", { data: { a: "4" } });
  expect(faults.conflicts).toEqual({ provoked: 2, refused: 1 });
});
