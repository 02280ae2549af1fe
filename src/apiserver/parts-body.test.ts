import { once } from "node:events";
import { connect } from "node:http2";
import { request } from "node:https";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { describe, test } from "vitest";
import { systemRandom } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import { joinBytes } from "../wire/index.ts";
import { partsAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import type { Handle } from "./exchange.ts";
import { HttpsEndpoint } from "./https-endpoint.ts";
import { PartsBody } from "./parts-body.ts";

/** Parts of which no two pieces are alike, with short ones in between. */
function manyParts(count: number, size: number): readonly Uint8Array[] {
  const all = Array.from({ length: count }, (_, index) => [Buffer.from(`${index},`), Buffer.alloc(size, `${index} `)]);
  return all.flat();
}

async function openWith(parts: readonly Uint8Array[]): Promise<HttpsEndpoint> {
  const handle: Handle = async () => partsAnswer(parts, { status: 200, contentType: "text/plain" });
  const options = { handle, identify: () => ({}), token: "t", random: systemRandom, log: silentLogger, port: 0 };
  return HttpsEndpoint.open(options);
}

describe("a body of many parts", () => {
  test("comes in pieces of a bounded size, which whoever iterates may keep [apiserver/list-chunks]", async ({
    expect,
  }) => {
    const parts = manyParts(500, 3000);
    const body = new PartsBody(parts);
    const kept = await Array.fromAsync(body);
    expect(kept.length).toBe(Math.ceil(body.length / serverDefaults.chunkBytes));
    expect(Buffer.compare(joinBytes(kept), joinBytes(parts))).toBe(0);
  });

  test("takes no more memory than one piece of it when the pieces are passed on [apiserver/list-chunks]", ({
    expect,
  }) => {
    const parts = manyParts(500, 3000);
    const passed = [...new PartsBody(parts).passing()].map((piece) => piece.buffer);
    expect(new Set(passed).size).toBe(1);
    const copied = Array.from(new PartsBody(parts).passing(), (piece) => Buffer.from(piece));
    expect(Buffer.compare(joinBytes(copied), joinBytes(parts))).toBe(0);
  });

  test("arrives whole over HTTP/1.1 at somebody who reads late [apiserver/list-slow-reader]", async ({ expect }) => {
    const parts = manyParts(200, 150_000);
    await using endpoint = await openWith(parts);
    const asked = request(endpoint.url, { agent: false, ca: endpoint.ca }).end();
    const [incoming] = (await once(asked, "response")) as [IncomingMessage];
    // Meanwhile the first answer fills everything on its way.
    const other = request(endpoint.url, { agent: false, ca: endpoint.ca }).end();
    const [second] = (await once(other, "response")) as [IncomingMessage];
    expect(Buffer.compare(await buffer(second), joinBytes(parts))).toBe(0);
    expect(Buffer.compare(await buffer(incoming), joinBytes(parts))).toBe(0);
  });

  test("arrives whole over HTTP/2 at somebody who reads late [apiserver/list-slow-reader]", async ({ expect }) => {
    const parts = manyParts(200, 150_000);
    await using endpoint = await openWith(parts);
    const session = connect(endpoint.url, { ca: endpoint.ca });
    const late = session.request({ ":path": "/" });
    await once(late, "response");
    const other = session.request({ ":path": "/" });
    expect(Buffer.compare(await buffer(other), joinBytes(parts))).toBe(0);
    expect(Buffer.compare(await buffer(late), joinBytes(parts))).toBe(0);
    session.destroy();
  });
});
