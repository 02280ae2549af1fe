import { test } from "vitest";
import { ApiError } from "../model/index.ts";
import { defineController } from "./define-controller.ts";
import type { ReconcileContext } from "./definition.ts";
import { Doors, failure, paint, run, Running, ScriptedServer } from "./scripted-server.fixture.ts";
import type { Door } from "./scripted-server.fixture.ts";

test("the status is written once, after the reconcile, to exactly this version [controller/status-written-once]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  const { metadata } = server.put("a", { status: { painted: "white", coats: 1 } });
  const reconcile = async (_door: Door, { status }: ReconcileContext<Door>): Promise<void> => {
    status({ painted: "grey" });
    expect(server.writes).toEqual([]);
    status({ painted: "blue" });
  };
  await using running = run({ reconcile }, server);
  await running.settle();
  const { uid, resourceVersion } = metadata;
  expect(server.writes).toMatchObject([
    { path: "a/status", body: { metadata: { uid, resourceVersion }, status: { painted: "blue" } } },
  ]);
  expect(server.get("a")?.status).toEqual({ painted: "blue" });
});

test("the status is written also when the reconcile throws [controller/status-after-failure]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  const reconcile = async (_door: Door, { status }: ReconcileContext<Door>): Promise<void> => {
    status({ painted: "no" });
    throw new Error("no paint");
  };
  await using running = run({ reconcile }, server);
  await running.settle();
  expect(server.get("a")?.status).toEqual({ painted: "no" });
  expect(running.messages("error")).toHaveLength(1);
  server.onWrite = () => failure(500, "InternalError");
  server.put("a", { status: { painted: "x" } });
  await running.settle();
  expect(running.messages("warn")).toEqual(["Cannot write the status after a failure"]);
});

test("setting the status of a kind that has none fails, and says what to do [controller/no-status]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const plain = { ...Doors, subresources: [] };
  await using running = run({ for: plain, reconcile: paint }, server);
  await running.settle();
  expect(JSON.stringify(running.log)).toContain(
    "Door has no status subresource; give its definition a `status` schema",
  );
  expect(server.writes).toEqual([]);
});

test("an object that is gone when it is written is forgotten [controller/gone-is-no-failure]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  const release = server.holdEvents();
  server.onWrite = () => {
    server.delete("a");
    return undefined;
  };
  await using running = run({ reconcile: paint }, server);
  await running.settle();
  expect([server.writes.length, server.gets, running.log]).toEqual([1, 1, []]);
  release();
  await running.clock.advance(60_000);
  expect(server.writes).toHaveLength(1);
});

test("a write that the server does not serve is a failure, and the object is not let go [controller/not-served]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  let isServed = false;
  server.onWrite = ({ path }) => (path === "a/status" && !isServed ? failure(404, "NotFound") : undefined);
  const finalize = async (_door: Door, { status }: ReconcileContext<Door>): Promise<void> => status({ painted: "no" });
  await using running = run({ reconcile: async () => {}, finalize }, server);
  await running.settle();
  server.delete("a");
  await running.settle();
  expect(JSON.stringify(running.log)).toContain("bring its definition (CRD) up to date");
  expect(server.get("a")?.metadata.finalizers).toHaveLength(1);
  isServed = true;
  await running.clock.advance(60_000);
  expect(server.get("a")).toBeUndefined();
});

test("a status may have members that are null [controller/status-null]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  const nothing = { painted: null as unknown as string, coats: 1 };
  await using running = run({ reconcile: async (_door, { status }) => status(nothing) }, server);
  await running.settle();
  expect(server.get("a")?.status).toEqual(nothing);
  server.put("a", { spec: { colour: "red" } });
  await running.settle();
  expect(server.writes).toHaveLength(1);
});

test("a status that is set after the end is told to be lost [controller/status-too-late]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  let late = (): void => {};
  await using running = run(
    { reconcile: async (door, context) => void (late = () => void paint(door, context)) },
    server,
  );
  await running.settle();
  late();
  expect(running.messages("warn")).toEqual([expect.stringContaining("an await is missing")]);
  expect(server.writes).toEqual([]);
});

test("a conflict over another object does not make the controller forget its own writes [controller/reads-own-writes]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const seen: unknown[] = [];
  const reconcile = async (door: Door, { status }: ReconcileContext<Door>): Promise<void> => {
    seen.push(door.status?.painted);
    if (seen.length > 1) return;
    status({ painted: "once" });
    throw ApiError.fromStatus(
      { kind: "Status", status: "Failure", reason: "Conflict", code: 409 },
      { method: "PUT", path: "/other" },
    );
  };
  await using running = run({ reconcile }, server);
  server.holdEvents();
  await running.settle();
  await running.clock.advance(1_000);
  expect(seen).toEqual([undefined, "once"]);
});

