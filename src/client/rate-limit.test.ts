import { test } from "vitest";
import { InvalidArgumentError, VirtualClock } from "../async/index.ts";
import { rateLimit } from "./rate-limit.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { HttpRequest } from "./transport.ts";

const get: HttpRequest = { method: "GET", path: "/a", headers: {} };

test("a burst goes out at once and the rest at the rate, in order; streams never wait [client/rate-limit]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const sentAt: (readonly [string, number])[] = [];
  const { send } = scriptedTransport();
  const startedAt = clock.monotonic();
  const limited = rateLimit(
    { requestsPerSecond: 10, burst: 2 },
    { clock },
  )((request) => {
    sentAt.push([request.path, clock.monotonic() - startedAt]);
    return send(request);
  });
  const sending = ["1", "2", "3", "4"].map((path) => limited({ ...get, path }));
  sending.push(limited({ ...get, path: "stream", isStream: true }));
  await clock.runUntilIdle();
  await Promise.all(sending);
  expect(sentAt).toEqual([
    ["1", 0],
    ["2", 0],
    ["stream", 0],
    ["3", 100],
    ["4", 200],
  ]);
});

test("a request that is aborted while it waits rejects with the reason and gives its turn back [client/rate-limit]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const { send, requests } = scriptedTransport();
  const waits: number[] = [];
  const onWait = (_method: string, waitedMs: number): void => void waits.push(waitedMs);
  const limited = rateLimit({ requestsPerSecond: 1, burst: 1 }, { clock, onWait })(send);
  await limited(get);
  const stop = new AbortController();
  const outcome = limited({ ...get, signal: stop.signal }).catch((error: unknown) => error);
  stop.abort("enough");
  expect(await outcome).toBe("enough");
  const next = limited(get);
  await clock.runUntilIdle();
  await next;
  expect(requests).toHaveLength(2);
  expect(waits).toEqual([0, 1_000]);
});

test("a limit that is none is refused [client/rate-limit]", ({ expect }) => {
  const clock = new VirtualClock();
  for (const limit of [
    { requestsPerSecond: 0, burst: 1 },
    { requestsPerSecond: Number.NaN, burst: 1 },
    { requestsPerSecond: Infinity, burst: 1 },
    { requestsPerSecond: 1, burst: 0 },
    { requestsPerSecond: 1, burst: 1.5 },
  ]) {
    expect(() => rateLimit(limit, { clock })).toThrow(expect.toSatisfy(InvalidArgumentError.is));
  }
});
