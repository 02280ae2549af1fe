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
  await expect(broken).rejects.toMatchObject({ code: "SETPOINT_TRANSPORT_RESET", cause: { code: "ECONNRESET" } });
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

test("a request that is lost is not done, an answer that is lost hides what was done [testing/lost-exchanges]", async ({
  expect,
}) => {
  const { faults, cluster } = await troubledCluster();
  await using _cluster = cluster;
  const maps = cluster.client.resource(ConfigMap);
  const create = (name: string): Promise<unknown> => maps.create({ metadata: { name } });
  const lost = { code: "SETPOINT_TRANSPORT_RESET" };
  faults.loseRequests();
  faults.loseAnswers();
  await expect(create("not-done")).rejects.toMatchObject(lost);
  await expect(create("done")).rejects.toMatchObject(lost);
  await create("told");
  expect(faults.counts).toEqual({ lostRequests: 1, lostAnswers: 1, refusals: 0 });
  expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual(["done", "told"]);
});

test("a lost exchange may be mute until the caller gives up, and meet only some methods [testing/lost-exchanges]", async ({
  expect,
}) => {
  const { faults, cluster } = await troubledCluster();
  await using _cluster = cluster;
  const maps = cluster.client.resource(ConfigMap);
  await maps.create({ metadata: { name: "a" } });
  const stop = new AbortController();
  faults.loseRequests({ methods: ["GET"], isMute: true, count: Infinity });
  const asked = maps.get("a", { signal: stop.signal });
  await maps.patch("a", { data: { a: "1" } });
  stop.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
  faults.clear();
  expect((await maps.get("a")).data).toEqual({ a: "1" });
  expect(faults.counts.lostRequests).toBe(1);
});

test("a refused request does not reach the server, and says when to come again [testing/refusals]", async ({
  expect,
}) => {
  const { faults, cluster } = await troubledCluster();
  await using _cluster = cluster;
  const maps = cluster.client.resource(ConfigMap);
  faults.refuse({ status: 429, retryAfterSeconds: 0, count: 2, methods: ["POST"] });
  faults.refuse({ status: 503, methods: ["GET"] });
  await maps.create({ metadata: { name: "a" } });
  expect(faults.counts.refusals).toBe(2);
  await expect(maps.get("a")).rejects.toMatchObject({ status: 503, retryAfterMs: undefined });
  expect((await maps.get("a")).metadata.name).toBe("a");
  expect(faults.counts.refusals).toBe(3);
});

test("bodies are cut into small chunks, which are counted and leave what they say as it is [testing/cut-bodies]", async ({
  expect,
}) => {
  const { faults, cluster } = await troubledCluster();
  await using _cluster = cluster;
  const maps = cluster.client.resource(ConfigMap);
  const made = await maps.create({ metadata: { name: "a" }, data: { a: "é漢👩‍👩‍👧" } });
  expect(faults.cutChunks).toBe(0);
  faults.cutBodies(1);
  expect(await maps.get("a")).toEqual(made);
  expect(faults.cutChunks).toBeGreaterThan("é漢👩‍👩‍👧".length);
  for await (const event of maps.watch()) {
    expect(event).toMatchObject({ type: "ADDED", object: { data: made.data } });
    break;
  }
  expect(faults.openWatches).toBe(0);
});
