import { test } from "vitest";
import { nextTurn } from "../async/index.ts";
import { defineController } from "./define-controller.ts";
import type { ControllerOptions } from "./define-controller.ts";
import type { ReconcileContext } from "./definition.ts";
import { Doors, Running, ScriptedServer } from "./scripted-server.fixture.ts";
import type { Door } from "./scripted-server.fixture.ts";

type Options = Partial<ControllerOptions<Door>> & Pick<ControllerOptions<Door>, "reconcile">;

function run(options: Options, server: ScriptedServer): Running {
  return new Running(defineController({ for: Doors, ...options }), { server });
}

test("one object is never reconciled twice at once, and a change meanwhile is not lost [controller/one-at-a-time]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  for (const name of ["a", "b", "c"]) server.put(name);
  const open: (() => void)[] = [];
  const begun: string[] = [];
  const reconcile = async ({ spec }: Door, { key }: ReconcileContext<Door>): Promise<void> => {
    begun.push(`${key.name} ${spec.colour}`);
    await new Promise<void>((resolve) => void open.push(resolve));
  };
  await using running = run({ reconcile, workers: 2 }, server);
  await running.settle();
  expect(begun).toEqual(["a blue", "b blue"]);
  server.put("a", { spec: { colour: "red" } });
  server.put("a", { spec: { colour: "green" } });
  await running.settle();
  open[1]!();
  await running.settle();
  expect(begun.slice(2)).toEqual(["c blue"]);
  open[2]!();
  await running.settle();
  expect(begun).toHaveLength(3);
  open[0]!();
  await running.settle();
  expect(begun.slice(3)).toEqual(["a green"]);
  open[3]!();
});

test("a reconcile that never ends is told to stop and reported, holds its key, and no other [controller/stuck-holds-its-key-only]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  for (const name of ["a", "b"]) server.put(name);
  const begun: string[] = [];
  let end: ((error: Error) => void) | undefined;
  let signal: AbortSignal | undefined;
  const reconcile = async (_door: Door, context: ReconcileContext<Door>): Promise<void> => {
    begun.push(context.key.name);
    if (begun.length > 1) return;
    signal = context.signal;
    await new Promise<void>((_resolve, reject) => void (end = reject));
  };
  await using running = run({ reconcile, reconcileTimeout: "1m" }, server);
  await running.settle();
  await running.clock.advance(59_999);
  expect([begun, signal?.aborted]).toEqual([["a"], false]);
  await running.clock.advance(1);
  expect(begun).toEqual(["a", "b"]);
  expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
  expect(running.log).toMatchObject([
    { level: "error", key: "hall/a", message: expect.stringContaining("longer than 1m0s") as string },
  ]);
  server.put("a", { spec: { colour: "red" } });
  await running.clock.advance(600_000);
  expect(begun).toEqual(["a", "b"]);
  end!(new Error("at last"));
  await running.settle();
  await running.clock.advance(1_000);
  expect(begun).toEqual(["a", "b", "a"]);
  expect(running.messages("error")).toHaveLength(1);
});

test("a stop waits for a run that follows another of the same key [controller/stop-waits-for-runs]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  const open: (() => void)[] = [];
  const reconcile = (): Promise<void> => new Promise((resolve) => void open.push(resolve));
  await using running = run({ reconcile, workers: 2 }, server);
  await running.settle();
  server.put("a", { spec: { colour: "red" } });
  await running.settle();
  open[0]!();
  await running.settle();
  expect(open).toHaveLength(2);
  let isStopped = false;
  void running.stopped.then(() => (isStopped = true));
  running.stop();
  await running.settle();
  expect(isStopped).toBe(false);
  open[1]!();
  await running.stopped;
});

test("many reconciles that wait for nothing leave the process its turns [controller/leaves-turns]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  for (let index = 0; index < 200; index++) server.put(`door-${index}`);
  let runs = 0;
  let runsAtTurn = 0;
  const reconcile = async (): Promise<void> => {
    if (runs++ === 0) void nextTurn().then(() => (runsAtTurn = runs));
  };
  await using _running = run({ reconcile }, server);
  await expect.poll(() => runs).toBe(200);
  expect(runsAtTurn).toBeLessThan(100);
});

test("a write that is never answered is given up and tried again [controller/write-is-bounded]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  server.onWrite = (_write, { signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
  await using running = run({ reconcile: async ({ spec }, { status }) => status({ painted: spec.colour }) }, server);
  await running.settle();
  await running.clock.advance(29_999);
  expect(running.log).toEqual([]);
  server.onWrite = () => undefined;
  await running.clock.advance(10);
  expect(running.messages("error")).toEqual(["A reconcile failed and is tried again"]);
  expect(server.get("a")?.status).toEqual({ painted: "blue" });
});

test("stopping tells what runs, waits for it, and lets it write its status [controller/graceful-stop]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  for (const name of ["a", "b"]) server.put(name);
  const begun: string[] = [];
  const reconcile = async (_door: Door, { key, signal, clock, status }: ReconcileContext<Door>): Promise<void> => {
    begun.push(key.name);
    status({ painted: "half" });
    await clock.sleep(600_000, signal).catch(() => clock.sleep(5_000));
    signal.throwIfAborted();
  };
  await using running = run({ reconcile, reconcileTimeout: "1h" }, server);
  await running.settle();
  running.stop();
  server.put("c");
  let isStopped = false;
  void running.stopped.then(() => (isStopped = true));
  await running.clock.advance(4_999);
  expect(isStopped).toBe(false);
  await running.clock.advance(1);
  expect([isStopped, begun]).toEqual([true, ["a"]]);
  expect(server.get("a")?.status).toEqual({ painted: "half" });
  expect([...running.messages("error"), ...running.messages("warn")]).toEqual([]);
});

test("reconciles that do not end are given up after the graceful time, by name, and write nothing more [controller/stuck-at-stop]", async ({
  expect,
}) => {
  const server = new ScriptedServer();
  server.put("a");
  let end: (() => void) | undefined;
  const reconcile = async (_door: Door, { status }: ReconcileContext<Door>): Promise<void> => {
    status({ painted: "late" });
    await new Promise<void>((resolve) => void (end = resolve));
  };
  const definition = defineController({ for: Doors, reconcile });
  await using running = new Running(definition, { server, gracefulShutdownMs: 2_000 });
  await running.settle();
  running.stop();
  await running.clock.advance(2_000);
  await expect(running.stopped).rejects.toMatchObject({
    code: "SETPOINT_CONTROLLER_STUCK",
    message: expect.stringMatching(/^Stop the controller doors: .* within 2s: hall\/a$/) as string,
  });
  end!();
  await running.settle();
  expect(server.writes).toEqual([]);
});

test("a controller that stops before it has synced ends at once [controller/stop-before-sync]", async ({ expect }) => {
  const server = new ScriptedServer();
  server.put("a");
  const running = run({ reconcile: async () => expect.unreachable() }, server);
  running.stop();
  await running.stopped;
  await running[Symbol.asyncDispose]();
  expect(running.clock.pending).toBe(0);
});
