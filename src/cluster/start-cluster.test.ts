import { test } from "vitest";
import { z } from "zod";
import { MemoryStore } from "../apiserver/index.ts";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { Client } from "../client/index.ts";
import type { Transport } from "../client/index.ts";
import { defineController } from "../controller/index.ts";
import { ApiError, isAlreadyExists } from "../model/index.ts";
import { defineResource } from "../schema/index.ts";
import { CustomResourceDefinition } from "../types/apiextensions/v1/index.ts";
import { ConfigMap, ServiceAccount } from "../types/core/v1/index.ts";
import { joinCluster } from "./join-cluster.ts";
import { startCluster } from "./start-cluster.ts";

const Door = defineResource({
  group: "example.dev",
  version: "v1",
  kind: "Door",
  spec: z.object({ colour: z.string() }),
  status: z.object({ painted: z.string() }),
});

const painter = defineController({
  for: Door,
  async reconcile(door, { status }) {
    status({ painted: door.spec.colour });
  },
});

const blue = { metadata: { name: "front" }, spec: { colour: "blue" } };

test("a cluster reconciles, without a socket [cluster/in-process]", async ({ expect }) => {
  const before = process.getActiveResourcesInfo();
  await using cluster = await startCluster({ resources: [Door], controllers: [painter] });
  await cluster.client.resource(Door).create(blue);
  const door = await cluster.until(Door, "default/front", ({ status }) => status?.painted === "blue");
  expect(door.metadata.namespace).toBe("default");
  expect(cluster.endpoint).toBeUndefined();
  const opened = process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Pipe/.test(name));
  expect(opened).toEqual(before.filter((name) => /TCP|TLS|Pipe/.test(name)));
  await cluster.close();
  await cluster.close();
});

