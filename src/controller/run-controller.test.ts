import { test } from "vitest";
import { MetricsRegistry } from "../observe/index.ts";
import { defineController } from "./define-controller.ts";
import type { ReconcileContext } from "./definition.ts";
import { Doors, Running, ScriptedServer, paint, run } from "./scripted-server.fixture.ts";
import type { Door } from "./scripted-server.fixture.ts";
import { TerminalError } from "./terminal-error.ts";

test("what is there, what comes and what changes is reconciled, once for each object [controller/reconciles-all]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  for (const name of ["a", "b"]) server.put(name);
  const seen: string[] = [];
  await using running = run(
    { reconcile: async ({ spec }, { key }) => void seen.push(`${key.name} ${spec.colour}`) },
    server,
  );
  await running.settle();
  expect(seen).toEqual(["a blue", "b blue"]);
  server.put("c");
  await running.settle();
  server.put("a", { spec: { colour: "red" } });
  await running.settle();
  expect(seen.slice(2)).toEqual(["c blue", "a red"]);
  server.delete("a");
  await running.settle();
  expect(seen).toHaveLength(4);
  expect(server.writes).toEqual([]);
});

test("a resync runs every object again, though nothing has changed [controller/resync-runs]", async ({ expect }) => {
  const server = new ScriptedServer();
  for (const name of ["a", "b"]) server.put(name);
  let runs = 0;
  const definition = defineController({ for: Doors, reconcile: async () => void runs++ });
  await using running = new Running(definition, { server, resyncMs: 60_000 });
  await running.clock.advance(59_999);
  expect(runs).toBe(2);
  await running.clock.advance(1);
  expect([runs, server.writes.length]).toEqual([4, 0]);
});

test("an equal status is not written, and an own write causes no further run [controller/silent-when-settled]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  let runs = 0;
  const reconcile = async (door: Door, context: ReconcileContext<Door>): Promise<void> => {
    runs++;
    await paint(door, context);
  };
  await using running = run({ reconcile, finalize: async () => {} }, server);
  await running.settle();
  expect([server.writes.length, runs]).toEqual([2, 1]);
  server.put("a", { metadata: { ...server.get("a")!.metadata, labels: { touched: "yes" } } });
  await running.settle();
  expect([server.writes.length, runs]).toEqual([2, 2]);
});

test("objects are read-only, also those that a write has answered with [controller/objects-read-only]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const refused: string[] = [];
  const reconcile = async (door: Door): Promise<void> => {
    const { spec } = door as { spec: { colour: string } };
    expect(() => (spec.colour = "red")).toThrow(TypeError);
    refused.push(door.spec.colour);
  };
  await using running = run({ reconcile, finalize: async () => {} }, server);
  await running.settle();
  server.put("a", { metadata: { ...server.get("a")!.metadata, labels: { touched: "yes" } } });
  await running.settle();
  expect(refused).toEqual(["blue", "blue"]);
});

test("a finalizer is there before the first reconcile, and goes when finalize has succeeded [controller/finalizer-life]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a", { metadata: { name: "a", finalizers: ["other.dev/one"] } });
  const events: string[] = [];
  let isBroken = true;
  const note = (event: string, { metadata }: Door): void =>
    void events.push(`${event} ${metadata.finalizers?.join(" ")}`);
  const both = "other.dev/one example.dev/doors-controller";
  await using running = run(
    {
      reconcile: async (door) => note("reconcile", door),
      async finalize(door) {
        note("finalize", door);
        if (isBroken) throw new Error("not yet");
      },
    },
    server,
  );
  await running.settle();
  expect(events.splice(0)).toEqual([`reconcile ${both}`]);
  server.delete("a");
  await running.settle();
  expect(events.splice(0)).toEqual([`finalize ${both}`]);
  expect(server.get("a")?.metadata.finalizers).toContain("example.dev/doors-controller");
  isBroken = false;
  await running.clock.advance(1_000);
  expect(events.splice(0)).toEqual([`finalize ${both}`]);
  expect(server.get("a")?.metadata.finalizers).toEqual(["other.dev/one"]);
  server.put("a", { spec: { colour: "red" } });
  await running.settle();
  expect(events).toEqual([]);
});

test("an object that somebody else holds back is left alone, one of an earlier version of the controller let go [controller/finalizer-of-others]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  server.put("a", { metadata: { name: "a", deletionTimestamp, finalizers: ["other.dev/one"] } });
  server.put("b", { metadata: { name: "b", deletionTimestamp, finalizers: ["example.dev/doors-controller"] } });
  let runs = 0;
  const finalizer = "example.dev/doors-controller";
  const definition = { ...defineController({ for: Doors, reconcile: async () => void runs++ }), finalizer };
  await using running = new Running(definition, { server });
  await running.settle();
  expect([runs, server.get("a") === undefined, server.get("b")]).toEqual([0, false, undefined]);
});

