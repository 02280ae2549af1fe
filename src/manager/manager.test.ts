import { expectTypeOf, test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { Client } from "../client/index.ts";
import type { HttpRequest, HttpResponse, Transport } from "../client/index.ts";
import { defineController } from "../controller/index.ts";
import type { ControllerDefinition } from "../controller/index.ts";
import type { Resource } from "../model/index.ts";
import { createLogger } from "../observe/index.ts";
import { ConfigMap, Secret } from "../types/core/v1/index.ts";
import { Manager } from "./manager.ts";
import type { ManagerOptions } from "./manager.ts";

async function* bytes(...parts: readonly unknown[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield new TextEncoder().encode(JSON.stringify(part));
}

function answer(status: number, document: unknown): HttpResponse {
  return { status, headers: { "content-type": "application/json" }, body: bytes(document) };
}

/** A watch on which nothing happens. */
async function* silence(signal: AbortSignal | undefined, onEnd: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield new Uint8Array();
    await new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  } finally {
    onEnd();
  }
}

/** The other side: one object in each collection, and watches that stay silent. Counts what is open. */
class QuietServer {
  readonly requests: string[] = [];
  openWatches = 0;
  isAway = false;

  readonly transport: Transport = async ({ method, path, signal }: HttpRequest) => {
    const url = new URL(path, "https://server");
    // It does not stream lists.
    if (!this.isAway && url.searchParams.has("sendInitialEvents")) return answer(422, { kind: "Status", code: 422 });
    this.requests.push(`${method} ${url.pathname}`);
    if (this.isAway) throw new Error("nobody answers");
    if (url.searchParams.has("watch")) {
      this.openWatches++;
      return { status: 200, headers: {}, body: silence(signal, () => void this.openWatches--) };
    }
    const metadata = { name: "one", namespace: "shop", uid: "u", resourceVersion: "5" };
    return answer(200, { metadata: { resourceVersion: "7" }, items: [{ metadata }] });
  };
}

function start(controllers: readonly ControllerDefinition[], options: Partial<ManagerOptions> = {}) {
  const server = new QuietServer();
  const clock = new VirtualClock();
  const lines: string[] = [];
  const log = createLogger({ clock, format: "json", write: (line) => void lines.push(line) });
  const client = Client.over(server.transport, { clock });
  const manager = new Manager({ client, controllers, clock, random: seededRandom(1), log, ...options });
  const stop = new AbortController();
  return { server, clock, lines, client, manager, stop };
}

const idle = async (): Promise<void> => {};

test("controllers run side by side, with one informer for each kind [manager/one-informer-per-kind]", async ({
  expect,
}) => {
  const seen: string[] = [];
  const controller = (name: string, resource: Resource): ControllerDefinition =>
    defineController({
      name,
      for: resource,
      reconcile: async (_object, { key }) => void seen.push(`${name} ${key.name}`),
    });
  const all = [controller("a", ConfigMap), controller("b", ConfigMap), controller("c", Secret)];
  const { server, clock, manager, stop } = start(all);
  const running = manager.run(stop);
  await clock.advance(0);
  expect(seen.sort()).toEqual(["a one", "b one", "c one"]);
  expect([server.requests.sort(), server.openWatches]).toEqual([
    ["GET /api/v1/configmaps", "GET /api/v1/configmaps", "GET /api/v1/secrets", "GET /api/v1/secrets"],
    2,
  ]);
  stop.abort();
  await running;
});

test("stopping waits for what runs while informers still run, and leaves nothing behind [manager/stop-in-order]", async ({
  expect,
}) => {
  let watchesAtEnd = 0;
  const controller = defineController({
    for: ConfigMap,
    async reconcile(_object, { signal, clock }) {
      await clock.sleep(60_000, signal).catch(() => clock.sleep(1_000));
      watchesAtEnd = server.openWatches;
    },
  });
  const { server, clock, client, manager, stop } = start([controller]);
  const running = manager.run(stop);
  await clock.advance(0);
  stop.abort();
  await clock.advance(1_000);
  await running;
  expect([watchesAtEnd, server.openWatches, clock.pending]).toEqual([1, 0, 0]);
  await expect(client.resource(ConfigMap).list()).resolves.toBeDefined();
});

test("a reconcile that does not end is named, and everything else is stopped [manager/stuck-is-named]", async ({
  expect,
}) => {
  const controllers = [
    defineController({ for: ConfigMap, reconcile: () => new Promise(() => {}) }),
    defineController({ for: Secret, reconcile: () => new Promise(() => {}) }),
  ];
  const one = start(controllers.slice(0, 1), { gracefulShutdownMs: 500 });
  const running = one.manager.run(one.stop);
  running.catch(() => {});
  await one.clock.advance(0);
  one.stop.abort();
  await one.clock.advance(500);
  await expect(running).rejects.toMatchObject({ code: "SETPOINT_CONTROLLER_STUCK" });
  await expect(running).rejects.toThrow("shop/one");
  expect([one.server.openWatches, one.clock.pending]).toEqual([0, 0]);

  const both = start(controllers);
  const stopping = both.manager.run(both.stop);
  stopping.catch(() => {});
  await both.clock.advance(0);
  both.stop.abort();
  await both.clock.advance(30_000);
  await expect(stopping).rejects.toThrow(AggregateError);
});

test("a server that is away is waited for, and does not keep the manager from stopping [manager/server-away]", async ({
  expect,
}) => {
  let runs = 0;
  const controllers = [defineController({ for: ConfigMap, reconcile: async () => void runs++ })];
  const { server, clock, lines, manager, stop } = start(controllers);
  server.isAway = true;
  const running = manager.run(stop);
  await clock.advance(60_000);
  expect(runs).toBe(0);
  expect(lines.join("")).toContain("nobody answers");
  server.isAway = false;
  await clock.advance(60_000);
  expect(runs).toBe(1);
  stop.abort();
  await running;

  const never = start(controllers);
  never.server.isAway = true;
  const waiting = never.manager.run(never.stop);
  await never.clock.advance(1_000);
  never.stop.abort();
  await waiting;
  expect(never.clock.pending).toBe(0);
});

test("a manager runs once, also when it has nothing to run [manager/runs-once]", async ({ expect }) => {
  const { clock, manager, stop } = start([]);
  const running = manager.run(stop);
  let isStopped = false;
  void running.then(() => (isStopped = true));
  await expect(manager.run(stop)).rejects.toMatchObject({ code: "SETPOINT_MANAGER_STARTED" });
  await clock.advance(1_000);
  expect(isStopped).toBe(false);
  stop.abort();
  await running;
  await expect(manager.run(stop)).rejects.toMatchObject({ code: "SETPOINT_MANAGER_STARTED" });
});

test("a manager whose signal is aborted already starts no controller [manager/aborted-before-start]", async ({
  expect,
}) => {
  const { clock, manager, stop } = start([defineController({ for: ConfigMap, reconcile: idle })]);
  stop.abort();
  await manager.run(stop);
  expect(clock.pending).toBe(0);
});

test("two controllers of one name and a senseless time to stop in are refused [manager/options-checked]", ({
  expect,
}) => {
  const controller = defineController({ for: ConfigMap, reconcile: idle });
  expect(() => start([controller, controller])).toThrow(/two controllers have the name configmaps/);
  expect(() => start([], { gracefulShutdownMs: -1 })).toThrow(
    expect.objectContaining({ code: "SETPOINT_MANAGER_INVALID" }),
  );
  expectTypeOf<ManagerOptions["controllers"]>().toEqualTypeOf<readonly ControllerDefinition[]>();
});

test("without a logger, lines go to standard error [manager/logs-to-stderr]", async ({ expect, onTestFinished }) => {
  const lines: string[] = [];
  const { write } = process.stderr;
  onTestFinished(() => void (process.stderr.write = write));
  process.stderr.write = (line: string | Uint8Array) => lines.push(String(line)) > 0;
  const { manager, stop } = start([], { log: undefined });
  const running = manager.run(stop);
  stop.abort();
  await running;
  expect(lines.join("")).toContain("The manager runs");
});
