import { describe, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ConfigMap, Pod } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { TransportError, WatchDecodeError } from "./errors.ts";
import { startScriptedServer } from "./scripted-server.fixture.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import { failureOf } from "./transport.fixture.ts";

const cart = { metadata: { name: "cart", resourceVersion: "1" } };

function clientOf(server: string, options?: ClientOptions): Client {
  return Client.connect({ server, namespace: "default" }, options);
}

describe("a server that says nothing any more", () => {
  test("keeps nobody waiting for ever: the request ends in time, and the next goes over another connection [client/mute-connection]", async ({
    expect,
  }) => {
    await using server = await startScriptedServer();
    const clock = new VirtualClock();
    await using client = clientOf(server.url, { clock, requestTimeoutMs: 5_000 });
    const maps = client.resource(ConfigMap);
    const failure = failureOf(maps.get("cart"));
    const mute = await server.requests.receive();
    await clock.advance(5_000);
    expect(await failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TIMEOUT"));

    const next = maps.get("cart");
    const exchange = await server.requests.receive();
    expect(exchange?.request.socket).not.toBe(mute?.request.socket);
    exchange?.response.end(JSON.stringify(cart));
    expect(await next).toEqual(cart);
    await expect.poll(() => mute?.request.socket.destroyed, { timeout: 30_000 }).toBe(true);
  });

  test("does not end a watch that it answered: only a request has a time, a quiet watch has none [client/quiet-watch]", async ({
    expect,
  }) => {
    await using server = await startScriptedServer();
    const clock = new VirtualClock();
    await using client = clientOf(server.url, { clock, requestTimeoutMs: 5_000 });
    const watch = client.resource(ConfigMap).watch();
    const event = watch.next();
    const exchange = await server.requests.receive();
    exchange?.response.writeHead(200).flushHeaders();
    await expect.poll(() => clock.pending, { timeout: 30_000 }).toBe(0);
    await clock.advance(3_600_000);
    exchange?.response.write(`${JSON.stringify({ type: "ADDED", object: cart })}\n`);
    expect(await event).toMatchObject({ value: { type: "ADDED", object: cart } });
    await watch.return();
  });
});

test("all handles of a client share its connections, and two clients share none [client/own-connections]", async ({
  expect,
}) => {
  await using server = await startScriptedServer((_request, response) => response.end(JSON.stringify(cart)));
  await using one = clientOf(server.url);
  await using other = clientOf(server.url);
  const sockets = new Set<unknown>();
  for (let round = 0; round < 50; round += 1) {
    const handle = round % 2 === 0 ? one.resource(ConfigMap) : one.resource(Pod, { namespace: `n${round}` });
    await handle.get("cart");
    for (const socket of server.sockets) sockets.add(socket);
  }
  expect(sockets.size).toBe(1);
  await other.resource(ConfigMap).get("cart");
  await expect.poll(() => server.sockets.size, { timeout: 30_000 }).toBe(2);
});

test("requests and streams are HTTP/1.1, each on a connection of its own while it lasts [client/http1-only]", async ({
  expect,
}) => {
  await using server = await startScriptedServer();
  await using client = clientOf(server.url);
  const maps = client.resource(ConfigMap);
  const work = [failureOf(maps.get("cart")), failureOf(maps.watch().next())];
  const exchanges = [await server.requests.receive(), await server.requests.receive()];
  expect(exchanges.map((exchange) => exchange?.request.httpVersion)).toEqual(["1.1", "1.1"]);
  expect(new Set(exchanges.map((exchange) => exchange?.request.socket)).size).toBe(2);
  for (const exchange of exchanges) exchange?.response.end();
  await Promise.all(work);
});

test("what stands in the server's address before its paths is kept, also by requests to a path [client/server-path]", async ({
  expect,
}) => {
  const asked: (string | undefined)[] = [];
  await using server = await startScriptedServer((request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify(cart));
  });
  await using client = clientOf(`${server.url}/clusters/blue/`);
  await client.resource(ConfigMap).get("cart");
  await client.rest.path("/version").send();
  expect(asked).toEqual(["/clusters/blue/api/v1/namespaces/default/configmaps/cart", "/clusters/blue/version"]);
});

describe("a watch", () => {
  test("that could not be opened throws, and is never an empty one [client/watch-not-opened]", async ({ expect }) => {
    await using server = await startScriptedServer((request) => request.socket.destroy());
    await using client = clientOf(server.url);
    const failure = await failureOf(client.resource(ConfigMap).watch().next());
    expect(failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_RESET"));
  });

  test("that is answered with a page of a proxy throws and quotes nothing of it [client/watch-media-type]", async ({
    expect,
  }) => {
    const headers = { "content-type": "text/html" };
    const { send } = scriptedTransport({ headers, body: "<html>please log in</html>\n" });
    const failure = await failureOf(Client.over(send).resource(ConfigMap).watch().next());
    expect(failure).toSatisfy(WatchDecodeError.is);
    expect(String(failure)).not.toContain("log in");
  });

  test("tells the warnings of its server as it begins [client/warnings]", async ({ expect }) => {
    const told: string[] = [];
    const { send } = scriptedTransport({ headers: { warning: '299 - "old version"' }, body: "" });
    const client = Client.over(send, { onWarning: ({ text }) => told.push(text) });
    await client.resource(ConfigMap).watch().next();
    expect(told).toEqual(["old version"]);
  });
});