test("a cluster that listens can be joined over TLS, and closing it twice does nothing [cluster/close-twice]", async ({
  expect,
}) => {
  await using cluster = await startCluster({ resources: [Door], listen: true });
  expect(cluster.endpoint?.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  await expect(cluster.restartServer()).rejects.toMatchObject({ code: "SETPOINT_CANNOT_RESTART" });
  await cluster.close();
  await cluster.close();
});

test("a cluster whose kinds the server refuses leaves nothing running [cluster/whole-or-not]", async ({ expect }) => {
  const broken = { ...Door, crd: { ...Door.crd, metadata: { name: "wrong.example.dev" } } };
  const clock = new VirtualClock();
  await expect(startCluster({ resources: [broken], controllers: [painter], clock })).rejects.toMatchObject({
    reason: "Invalid",
  });
  expect(clock.pending).toBe(0);
});

test("clusters side by side share nothing [cluster/side-by-side]", async ({ expect }) => {
  await using one = await startCluster({ resources: [Door] });
  await using other = await startCluster({ resources: [Door] });
  await one.client.resource(Door).create(blue);
  expect((await other.client.resource(Door).list()).items).toEqual([]);
});

test("joining again changes nothing, or brings the definition up to date [cluster/join-again]", async ({ expect }) => {
  await using cluster = await startCluster({ resources: [Door] });
  const definition = () => cluster.client.resource(CustomResourceDefinition).get("doors.example.dev");
  const first = await definition();
  await using _same = await joinCluster(cluster.client, { resources: [Door] });
  expect((await definition()).metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  const Short = defineResource({
    group: "example.dev",
    version: "v1",
    kind: "Door",
    shortNames: ["dr"],
    spec: z.object({ colour: z.string() }),
    status: z.object({ painted: z.string() }),
  });
  await using _changed = await joinCluster(cluster.client, { resources: [Short] });
  expect((await definition()).spec.names.shortNames).toEqual(["dr"]);
});

test("a restarted server goes on from its store, and so do controllers and waits [cluster/restart, cluster/until]", async ({
  expect,
}) => {
  await using cluster = await startCluster({ resources: [Door], controllers: [painter] });
  await cluster.client.resource(Door).create(blue);
  await cluster.until(Door, "default/front", ({ status }) => status?.painted === "blue");
  const waiting = cluster.until(Door, "default/front", ({ status }) => status?.painted === "red");
  await cluster.restartServer();
  await expect(cluster.client.resource(Door).create(blue)).rejects.toSatisfy(isAlreadyExists);
  await cluster.client.resource(Door).patch("front", { spec: { colour: "red" } });
  expect((await waiting).metadata.generation).toBe(2);
});

test("users and tokens of service accounts outlive a restart, with the rights that they had [cluster/users]", async ({
  expect,
}) => {
  const users = [{ name: "amy", token: "amy.token" }];
  for (const authorization of ["rbac", "off"] as const) {
    let transport: Transport | undefined;
    const wrapTransport = (inner: Transport): Transport => (transport = inner);
    await using cluster = await startCluster({ users, authorization, wrapTransport });
    const accounts = cluster.client.resource(ServiceAccount);
    await accounts.create({ metadata: { name: "robot" } });
    const { status } = await accounts.subresource("token").create("robot", { spec: { audiences: [] } });
    const reasons = async (): Promise<readonly unknown[]> => {
      const tokens = ["amy.token", status?.token ?? "", "wrong.token"];
      return Promise.all(tokens.map((token) => reasonOf(transport, token)));
    };
    const expected = authorization === "off" ? undefined : "Forbidden";
    expect(await reasons()).toEqual([expected, expected, "Unauthorized"]);
    await cluster.restartServer();
    expect(await reasons()).toEqual([expected, expected, "Unauthorized"]);
  }
});

/** Why the holder of a token may not list config maps; nothing if they may. */
async function reasonOf(transport: Transport | undefined, token: string): Promise<unknown> {
  if (transport === undefined) throw new Error("read the transport: expected the cluster to have wrapped it");
  await using client = Client.over(transport, { token });
  try {
    await client.resource(ConfigMap).list();
    return undefined;
  } catch (error) {
    return ApiError.is(error) ? error.reason : error;
  }
}

test("what never comes is an error that tells the last state [cluster/until-timeout]", async ({ expect }) => {
  const clock = new VirtualClock();
  await using cluster = await startCluster({ resources: [Door], clock });
  await cluster.client.resource(Door).create(blue);
  const never = cluster.until(Door, "default/front", { isDone: () => false, timeoutMs: 5_000 });
  const failed = never.catch((error: unknown) => error);
  await clock.advance(5_000);
  expect(await failed).toMatchObject({
    code: "SETPOINT_UNTIL_TIMEOUT",
    message: /Door default\/front.*"generation":1/,
  });
  const stop = new AbortController();
  const aborted = cluster.until(Door, "default/other", { isDone: () => true, signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
});

test("waiting for an object to be gone ends at once when it never was [cluster/until-gone]", async ({ expect }) => {
  await using cluster = await startCluster({});
  await cluster.untilGone(ConfigMap, "default/never");
  await cluster.client.resource(ConfigMap).create({ metadata: { name: "short-lived" } });
  const gone = cluster.untilGone(ConfigMap, "default/short-lived");
  await cluster.client.resource(ConfigMap).delete("short-lived");
  await expect(gone).resolves.toBeUndefined();
});

test("a run on a virtual clock can be replayed from its seed [cluster/same-run]", async ({ expect }) => {
  const run = async (): Promise<unknown> => {
    const clock = new VirtualClock();
    const random = seededRandom("again");
    await using cluster = await startCluster({ resources: [Door], controllers: [painter], clock, random });
    await cluster.client.resource(Door).create(blue);
    return await cluster.until(Door, "default/front", ({ status }) => status?.painted === "blue");
  };
  expect(await run()).toEqual(await run());
});

test("a store that is handed over is served by the next cluster [cluster/restart]", async ({ expect }) => {
  const store = new MemoryStore();
  {
    await using first = await startCluster({ store });
    await first.client.resource(ConfigMap).create({ metadata: { name: "kept" }, data: { a: "1" } });
  }
  await using second = await startCluster({ store });
  expect(second.client).toBeInstanceOf(Client);
  expect((await second.client.resource(ConfigMap).get("kept")).data).toEqual({ a: "1" });
});
