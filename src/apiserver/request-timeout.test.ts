import { request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ApiServer } from "./api-server.ts";
import { MemoryStore } from "./storage/index.ts";
import type { StoredObject, StoreKey } from "./storage/index.ts";

/** A store whose driver never answers, once it was told to. */
class SilentStore extends MemoryStore {
  #silenced: (() => void) | undefined;

  /** Resolves when somebody waits for an answer that will not come. */
  silence(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#silenced = resolve;
    return promise;
  }

  override get(key: StoreKey): Promise<StoredObject | undefined> {
    if (this.#silenced === undefined) return super.get(key);
    this.#silenced();
    return Promise.withResolvers<undefined>().promise;
  }
}

const path = "/api/v1/namespaces/default/configmaps/a";

test.for([
  ["a minute by default", undefined, "", 60_000],
  ["what the server was told", "5s", "", 5_000],
  ["what the server was told, also if the query asks for more", "5s", "?timeout=10s", 5_000],
  ["what the query asks for", "5m", "?timeout=100s", 100_000],
] as const)(
  "over a socket a request has its time, and then gets 504: %s [apiserver/request-timeout]",
  async ([, requestTimeout, query, limitMs], { expect }) => {
    const [clock, store] = [new VirtualClock(), new SilentStore()];
    await using server = await ApiServer.start({ store, clock, requestTimeout });
    const { url, ca } = await server.listen();
    const waiting = store.silence();
    const answered = ask(new URL(path + query, url), { ca, token: server.token });
    await waiting;
    await clock.advance(limitMs - 1);
    expect(await Promise.race([answered, Promise.resolve("nothing")])).toBe("nothing");
    await clock.advance(1);
    const answer = await answered;
    expect([answer.statusCode, await json(answer)]).toEqual([504, expect.objectContaining({ reason: "Timeout" })]);
  },
);

test.for([
  ["over a socket, if the server is told so", 0],
  ["in process", undefined],
] as const)(
  "a request may take as long as it needs %s [apiserver/request-timeout]",
  async ([where, requestTimeout], { expect }) => {
    const [clock, store] = [new VirtualClock(), new SilentStore()];
    await using server = await ApiServer.start({ store, clock, requestTimeout });
    const waiting = store.silence();
    const headers = { authorization: `Bearer ${server.token}` };
    const { url, ca } = await server.listen();
    const answered =
      where === "in process"
        ? server.handle({ method: "GET", path, headers })
        : ask(new URL(path, url), { ca, token: server.token });
    answered.catch(() => "the server closed");
    await waiting;
    await clock.advance(1000 * 3_600_000);
    expect(await Promise.race([answered, Promise.resolve("nothing")])).toBe("nothing");
  },
);

test("the time of requests is a duration [apiserver/request-timeout]", async ({ expect }) => {
  await expect(ApiServer.start({ requestTimeout: "-1s" })).rejects.toMatchObject({ code: "SETPOINT_INVALID_ARGUMENT" });
});

function ask(url: URL, { ca, token }: { readonly ca: string; readonly token: string }): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}` };
  httpsRequest(url, { ca, headers, agent: false }).once("response", resolve).once("error", reject).end();
  return promise;
}
