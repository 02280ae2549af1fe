import { test } from "vitest";
import { nextTurn, VirtualClock } from "../async/index.ts";
import { ApiServer } from "./api-server.ts";
import { ConnectionCutError } from "./errors.ts";
import { configMap, eventsOf, readAnswer, requestTo, send } from "./server.fixture.ts";
import type { ReadEvent } from "./server.fixture.ts";

const maps = "/api/v1/namespaces/default/configmaps";

/** Starts to read a watch, and says what came and how it ended. */
async function watching(server: ApiServer, path = maps) {
  const { body } = await server.handle(requestTo(server, `GET ${path}?watch=1`));
  const events: ReadEvent[] = [];
  let ended: unknown;
  const reading = (async () => {
    for await (const event of eventsOf(body)) events.push(event);
  })().then(
    () => (ended = "ended"),
    (error: unknown) => (ended = error),
  );
  await nextTurn();
  return { events, reading, ended: () => ended };
}

test("a fault refuses as many requests as it was told, of those that it was told, and counts them [apiserver/fault-refuses]", async ({
  expect,
}) => {
  await using server = await ApiServer.start();
  const fault = server.faults.inject({
    match: ({ method }) => method === "POST",
    times: 2,
    refuse: { reason: "TooManyRequests", message: "busy", retryAfterSeconds: 3 },
  });
  const first = await send(server, `POST ${maps}`, { body: configMap("a") });
  expect(first).toMatchObject({ status: 429, headers: { "retry-after": "3" }, json: { message: "busy", code: 429 } });
  expect((await send(server, `GET ${maps}`)).status).toBe(200);
  expect((await send(server, `POST ${maps}`, { body: configMap("a") })).status).toBe(429);
  expect((await send(server, `POST ${maps}`, { body: configMap("a") })).status).toBe(201);
  expect(fault.fired).toBe(2);
});

test("a fault delays, and removing it lets go on what it held up [apiserver/fault-delays]", async ({ expect }) => {
  const clock = new VirtualClock();
  await using server = await ApiServer.start({ clock });
  const fault = server.faults.inject({ delayMs: 5_000 });
  let answers = 0;
  const ask = async (): Promise<void> => {
    await send(server, `GET ${maps}`);
    answers += 1;
  };
  const first = ask();
  await clock.advance(4_999);
  expect(answers).toBe(0);
  await clock.advance(1);
  await first;
  const second = ask();
  await nextTurn();
  expect(answers).toBe(1);
  fault.remove();
  await second;
  expect([answers, clock.pending]).toEqual([2, 0]);
});

test("a body comes no faster than it was told [apiserver/fault-throttles]", async ({ expect }) => {
  const clock = new VirtualClock();
  await using server = await ApiServer.start({ clock });
  await send(server, `POST ${maps}`, { body: configMap("a", { text: "x".repeat(1_000) }) });
  const { headers, body } = await server.handle(requestTo(server, `GET ${maps}`));
  await readAnswer({ status: 200, headers, body });
  server.faults.inject({ bytesPerSecond: 100 });
  let isDone = false;
  const reading = send(server, `GET ${maps}`).then(() => (isDone = true));
  await clock.advance(10_000);
  expect(isDone).toBe(false);
  await clock.advance(10_000);
  await reading;
});

for (const bytes of [0, 1, 50, 10_000]) {
  test(`a body breaks, or stalls, after ${bytes} bytes [apiserver/fault-cuts]`, async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${maps}`, { body: configMap("a", { text: "x".repeat(12_000) }) });
    const read = async (): Promise<readonly [number, unknown]> => {
      const { body } = await server.handle(requestTo(server, `GET ${maps}`));
      let size = 0;
      try {
        for await (const chunk of body) size += chunk.length;
      } catch (error) {
        return [size, error];
      }
      return [size, undefined];
    };
    const [whole] = await read();
    const cut = server.faults.inject({ cutAfterBytes: bytes });
    const [size, error] = await read();
    expect([size, ConnectionCutError.is(error)]).toEqual([bytes, true]);
    expect((error as Error).cause).toMatchObject({ code: "ECONNRESET" });
    cut.remove();
    const stall = server.faults.inject({ stallAfterBytes: bytes });
    const stalled = read();
    await nextTurn();
    stall.remove();
    expect(await stalled).toEqual([whole, undefined]);
    expect([cut.fired, stall.fired]).toEqual([1, 1]);
  });
}

test("open watches end as if their time was over, break, or fail in the stream, those that were meant [apiserver/fault-drops-watches]", async ({
  expect,
}) => {
  await using server = await ApiServer.start();
  const [clean, broken, failed, other] = [
    await watching(server),
    await watching(server, "/api/v1/pods"),
    await watching(server, "/api/v1/secrets"),
    await watching(server, "/api/v1/services"),
  ];
  const of = (path: string) => (request: { readonly path: string }) => request.path.startsWith(path);
  expect(server.faults.dropWatches({ match: of(maps) })).toBe(1);
  expect(server.faults.dropWatches({ match: of("/api/v1/pods"), how: "cut" })).toBe(1);
  expect(server.faults.dropWatches({ match: of("/api/v1/secrets"), how: { reason: "Expired" } })).toBe(1);
  await Promise.all([clean.reading, broken.reading, failed.reading]);
  expect(clean.ended()).toBe("ended");
  expect(ConnectionCutError.is(broken.ended())).toBe(true);
  expect(failed.ended()).toBe("ended");
  expect(failed.events.at(-1)).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
  expect(other.ended()).toBeUndefined();
  expect(server.faults.dropWatches()).toBe(1);
  await other.reading;
  expect(server.faults.dropWatches(), "none is left").toBe(0);
});

test("compaction expires what watches and pages have not seen [apiserver/compact]", async ({ expect }) => {
  await using server = await ApiServer.start();
  for (const name of ["a", "b"]) await send(server, `POST ${maps}`, { body: configMap(name) });
  const list = await send(server, `GET ${maps}?limit=1`);
  const { metadata } = list.json as { metadata: { resourceVersion: string; continue: string } };
  await send(server, `POST ${maps}`, { body: configMap("c") });
  server.compact();
  const { events, reading } = await watching(server, `${maps}?resourceVersion=${metadata.resourceVersion}&watch=1&x=`);
  await reading;
  expect(events).toMatchObject([{ type: "ERROR", object: { code: 410 } }]);
  expect((await send(server, `GET ${maps}?continue=${metadata.continue}`)).status).toBe(410);
  expect((await send(server, `GET ${maps}`)).status).toBe(200);
});

test("a server that closes lets go of what a fault held up [apiserver/fault-delays]", async ({ expect }) => {
  const server = await ApiServer.start();
  const fault = server.faults.inject({ stallAfterBytes: 1 });
  const stalled = send(server, `GET ${maps}`);
  await nextTurn();
  await server.close();
  expect((await stalled).status).toBe(200);
  expect(fault.fired).toBe(1);
});
