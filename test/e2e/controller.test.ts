import { test } from "vitest";
import { z } from "zod";
import type { Client } from "../../src/client/index.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { defineController, TerminalError } from "../../src/controller/index.ts";
import type { ControllerOptions } from "../../src/controller/index.ts";
import type { ObjectOf } from "../../src/model/index.ts";
import { defineResource } from "../../src/schema/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";
import type { TestServer } from "../conformance/for-each-server.ts";

/** On a real server that all tests share, a kind of one's own needs a group of its own. */
function doorsOf({ namespace }: TestServer) {
  return defineResource({
    group: `${namespace}.example.dev`,
    version: "v1",
    kind: "Door",
    spec: z.object({ colour: z.string(), size: z.int().min(1).default(2) }),
    status: z.object({ painted: z.string().optional(), coats: z.int().optional() }),
  });
}
type Doors = ReturnType<typeof doorsOf>;
type Door = ObjectOf<Doors>;
type Reconcile = Omit<ControllerOptions<Door>, "for">;

interface Hall extends AsyncDisposable {
  readonly Door: Doors;
  readonly client: Client;
  readonly cluster: Cluster;
  readonly key: (name: string) => string;
  run(options: Reconcile): Promise<AsyncDisposable>;
}

async function openHall(server: TestServer): Promise<Hall> {
  await using opened = new AsyncDisposableStack();
  const Door = doorsOf(server);
  const client = opened.use(server.connect());
  const cluster = opened.use(await joinCluster(client, { resources: [Door] }));
  const owned = opened.move();
  return {
    Door,
    client,
    cluster,
    key: (name) => `${server.namespace}/${name}`,
    run: (options) => joinCluster(client, { controllers: [defineController({ for: Door, ...options })] }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function door(name: string, colour = "blue"): { metadata: { name: string }; spec: Door["spec"] } {
  return { metadata: { name }, spec: { colour, size: 2 } };
}

forEachServer(["embedded", "real"], "a controller", (start) => {
  test("reconciles what is there and what comes, and then is silent [controller/end-to-end]", async ({ expect }) => {
    await using server = await start();
    await using hall = await openHall(server);
    const { Door, client, cluster, key } = hall;
    const doors = client.resource(Door);
    for (const name of ["one", "two"]) await doors.create(door(name));
    const runs: string[] = [];
    await using _running = await hall.run({
      workers: 2,
      async reconcile({ spec, metadata }, { status }) {
        runs.push(`${metadata.name} ${spec.colour}`);
        status({ painted: spec.colour, coats: spec.size });
      },
      finalize: async () => {},
    });
    await doors.create(door("three"));
    const painted: Door[] = [];
    for (const name of ["one", "two", "three"]) {
      painted.push(await cluster.until(Door, key(name), ({ status }) => status?.painted === "blue"));
    }
    expect(painted[0]).toMatchObject({ status: { painted: "blue", coats: 2 }, metadata: { generation: 1 } });
    expect(painted[0]?.metadata.finalizers).toEqual([`${Door.group}/doors-controller`]);
    await doors.patch("one", { spec: { colour: "red" } });
    await cluster.until(Door, key("one"), ({ status }) => status?.painted === "red");
    const two = await doors.get("two");
    expect(two.metadata.resourceVersion).toBe(painted[1]?.metadata.resourceVersion);
    expect(runs.sort()).toEqual(["one blue", "one red", "three blue", "two blue"]);
  });

  test("holds an object back until finalize has succeeded [controller/finalize-end-to-end]", async ({ expect }) => {
    await using server = await start();
    await using hall = await openHall(server);
    const { Door, client, cluster, key } = hall;
    const doors = client.resource(Door);
    let failures = 2;
    const world = new Set<string>();
    await using _running = await hall.run({
      async reconcile({ metadata }, { status }) {
        world.add(metadata.name);
        status({ painted: "yes" });
      },
      async finalize({ metadata }, { status }) {
        if (failures-- > 0) {
          status({ painted: "cannot be removed" });
          throw new Error("the hinge is stuck");
        }
        world.delete(metadata.name);
      },
    });
    await doors.create(door("one"));
    await cluster.until(Door, key("one"), ({ status }) => status?.painted === "yes");
    expect([...world]).toEqual(["one"]);
    const told = cluster.until(Door, key("one"), ({ status }) => status?.painted === "cannot be removed");
    await doors.delete("one");
    expect((await told).metadata.deletionTimestamp).toBeDefined();
    await cluster.untilGone(Door, key("one"));
    expect([[...world], failures]).toEqual([[], -1]);
  });

  test("an object that is deleted and made again is another one [controller/recreated-end-to-end]", async ({
    expect,
  }) => {
    await using server = await start();
    await using hall = await openHall(server);
    const { Door, client, cluster, key } = hall;
    const doors = client.resource(Door);
    const finalized: (string | undefined)[] = [];
    await using _running = await hall.run({
      reconcile: async ({ metadata }, { status }) => status({ painted: metadata.uid }),
      finalize: async ({ metadata }) => void finalized.push(metadata.uid),
    });
    const uids: (string | undefined)[] = [];
    for (let round = 0; round < 3; round++) {
      const { metadata } = await doors.create(door("one"));
      uids.push(metadata.uid);
      await cluster.until(Door, key("one"), ({ status }) => status?.painted === metadata.uid);
      await doors.delete("one");
      await cluster.untilGone(Door, key("one"));
    }
    expect(new Set(uids).size).toBe(3);
    expect(finalized).toEqual(uids);
  });

  test("two controllers share a kind without undoing each other [controller/two-on-one-kind]", async ({ expect }) => {
    await using server = await start();
    await using hall = await openHall(server);
    const { Door, client, cluster, key } = hall;
    const finalized: string[] = [];
    await using _painter = await hall.run({
      name: "painter",
      reconcile: async ({ spec, status: now }, { status }) => status({ ...now, painted: spec.colour }),
      finalize: async () => void finalized.push("painter"),
    });
    await using _counter = await hall.run({
      name: "counter",
      reconcile: async ({ spec, status: now }, { status }) => status({ ...now, coats: spec.size }),
      finalize: async () => void finalized.push("counter"),
    });
    await client.resource(Door).create(door("one"));
    const done = await cluster.until(
      Door,
      key("one"),
      ({ status }) => status?.painted === "blue" && status.coats === 2,
    );
    const names = ["counter", "painter"].map((name) => `${Door.group}/${name}-controller`);
    expect([...(done.metadata.finalizers ?? [])].sort()).toEqual(names);
    await client.resource(Door).delete("one");
    await cluster.untilGone(Door, key("one"));
    // Each once, or once more when the other was quicker with its finalizer.
    expect([...new Set(finalized)].sort()).toEqual(["counter", "painter"]);
  });

  test("a kind that the server does not know yet is waited for [controller/kind-comes-later]", async ({ expect }) => {
    await using server = await start();
    const Door = doorsOf(server);
    await using client = server.connect();
    const painter = defineController({
      for: Door,
      reconcile: async ({ spec }, { status }) => status({ painted: spec.colour }),
    });
    await using _early = await joinCluster(client, { controllers: [painter] });
    await using cluster = await joinCluster(client, { resources: [Door] });
    await client.resource(Door).create(door("one"));
    const isDone = ({ status }: Door): boolean => status?.painted === "blue";
    const found = await cluster.until(Door, `${server.namespace}/one`, { isDone, timeoutMs: 30_000 });
    expect(found.status).toEqual({ painted: "blue" });
  });

  test("a status that the server refuses, and a failure for good, do not stop others [controller/bad-object-alone]", async ({
    expect,
  }) => {
    await using server = await start();
    await using hall = await openHall(server);
    const { Door, client, cluster, key } = hall;
    const doors = client.resource(Door);
    let terminal = 0;
    await using _running = await hall.run({
      async reconcile({ spec }, { status }) {
        if (spec.colour === "never") {
          terminal++;
          status({ painted: "refused" });
          throw new TerminalError("there is no such colour");
        }
        if (spec.colour === "broken") throw new Error("the brush is broken");
        status({ painted: spec.colour });
      },
    });
    await doors.create(door("one", "never"));
    await doors.create(door("two", "broken"));
    await doors.create(door("three"));
    await cluster.until(Door, key("three"), ({ status }) => status?.painted === "blue");
    await cluster.until(Door, key("one"), ({ status }) => status?.painted === "refused");
    expect(terminal).toBe(1);
    await doors.patch("two", { spec: { colour: "green" } });
    await cluster.until(Door, key("two"), ({ status }) => status?.painted === "green");
  });
});