test("a failure is reported with key and attempt, and tried again with a growing delay [controller/retries-grow]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const times: number[] = [];
  let failures = 3;
  const reconcile = async (_door: Door, { clock }: ReconcileContext<Door>): Promise<void> => {
    times.push(clock.monotonic());
    if (failures-- > 0) throw new Error("no paint");
  };
  await using running = run({ reconcile }, server);
  await running.settle();
  await running.clock.advance(60_000);
  expect(times).toEqual([0, 5, 15, 35]);
  expect(running.log.filter(({ level }) => level === "error")).toMatchObject(
    [1, 2, 3].map((attempt) => ({
      controller: "doors",
      key: "hall/a",
      attempt,
      error: { message: "no paint" },
    })),
  );
  failures = 1;
  server.put("a", { spec: { colour: "red" } });
  await running.settle();
  await running.clock.advance(60_000);
  expect(times.slice(4)).toEqual([60_000, 60_005]);
});

test("a terminal failure is reported and waits for the next change [controller/terminal-error]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  let runs = 0;
  const reconcile = async (): Promise<void> => {
    runs++;
    throw new TerminalError("there is no such colour");
  };
  await using running = run({ reconcile }, server);
  await running.settle();
  await running.clock.advance(300_000);
  expect([runs, running.messages("error")]).toEqual([1, ["A reconcile failed for good and waits for the next change"]]);
  server.put("a", { spec: { colour: "red" } });
  await running.settle();
  expect(runs).toBe(2);
});

test("a conflict is tried again without a word, from the newer object [controller/conflict-quiet]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  let conflicts = 1;
  server.onWrite = () => {
    if (conflicts > 0) server.put("a", { spec: { colour: `shade ${conflicts--}` } });
    return undefined;
  };
  await using running = run({ reconcile: paint }, server);
  await running.settle();
  await running.clock.advance(1_000);
  expect(server.get("a")?.status).toEqual({ painted: "shade 1" });
  expect([...running.messages("error"), ...running.messages("warn"), ...running.messages("info")]).toEqual([]);
  conflicts = 10;
  server.put("a", { spec: { colour: "white" } });
  await running.clock.advance(60_000);
  expect(running.log.filter(({ level }) => level === "warn")).toMatchObject([{ attempt: 10 }]);
});

test("a requeueAfter of nothing is slowed down, and leaves the process its turns [controller/requeue-at-once]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  let runs = 0;
  await using running = run({ reconcile: async () => ({ requeueAfter: runs++ % 2 === 0 ? 0 : -5 }) }, server);
  await running.settle();
  await running.clock.advance(1_000);
  expect(runs).toBeGreaterThan(5);
  expect(runs).toBeLessThan(12);
});

test("requeueAfter looks again after exactly that time, and counts as success [controller/requeue-after]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const times: number[] = [];
  const reconcile = async (_door: Door, { clock }: ReconcileContext<Door>): Promise<{ requeueAfter: string }> => {
    times.push(clock.monotonic());
    return { requeueAfter: times.length === 3 ? "never" : "10s" };
  };
  await using running = run({ reconcile }, server);
  await running.settle();
  await running.clock.advance(20_000);
  expect(times).toEqual([0, 10_000, 20_000]);
  expect(JSON.stringify(running.log)).toContain("requeueAfter of a reconcile");
});

test("how reconciles end and how long they take is counted [controller/metrics]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  const metrics = new MetricsRegistry();
  const ends = [() => {}, () => expect.fail("no paint"), () => ({ requeueAfter: "1s" })];
  const reconcile = async (
    _door: Door,
    { clock }: ReconcileContext<Door>,
  ): Promise<{ requeueAfter: string } | void> => {
    await clock.sleep(300);
    return ends.pop()?.() ?? undefined;
  };
  await using running = new Running(defineController({ for: Doors, reconcile }), { server, metrics });
  await running.settle();
  await running.clock.advance(10_000);
  const text = metrics.text();
  expect(text).toContain('setpoint_reconcile_total{controller="doors",result="requeue_after"} 1');
  expect(text).toContain('setpoint_reconcile_total{controller="doors",result="error"} 1');
  expect(text).toContain('setpoint_reconcile_total{controller="doors",result="success"} 1');
  expect(text).toContain('setpoint_reconcile_total{controller="doors",result="terminal_error"} 0');
  expect(text).toContain('setpoint_reconcile_duration_seconds_count{controller="doors"} 3');
  expect(text).toContain('workqueue_adds_total{name="doors"}');
});
