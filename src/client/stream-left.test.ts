import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import type { HttpRequest, HttpResponse } from "./transport.ts";

/** A server in this process whose stream is mute, and ends only when its request is aborted. An async generator can't be left meanwhile. */
function muteServer(): { send: (request: HttpRequest) => Promise<HttpResponse>; readonly open: number } {
  const server = {
    open: 0,
    send: async (request: HttpRequest): Promise<HttpResponse> => ({ status: 200, headers: {}, body: body(request) }),
  };
  const body = async function* ({ signal }: HttpRequest): AsyncGenerator<Uint8Array, void, void> {
    server.open += 1;
    try {
      yield new Uint8Array();
      await new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
    } finally {
      server.open -= 1;
    }
  };
  return server;
}

test("a mute watch over a server in this process is given up, and the server learns it [client/watch-idle]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const server = muteServer();
  await using client = Client.over(server.send, { clock });
  const next = client.resource(ConfigMap).watch({ idleTimeoutMs: 60_000 }).next();
  const failed = next.catch((error: unknown) => error);
  await clock.advance(1);
  expect(server.open).toBe(1);
  await clock.advance(60_000);
  expect(await failed).toMatchObject({ code: "SETPOINT_TRANSPORT_TIMEOUT" });
  await clock.advance(1);
  expect(server.open).toBe(0);
});

test("a body that is left while its next chunk is waited for ends the request [client/left-early]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const server = muteServer();
  await using client = Client.over(server.send, { clock });
  const { body } = await client.rest.get(ConfigMap).stream();
  const chunks = body[Symbol.asyncIterator]();
  await chunks.next();
  const waiting = chunks.next().catch((error: unknown) => error);
  await clock.advance(1);
  expect(server.open).toBe(1);
  void chunks.return?.();
  await clock.advance(1);
  expect(server.open).toBe(0);
  await waiting;
});
