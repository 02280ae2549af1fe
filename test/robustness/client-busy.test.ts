import { createServer } from "node:http";
import { test } from "vitest";
import { realClock, VirtualClock } from "../../src/async/index.ts";
import { Client, clientDefaults } from "../../src/client/index.ts";
import type { ClientOptions } from "../../src/client/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { isServiceUnavailable, isTooManyRequests } from "../../src/model/index.ts";
import { listening } from "../e2e/client-fault-listening.fixture.ts";

interface BusyServer extends AsyncDisposable {
  readonly url: string;
  /** What it refuses requests with; `undefined` answers them. */
  refusal: { readonly status: number; readonly retryAfter: string } | undefined;
  readonly counts: { refused: number; served: number; underWay: number; mostUnderWay: number };
  /** How many connections there were at most at the same time. */
  readonly mostSockets: () => number;
}

async function startBusyServer(): Promise<BusyServer> {
  const counts = { refused: 0, served: 0, underWay: 0, mostUnderWay: 0 };
  const state: { refusal: BusyServer["refusal"] } = { refusal: undefined };
  const server = createServer((request, response) => {
    counts.mostUnderWay = Math.max(counts.mostUnderWay, ++counts.underWay);
    // Answers a turn later, so that those who come together are here together.
    request.resume().on("end", () => {
      setImmediate(() => {
        counts.underWay -= 1;
        const { refusal } = state;
        counts[refusal === undefined ? "served" : "refused"] += 1;
        if (refusal === undefined) response.end(`{"metadata":{"name":"a"}}`);
        else response.writeHead(refusal.status, { "retry-after": refusal.retryAfter }).end("busy");
      });
    });
  });
  const { port, connections, [Symbol.asyncDispose]: dispose } = await listening(server);
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    counts,
    mostSockets: () => connections.most,
    [Symbol.asyncDispose]: dispose,
  });
}

interface Crowd {
  /** How each request ended, of those that have. */
  readonly outcomes: readonly unknown[];
  /** Resolves when every request has ended or waits for its time to come again. */
  readonly rests: () => Promise<void>;
}

/** Sends many requests of all verbs at once, on a clock that only the test moves. */
function startCrowd(client: Client, clock: VirtualClock, size: number): Crowd {
  const maps = client.resource(ConfigMap);
  const verbs = [
    () => maps.get("a"),
    () => maps.create({ metadata: { name: "a" } }),
    () => maps.update({ metadata: { name: "a" } }),
    () => maps.patch("a", {}),
    () => maps.delete("a"),
  ];
  const outcomes: unknown[] = [];
  for (let index = 0; index < size; index++) {
    const act = verbs[index % verbs.length] as () => Promise<unknown>;
    void act().then(
      () => outcomes.push("done"),
      (error: unknown) => outcomes.push(error),
    );
  }
  // Whoever is under way has the timer of its time-out, whoever waits has one more.
  const rests = async (): Promise<void> => {
    while (clock.pending !== 2 * (size - outcomes.length)) await realClock.sleep(1);
  };
  return { outcomes, rests };
}

async function connect(url: string, options: ClientOptions = {}): Promise<{ client: Client; clock: VirtualClock }> {
  const clock = new VirtualClock();
  return { client: Client.connect({ server: url, namespace: "default" }, { clock, ...options }), clock };
}

test.for([429, 503])(
  "a server that is busy (%i) for minutes is asked again only when it says, over few connections, and all is done in the end [client/busy-bounded]",
  { timeout: 120_000 },
  async (status, { expect }) => {
    await using server = await startBusyServer();
    const { client, clock } = await connect(server.url, { requestTimeoutMs: 1_800_000, maxRetries: 1_000 });
    await using _client = client;
    const [size, minutes] = [200, 5];
    server.refusal = { status, retryAfter: "30" };
    const crowd = startCrowd(client, clock, size);
    await crowd.rests();
    expect(server.counts.refused).toBe(size);
    for (let half = 1; half <= 2 * minutes; half++) {
      await clock.advance(29_999);
      expect(server.counts.refused).toBe(size * half);
      await clock.advance(1);
      await crowd.rests();
      expect(server.counts.refused).toBe(size * (half + 1));
    }
    server.refusal = undefined;
    await clock.advance(30_000);
    await crowd.rests();
    expect(crowd.outcomes).toEqual(Array.from({ length: size }, () => "done"));
    expect(server.counts).toMatchObject({ served: size, refused: size * (2 * minutes + 1) });
    expect(server.counts.mostUnderWay).toBeLessThanOrEqual(clientDefaults.maxSockets);
    // The limit was reached, or it would have held nothing back.
    expect(server.mostSockets()).toBe(clientDefaults.maxSockets);
    expect(clock.pending).toBe(0);
  },
);

test.for([
  [429, isTooManyRequests],
  [503, isServiceUnavailable],
] as const)(
  "a server that stays busy (%i) is left after a while, with what it said [client/busy-bounded]",
  { timeout: 120_000 },
  async ([status, isWhatItSaid], { expect }) => {
    await using server = await startBusyServer();
    const { client, clock } = await connect(server.url);
    await using _client = client;
    server.refusal = { status, retryAfter: "1" };
    const crowd = startCrowd(client, clock, 50);
    for (let second = 0; second < clientDefaults.maxRetries; second++) {
      await crowd.rests();
      await clock.advance(1_000);
    }
    await crowd.rests();
    expect(crowd.outcomes).toHaveLength(50);
    for (const error of crowd.outcomes) expect(error).toSatisfy(isWhatItSaid);
    expect(server.counts).toMatchObject({ served: 0, refused: 50 * (clientDefaults.maxRetries + 1) });
    expect(clock.pending).toBe(0);
  },
);

test("a server that asks to wait longer than a request may take ends it in time [client/busy-bounded]", async ({
  expect,
}) => {
  await using server = await startBusyServer();
  const { client, clock } = await connect(server.url);
  await using _client = client;
  server.refusal = { status: 503, retryAfter: "3600" };
  const crowd = startCrowd(client, clock, 5);
  await crowd.rests();
  await clock.advance(clientDefaults.requestTimeoutMs);
  await crowd.rests();
  expect(crowd.outcomes).toHaveLength(5);
  for (const error of crowd.outcomes) expect(error).toMatchObject({ code: "SETPOINT_TRANSPORT_TIMEOUT" });
  expect(server.counts.refused).toBe(5);
});