test("when the cache stays behind an own write for long, the server is asked [controller/own-write-unconfirmed]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const seen: unknown[] = [];
  const reconcile = async (door: Door, context: ReconcileContext<Door>): Promise<{ requeueAfter: number }> => {
    seen.push(door.status?.painted);
    await paint(door, context);
    return { requeueAfter: 11_000 };
  };
  await using running = run({ reconcile }, server);
  server.holdEvents();
  await running.settle();
  await running.clock.advance(11_000);
  expect([seen, server.gets, server.writes.length]).toEqual([[undefined, "blue"], 1, 1]);
  server.delete("a");
  await running.clock.advance(11_000);
  expect([seen.length, server.gets]).toEqual([2, 2]);
});

test("what one run wrote the next one sees, though the event has not arrived [controller/reads-own-writes]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const seen: unknown[] = [];
  const reconcile = async (door: Door, context: ReconcileContext<Door>): Promise<{ requeueAfter: number }> => {
    seen.push(door.status?.painted);
    await paint(door, context);
    return { requeueAfter: 1_000 };
  };
  await using running = run({ reconcile }, server);
  const release = server.holdEvents();
  await running.settle();
  await running.clock.advance(2_000);
  expect([seen, server.writes.length]).toEqual([[undefined, "blue", "blue"], 1]);
  release();
  await running.settle();
  expect(seen).toHaveLength(3);
});

test("the newer one of what was written and what the server tells counts, compared as numbers [controller/newest-counts]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  // From 99 to 100 there is one more digit.
  while (Number(server.put("a").metadata.resourceVersion) < 99);
  const seen: unknown[] = [];
  const reconcile = async (door: Door, { status }: ReconcileContext<Door>): Promise<{ requeueAfter: number }> => {
    seen.push([door.metadata.resourceVersion, door.spec.colour, door.status?.painted]);
    status({ painted: "blue" });
    return { requeueAfter: 1_000 };
  };
  await using running = run({ reconcile }, server);
  const release = server.holdEvents();
  await running.settle();
  await running.clock.advance(1_000);
  expect(seen).toEqual([
    ["99", "blue", undefined],
    ["100", "blue", "blue"],
  ]);
  server.put("a", { spec: { colour: "red" } });
  release();
  await running.settle();
  expect(seen.slice(2)).toEqual([["101", "red", "blue"]]);
});

test("an own write causes no further run, whether its event is earlier or later than its answer [controller/silent-when-settled]", async ({
  expect,
}) => {
  for (const isLate of [false, true]) {
    const server = new ScriptedServer();
    server.put("a");
    let runs = 0;
    const reconcile = async (door: Door, context: ReconcileContext<Door>): Promise<void> => {
      runs += 1;
      await paint(door, context);
    };
    await using running = run({ reconcile, finalize: async () => {} }, server);
    const release = isLate ? server.holdEvents() : (): void => {};
    await running.settle();
    await running.clock.advance(5_000);
    release();
    await running.clock.advance(60_000);
    expect([runs, server.writes.map(({ path }) => path)]).toEqual([1, ["a", "a/status"]]);
  }
});

test("what was let go is not finalized again though its end has not arrived [controller/reads-own-writes]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  let finalized = 0;
  const finalize = async (): Promise<void> => {
    finalized += 1;
    server.holdEvents();
  };
  const definition = defineController({ for: Doors, reconcile: async () => {}, finalize });
  await using running = new Running(definition, { server, resyncMs: 1_000 });
  await running.settle();
  server.delete("a");
  await running.settle();
  expect([finalized, server.get("a")]).toEqual([1, undefined]);
  await running.clock.advance(9_000);
  expect([finalized, running.messages("error")]).toEqual([1, []]);
});

test("an object that is made again knows nothing of what was written to the one before [controller/own-write-of-one-object]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const seen: unknown[] = [];
  const reconcile = async (door: Door, context: ReconcileContext<Door>): Promise<void> => {
    seen.push([door.metadata.uid, door.status?.painted]);
    await paint(door, context);
  };
  await using running = run({ reconcile }, server);
  const release = server.holdEvents();
  await running.settle();
  server.delete("a");
  server.put("a", { metadata: { name: "a", uid: "second" } });
  release();
  await running.settle();
  expect(seen).toEqual([
    ["uid-a", undefined],
    ["second", undefined],
  ]);
});
