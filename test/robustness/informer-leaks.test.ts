import { execFile } from "node:child_process";
import { createServer } from "node:https";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { listening } from "../e2e/client-fault-listening.fixture.ts";
import type { Leftovers } from "./informer-leftovers.ts";

const reconnecting: Readonly<URL> = new URL("informer-reconnects.ts", import.meta.url);
const churning: Readonly<URL> = new URL("informer-churn.ts", import.meta.url);
const listing: Readonly<URL> = new URL("informer-slow-lists.ts", import.meta.url);

interface Reconnects {
  readonly before: Leftovers;
  readonly after: Leftovers;
  readonly closed: Leftovers;
  readonly updates: number;
}

interface Churn {
  readonly before: Leftovers & { readonly timers: number };
  readonly after: Leftovers & { readonly timers: number };
  readonly timersLeft: number;
  readonly fired: {
    readonly killed: number;
    readonly dropped: number;
    readonly refused: number;
    readonly restarts: number;
  };
  readonly ends: { readonly add: number; readonly delete: number };
  readonly present: number;
}

interface SlowLists {
  readonly before: Leftovers & { readonly timers: number };
  readonly after: Leftovers & { readonly timers: number };
  readonly lists: { readonly before: number; readonly after: number };
  readonly expired: number;
  readonly timersLeft: number;
}

/** A child that hangs is killed before the test is given up, so that none is left. */
const childMs = 280_000;

async function run(script: Readonly<URL>, count: number, environment: Record<string, string> = {}): Promise<unknown> {
  const path = fileURLToPath(script.href);
  const env = { ...process.env, ...environment };
  const options = { env, timeout: childMs, killSignal: "SIGKILL" } as const;
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", path, String(count)], options);
  return JSON.parse(stdout) as unknown;
}

/**
 * A server of one config map that never rests: each watch tells one change and ends, every tenth by a broken connection. It streams no lists.
 */
async function startRestlessServer() {
  const authority = createAuthority({ commonName: "authority", clock: realClock, random: systemRandom });
  const { certificate: cert, key } = issueCertificate(authority, {
    commonName: "restless",
    usages: ["server"],
    ipAddresses: ["127.0.0.1"],
  });
  const counts = { lists: 0, ended: 0, broken: 0 };
  const object = (): object => {
    const resourceVersion = String(counts.ended + counts.broken + 10);
    const metadata = { name: "a", namespace: "default", uid: "uid", resourceVersion };
    return { kind: "ConfigMap", apiVersion: "v1", metadata };
  };
  const server = createServer({ cert, key }, (request, response) => {
    if (request.url?.includes("watch=") === true) {
      const isBroken = (counts.ended + counts.broken) % 10 === 9;
      counts[isBroken ? "broken" : "ended"] += 1;
      const line = `${JSON.stringify({ type: "MODIFIED", object: object() })}\n`;
      if (isBroken) response.write(line, () => request.socket.destroy());
      else response.end(line);
    } else {
      counts.lists += 1;
      const list = { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "10" }, items: [object()] };
      response.end(JSON.stringify(list));
    }
  });
  const listener = await listening(server);
  return { ...listener, counts, ca: authority.certificate };
}

test(
  "ten thousand reconnects leave no socket, timer, listener or heap behind [informer/reconnects-leave-nothing]",
  { timeout: 300_000 },
  async ({ expect }) => {
    const reconnects = 10_000;
    await using server = await startRestlessServer();
    const environment = { SERVER: `https://127.0.0.1:${server.port}`, CA: server.ca };
    const left = (await run(reconnecting, reconnects, environment)) as Reconnects;
    const { counts, connections } = server;
    const { before, after, closed } = left;
    const perReconnect = (after.heapBytes - before.heapBytes) / reconnects;
    process.stdout.write(`bytes left of a reconnect: ${perReconnect.toFixed(1)}\n`);
    expect(counts.ended, "the faults fired").toBeGreaterThan(reconnects);
    expect(counts.broken).toBeGreaterThan(reconnects / 10);
    expect([counts.lists, left.updates > reconnects]).toEqual([1, true]);
    // Connections are used again, and none is kept that is not used.
    expect(connections.total).toBeLessThan(counts.broken * 1.2 + 20);
    expect(connections.most).toBeLessThanOrEqual(3);
    expect(Math.abs(after.resources.length - before.resources.length)).toBeLessThanOrEqual(3);
    expect(after.listeners).toBe(before.listeners);
    expect(closed.resources.filter((name) => /Timeout|Immediate|TCP|TLS|GetAddrInfo/.test(name))).toEqual([]);
    expect(closed.listeners).toBe(0);
    // A watch holds kilobytes while it is open; what is left here is the code, which is not yet compiled for good.
    expect(perReconnect).toBeLessThan(200);
  },
);

test(
  "a day of changes, resets, refusals and restarts leaves timers, listeners and heap as they were [informer/churn-leaves-nothing]",
  { timeout: 300_000 },
  async ({ expect }) => {
    const { before, after, timersLeft, fired, ends, present } = (await run(churning, 24)) as Churn;
    const growth = after.heapBytes - before.heapBytes;
    process.stdout.write(`bytes left of a day: ${growth}\n`);
    expect(
      Object.values(fired).every((times) => times >= 20),
      JSON.stringify(fired),
    ).toBe(true);
    expect(ends.add - ends.delete).toBe(present);
    expect([after.timers, after.listeners, after.resources]).toEqual([
      before.timers,
      before.listeners,
      before.resources,
    ]);
    expect(timersLeft).toBe(0);
    // Less than a kilobyte for each watch that there was; one holds several while it is open.
    expect(growth).toBeLessThan(1_024 * 1_024);
  },
);

test(
  "lists that take longer than the server remembers leave timers, listeners and heap as they were [informer/slow-lists-leave-nothing]",
  { timeout: 300_000 },
  async ({ expect }) => {
    const { before, after, lists, expired, timersLeft } = (await run(listing, 4)) as SlowLists;
    const growth = after.heapBytes - before.heapBytes;
    process.stdout.write(`bytes left of four hours of lists: ${growth}\n`);
    expect(expired, "the fault fired").toBeGreaterThanOrEqual(20);
    expect(lists.after, "a list each five minutes at most").toBeLessThanOrEqual(48);
    expect(lists.after).toBeGreaterThan(10);
    // One watch or wait may be open at either moment, and none more.
    expect(Math.abs(after.timers - before.timers)).toBeLessThanOrEqual(3);
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 1);
    expect(after.resources).toEqual(before.resources);
    expect(timersLeft).toBe(0);
    expect(growth).toBeLessThan(1_024 * 1_024);
  },
);
