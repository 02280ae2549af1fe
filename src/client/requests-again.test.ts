import { describe, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { isTooManyRequests, suggestedDelayMs } from "../model/index.ts";
import { MetricsRegistry } from "../observe/index.ts";
import { Deployment } from "../types/apps/v1/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import { TransportError } from "./errors.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";
import type { Middleware } from "./transport.ts";
import { failureOf } from "./transport.fixture.ts";

const busy: ScriptedAnswer = { status: 429, headers: { "retry-after": "1" } };
const found: ScriptedAnswer = { body: { metadata: { name: "a" } } };

describe("a client with a rate limit", () => {
  const rateLimit = { requestsPerSecond: 1, burst: 1 };

  test("counts all that it sends together, whatever the kind and the handle [client/rate-limit-shared]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const client = Client.over(scriptedTransport(found).send, { clock, rateLimit });
    const sending = [
      client.resource(ConfigMap).get("a"),
      client.resource(Deployment).get("a"),
      client.resource(Deployment, { namespace: "other" }).get("a"),
      client.rest.path("/version").send(),
    ];
    await clock.runUntilIdle();
    await Promise.all(sending);
    expect(clock.monotonic()).toBe(3_000);
  });

  test("counts each time that a request is sent [client/rate-limit-retries]", async ({ expect }) => {
    const clock = new VirtualClock();
    const slow = { requestsPerSecond: 0.1, burst: 1 };
    const { send, requests } = scriptedTransport(busy, found);
    const sending = Client.over(send, { clock, rateLimit: slow }).resource(ConfigMap).get("a");
    await clock.runUntilIdle();
    await sending;
    expect(requests).toHaveLength(2);
    expect(clock.monotonic()).toBe(10_000);
  });

  test("measures how long requests wait for it [client/rate-limit-measured]", async ({ expect }) => {
    const clock = new VirtualClock();
    const metrics = new MetricsRegistry();
    const client = Client.over(scriptedTransport(found).send, { clock, rateLimit, metrics });
    const sending = [client.resource(ConfigMap).get("a"), client.resource(ConfigMap).get("a")];
    await clock.runUntilIdle();
    await Promise.all(sending);
    const labels = '{verb="GET",host="in-process"}';
    expect(metrics.text()).toContain(`rest_client_rate_limiter_duration_seconds_sum${labels} 1\n`);
    expect(metrics.text()).toContain(`rest_client_rate_limiter_duration_seconds_count${labels} 2\n`);
  });

  test("ends a request whose turn does not come in its time, and gives the turn to the next [client/rate-limit-late]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const slow = { requestsPerSecond: 0.1, burst: 1 };
    const { send, requests } = scriptedTransport(found);
    const client = Client.over(send, { clock, rateLimit: slow, requestTimeoutMs: 8_000 });
    await client.resource(ConfigMap).get("a");
    const late = failureOf(client.resource(ConfigMap).get("a"));
    await clock.advance(8_000);
    expect(await late).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TIMEOUT"));
    const next = client.resource(ConfigMap).get("a");
    await clock.advance(2_000);
    await next;
    expect(requests).toHaveLength(2);
  });
});

describe("a request that is sent again", () => {
  test("fails with what happened last [client/retry-last-failure]", async ({ expect }) => {
    const clock = new VirtualClock();
    let attempts = 0;
    const breaking: Middleware = (next) => async (request) => {
      attempts += 1;
      if (attempts === 1) return next(request);
      throw new TransportError("SETPOINT_TRANSPORT_REFUSED", "nobody listens");
    };
    const client = Client.over(scriptedTransport(busy).send, { clock, middleware: [breaking] });
    const failure = failureOf(client.resource(ConfigMap).get("a"));
    await clock.runUntilIdle();
    expect(await failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_REFUSED"));
    expect(attempts).toBe(2);
  });

  test("and is too many every time is TooManyRequests, and says when to come again [client/retry-refused]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const { send, requests } = scriptedTransport({ ...busy, body: "Too many requests, please try again later." });
    const failure = failureOf(Client.over(send, { clock, maxRetries: 2 }).resource(ConfigMap).get("a"));
    await clock.runUntilIdle();
    expect(await failure).toSatisfy(isTooManyRequests);
    expect(suggestedDelayMs(await failure)).toBe(1_000);
    expect(requests).toHaveLength(3);
  });

  test("is not, if fewer times than none are allowed [client/retry-limit]", async ({ expect }) => {
    const { send, requests } = scriptedTransport(busy);
    expect(await failureOf(Client.over(send).resource(ConfigMap).get("a", { maxRetries: -1 }))).toSatisfy(
      isTooManyRequests,
    );
    expect(requests).toHaveLength(1);
  });
});
