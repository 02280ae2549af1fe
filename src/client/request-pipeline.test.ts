import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { MetricsRegistry, silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { Namespace, Pod } from "../types/core/v1/index.ts";
import { TransportError } from "./errors.ts";
import { RestClient } from "./rest-client.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { HttpRequest, Middleware, Transport } from "./transport.ts";

test("a user's middleware sees each attempt as it is sent, the outermost first [client/middleware]", async ({
  expect,
}) => {
  const seen: string[] = [];
  const named =
    (name: string): Middleware =>
    (next) =>
    async (request) => {
      seen.push(`${name} ${request.headers["authorization"]}`);
      const response = await next(request);
      seen.push(`${name} ${response.status}`);
      return response;
    };
  const clock = new VirtualClock();
  const { send } = scriptedTransport({ status: 429, headers: { "retry-after": "1" } }, { body: { items: [] } });
  const rest = new RestClient({ transport: send, clock, token: "t", middleware: [named("outer"), named("inner")] });
  const sending = rest.get(Pod).send();
  await clock.runUntilIdle();
  await sending;
  const attempt = (status: number): readonly string[] => [
    "outer Bearer t",
    "inner Bearer t",
    `inner ${status}`,
    `outer ${status}`,
  ];
  expect(seen).toEqual([...attempt(429), ...attempt(200)]);
});

test("requests are counted by method and code, retries by cause, and measured as a whole [client/request-metrics]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const metrics = new MetricsRegistry();
  const { send } = scriptedTransport({ status: 503, headers: { "retry-after": "2" } }, { body: { items: [] } });
  const rest = new RestClient({
    transport: send,
    clock,
    metrics,
    host: "server:6443",
    rateLimit: { requestsPerSecond: 1, burst: 5 },
  });
  const sending = rest.get(Pod).send();
  await clock.runUntilIdle();
  await sending;
  const failing: Transport = async () => {
    throw new TransportError("SETPOINT_TRANSPORT_REFUSED", "GET /a: nobody listens there");
  };
  await rest.delete(Namespace).name("a").send();
  await expect(
    new RestClient({ transport: failing, clock, metrics, host: "server:6443" }).get(Pod).send(),
  ).rejects.toThrow("nobody");
  const text = metrics.text();
  for (const line of [
    'rest_client_requests_total{code="503",method="GET",host="server:6443"} 1',
    'rest_client_requests_total{code="200",method="GET",host="server:6443"} 1',
    'rest_client_requests_total{code="200",method="DELETE",host="server:6443"} 1',
    'rest_client_requests_total{code="<error>",method="GET",host="server:6443"} 1',
    'rest_client_request_retries_total{code="503",verb="GET",host="server:6443"} 1',
    'rest_client_request_duration_seconds_sum{verb="GET",host="server:6443"} 2',
    'rest_client_request_duration_seconds_count{verb="GET",host="server:6443"} 2',
    'rest_client_rate_limiter_duration_seconds_count{verb="GET",host="server:6443"} 2',
  ]) {
    expect(text).toContain(line);
  }
});

test("an abort counts nowhere, a time-out does [client/request-metrics]", async ({ expect }) => {
  const clock = new VirtualClock();
  const metrics = new MetricsRegistry();
  const mute: Transport = ({ signal }: HttpRequest) =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  const rest = new RestClient({ transport: mute, clock, metrics, requestTimeoutMs: 1_000 });
  const stop = new AbortController();
  const aborted = rest
    .get(Pod)
    .send({ signal: stop.signal })
    .catch((error: unknown) => error);
  stop.abort("enough");
  expect(await aborted).toBe("enough");
  expect(metrics.text()).not.toContain("rest_client_requests_total{");
  const late = rest
    .get(Pod)
    .send()
    .catch((error: unknown) => error);
  await clock.runUntilIdle();
  expect(await late).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TIMEOUT"));
  expect(metrics.text()).toContain('rest_client_requests_total{code="<error>",method="GET",host="in-process"} 1');
});

test("warnings go to whoever wants them, else to the log, once each [client/warnings]", async ({ expect }) => {
  const { send } = scriptedTransport({ headers: { warning: '299 - "v1beta1 is deprecated"' }, body: { items: [] } });
  const told: string[] = [];
  const logged: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (message, fields) => void logged.push([message, fields]) };
  const direct = new RestClient({ transport: send, logger, onWarning: ({ text }) => void told.push(text) });
  const byLog = new RestClient({ transport: send, logger });
  for (const rest of [direct, direct, byLog, byLog]) await rest.get(Pod).send();
  expect(told).toEqual(["v1beta1 is deprecated"]);
  expect(logged).toEqual([["the server warns", { warning: "v1beta1 is deprecated" }]]);
});

test("without options a client counts nothing, limits nothing and adds no header but its own [client/middleware]", async ({
  expect,
}) => {
  const { send, requests } = scriptedTransport({ body: { items: [] } });
  const rest = new RestClient({ transport: send });
  await Promise.all(Array.from({ length: 100 }, () => rest.get(Pod).send()));
  expect(requests).toHaveLength(100);
  expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(["accept", "user-agent"]);
});
