import { getEventListeners } from "node:events";
import { describe, expectTypeOf, test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import { ConfigMap, Namespace } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import { InvalidRequestError, TransportError } from "./errors.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";
import type { Transport } from "./transport.ts";
import { waitFor, waitUntilGone } from "./wait-for.ts";
import { WaitTimeoutError } from "./wait-timeout-error.ts";

function map(resourceVersion: string, size: string): ConfigMap {
  return { metadata: { name: "cart", namespace: "default", resourceVersion }, data: { size } };
}

function listed(resourceVersion: string, ...items: readonly ConfigMap[]): ScriptedAnswer {
  return { body: { metadata: { resourceVersion }, items } };
}

function watched(...events: readonly (readonly [type: string, object: ConfigMap])[]): ScriptedAnswer {
  return { body: events.map(([type, object]) => `${JSON.stringify({ type, object })}\n`).join("") };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const isFull = ({ data }: ConfigMap): boolean => data?.["size"] === "3";
const random = seededRandom("waits");

describe("waitFor", () => {
  test("lists the one object, then watches it from there, until it is as wanted [client/wait-for]", async ({
    expect,
  }) => {
    const { send, requests } = scriptedTransport(
      listed("5"),
      watched(
        ["ADDED", map("6", "1")],
        ["DELETED", map("7", "1")],
        ["ADDED", map("8", "3")],
        ["MODIFIED", map("9", "4")],
      ),
    );
    const found = await waitFor(Client.over(send).resource(ConfigMap), "cart", isFull);
    expect(found).toMatchObject(map("8", "3"));
    expectTypeOf(found).toEqualTypeOf<ConfigMap>();
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Dcart",
      "/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Dcart&watch=true&resourceVersion=5" +
        "&allowWatchBookmarks=true&timeoutSeconds=300",
    ]);
  });

  test("does not open watches in a tight loop where each ends after a bookmark of no news [client/wait-short-watches]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const bookmark = { body: '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"5"}}}\n' };
    const { send, requests } = scriptedTransport(listed("5"), bookmark);
    const waiting = failureOf(
      waitFor(Client.over(send, { clock }).resource(ConfigMap), "cart", { condition: isFull, timeout: "20s", random }),
    );
    await clock.advance(20_000);
    expect(WaitTimeoutError.is(await waiting)).toBe(true);
    expect(requests.length).toBeLessThan(15);
  });

  test("takes what is there already, and leaves neither timer nor listener [client/wait-for]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { send, requests } = scriptedTransport(listed("5", map("4", "3")));
    const { signal } = new AbortController();
    const maps = Client.over(send, { clock }).resource(ConfigMap);
    await waitFor(maps, "cart", { condition: isFull, signal });
    expect(requests).toHaveLength(1);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    await clock.runUntilIdle();
    expect(clock.monotonic()).toBe(0);
  });

  test("looks where the key, the handle or the client says [client/wait-for]", async ({ expect }) => {
    const { send, requests } = scriptedTransport(listed("5", map("4", "3")));
    const client = Client.over(send, { namespace: "own" });
    await waitFor(client.resource(ConfigMap), "cart", isFull);
    await waitFor(client.resource(ConfigMap), "other/cart", isFull);
    await waitFor(client.resource(ConfigMap, { namespace: "its" }), "cart", isFull);
    await waitFor(client.resource(ConfigMap, { namespace: "its" }), { namespace: "its", name: "cart" }, isFull);
    await waitFor(client.resource(Namespace), "cart", () => true);
    expect(requests.map(({ path }) => path.replace(/\?.*/, "").replace("/configmaps", ""))).toEqual([
      "/api/v1/namespaces/own",
      "/api/v1/namespaces/other",
      "/api/v1/namespaces/its",
      "/api/v1/namespaces/its",
      "/api/v1/namespaces",
    ]);
    const contradictions = [
      waitFor(client.resource(ConfigMap, { namespace: "its" }), "other/cart", isFull),
      waitFor(client.resource(Namespace), "other/cart", () => true),
    ];
    for (const attempt of contradictions) expect(await failureOf(attempt)).toSatisfy(InvalidRequestError.is);
    expect(requests).toHaveLength(5);
  });

  test("goes on after the watch ends, from where it was, and never in a tight loop [client/wait-interrupted]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const bookmark = map("7", "");
    const { send, requests } = scriptedTransport(
      listed("5"),
      watched(["ADDED", map("6", "1")], ["BOOKMARK", bookmark]),
      watched(),
      watched(["MODIFIED", map("8", "3")]),
    );
    const done = waitFor(Client.over(send, { clock }).resource(ConfigMap), "cart", {
      condition: isFull,
      clock,
      random,
    });
    await clock.advance(0);
    expect(requests).toHaveLength(3);
    await clock.runUntilIdle();
    expect(await done).toMatchObject(map("8", "3"));
    expect(requests.map(({ path }) => /resourceVersion=(\d+)/.exec(path)?.[1])).toEqual([undefined, "5", "7", "7"]);
  });

  test.for([
    { status: 410, body: "" },
    { status: 429, body: "" },
    { status: 503, body: "" },
    {
      body: `${JSON.stringify({ type: "ERROR", object: { kind: "Status", status: "Failure", code: 410, reason: "Expired" } })}\n`,
    },
  ])("lists again after a failure that may pass (%#) [client/wait-interrupted]", async (failure, { expect }) => {
    const clock = new VirtualClock();
    const { send, requests } = scriptedTransport(listed("5"), failure, listed("9", map("9", "3")));
    const maps = Client.over(send, { clock, maxRetries: 0 }).resource(ConfigMap);
    const done = waitFor(maps, "cart", { condition: isFull, clock, random });
    await clock.runUntilIdle();
    expect(await done).toMatchObject(map("9", "3"));
    expect(requests).toHaveLength(3);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(100);
  });

  test("goes on when there was no answer for a while [client/wait-interrupted]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { send } = scriptedTransport(listed("9", map("9", "3")));
    let failures = 0;
    const transport: Transport = async (request) => {
      if (failures++ < 3) throw new TransportError("SETPOINT_TRANSPORT_REFUSED", "nobody listens");
      return send(request);
    };
    const maps = Client.over(transport, { clock }).resource(ConfigMap);
    const done = waitFor(maps, "cart", { condition: isFull, clock, random });
    await clock.runUntilIdle();
    expect(await done).toMatchObject(map("9", "3"));
    expect(failures).toBe(4);
  });

  test.for([403, 401, 404, 400])(
    "throws at once that it is refused (%i) [client/wait-refused]",
    async (status, { expect }) => {
      const { send, requests } = scriptedTransport({ status, body: "" });
      const failure = await failureOf(waitFor(Client.over(send).resource(ConfigMap), "cart", isFull));
      expect(failure).toSatisfy((error) => ApiError.is(error));
      expect(requests).toHaveLength(1);
    },
  );

  test("throws what the condition throws, and that the client was closed [client/wait-refused]", async ({ expect }) => {
    const broken = new Error("broken condition");
    const client = Client.over(scriptedTransport(listed("9", map("9", "3"))).send);
    const refuse = (): never => {
      throw broken;
    };
    expect(await failureOf(waitFor(client.resource(ConfigMap), "cart", refuse))).toBe(broken);
    await client.close();
    const closed = await failureOf(waitFor(client.resource(ConfigMap), "cart", isFull));
    expect(closed).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_CLOSED"));
  });

  test("ends after the time with an error that says what was seen last and why [client/wait-timeout]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const { send } = scriptedTransport(listed("5", map("4", "1")), { status: 503, body: "" });
    const maps = Client.over(send, { clock, maxRetries: 0 }).resource(ConfigMap);
    const failure = failureOf(waitFor(maps, "cart", { condition: isFull, timeout: "2s", clock, random }));
    await clock.advance(1_999);
    await clock.advance(1);
    const error = await failure;
    if (!WaitTimeoutError.is(error)) throw error;
    expect(error.message).toBe("wait for ConfigMap default/cart: not as expected within 2s; last seen: version 4");
    expect(ApiError.is(error.cause, "ServiceUnavailable")).toBe(true);
    await clock.runUntilIdle();
    expect(clock.monotonic()).toBe(2_000);
  });

  test("ends with the reason of an abort [client/abort]", async ({ expect }) => {
    const stop = new AbortController();
    const maps = Client.over(() => new Promise(() => {})).resource(ConfigMap);
    const failure = failureOf(waitFor(maps, "cart", { condition: isFull, signal: stop.signal }));
    stop.abort("enough");
    expect(await failure).toBe("enough");
  });
});

test("waitUntilGone waits until there is no such object [client/wait-for]", async ({ expect }) => {
  const { send, requests } = scriptedTransport(listed("5", map("4", "1")), watched(["DELETED", map("6", "1")]));
  const maps = Client.over(send).resource(ConfigMap);
  await waitUntilGone(maps, "cart");
  expect(requests).toHaveLength(2);
  await waitUntilGone(Client.over(scriptedTransport(listed("5")).send).resource(ConfigMap), "cart");
});
