import { once } from "node:events";
import { Agent, request } from "node:https";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { textAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import type { Handle } from "./exchange.ts";
import { maxDroppedBytes } from "./incoming-body.ts";
import { open, Visitor } from "./plain-connection.fixture.ts";

const tooLarge = serverDefaults.maxBodyBytes + 1;

const answer: Handle = async ({ body }) =>
  body !== undefined && body.length > serverDefaults.maxBodyBytes ? textAnswer("refused", 413) : textAnswer("taken");

const posts = (length: number): readonly string[] => [
  "POST / HTTP/1.1",
  "host: localhost",
  `content-length: ${length}`,
  "",
  "",
];

/** Sends so much of a body that it is too large, and waits for the answer. */
async function refused(visitor: Visitor, length: number): Promise<void> {
  visitor.send(...posts(length));
  visitor.socket.write(new Uint8Array(tooLarge));
  await visitor.until("refused");
}

describe("the answer to a body that is too large", () => {
  test("is the last on its connection, and whoever asks next gets another [apiserver/body-limit]", async ({
    expect,
  }) => {
    await using endpoint = await open(answer);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (body: Uint8Array): Promise<readonly unknown[]> => {
      const outgoing = request(endpoint.url, { method: "POST", ca: endpoint.ca, agent });
      outgoing.end(body);
      const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
      return [incoming.statusCode, incoming.headers.connection, await text(incoming)];
    };
    for (const length of [tooLarge, tooLarge + 1_000_000, 2 * tooLarge]) {
      expect(await post(new Uint8Array(length))).toEqual([413, "close", "refused"]);
      expect(await post(new Uint8Array(1000))).toEqual([200, "keep-alive", "taken"]);
    }
    agent.destroy();
  });

  test("comes before the rest of the body, and the connection ends with that [apiserver/body-limit]", async ({
    expect,
  }) => {
    await using endpoint = await open(answer);
    using visitor = await Visitor.at(endpoint);
    await refused(visitor, 2 * tooLarge);
    expect(visitor.received).toMatch(/^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n/i);
    const { closed } = visitor;
    visitor.socket.write(new Uint8Array(tooLarge));
    await closed;
    expect(visitor.socket.errored).toBe(null);
  });

  test("is not followed by a rest without end [apiserver/body-limit]", async ({ expect }) => {
    await using endpoint = await open(answer);
    using visitor = await Visitor.at(endpoint);
    await refused(visitor, 1e12);
    let written = 0;
    const piece = new Uint8Array(65_536);
    while (!visitor.socket.destroyed && visitor.socket.writable) {
      const { promise, resolve } = Promise.withResolvers<void>();
      visitor.socket.write(piece, () => resolve());
      await promise;
      written += piece.length;
    }
    expect(written).toBeGreaterThan(maxDroppedBytes);
  });

  test("waits a minute for the rest of the body [apiserver/body-limit]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(answer, { clock });
    using visitor = await Visitor.at(endpoint);
    await refused(visitor, 2 * tooLarge);
    const { closed } = visitor;
    await clock.advance(serverDefaults.requestTimeoutMs - 1);
    expect(visitor.socket.readyState).toBe("open");
    await clock.advance(1);
    await closed;
  });

  test("does not hold up the end of the server [apiserver/endpoint-close]", async ({ expect }) => {
    const endpoint = await open(answer, { clock: new VirtualClock({ startMs: 0 }) });
    using visitor = await Visitor.at(endpoint);
    await refused(visitor, 2 * tooLarge);
    const { closed } = visitor;
    await endpoint.close();
    await closed;
    expect(visitor.received).toMatch(/refused$/);
  });
});
