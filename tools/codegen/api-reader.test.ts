import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { test } from "vitest";
import { realClock, systemRandom, VirtualClock } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { ApiEndpoint } from "../control-plane/api-request.ts";
import { createApiReader } from "./api-reader.ts";
import { CodegenError } from "./errors.ts";

interface Served extends ApiEndpoint, AsyncDisposable {}

async function serve(answer: RequestListener): Promise<Served> {
  const authority = createAuthority({ commonName: "test", clock: realClock, random: systemRandom });
  const pair = issueCertificate(authority, { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] });
  const http = createServer({ cert: pair.certificate, key: pair.key }, answer).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    server: `https://127.0.0.1:${port}`,
    ca: authority.certificate,
    token: "secret",
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

test("asks for the media type with the token and answers the document, whole characters also across chunks", async ({
  expect,
}) => {
  await using served = await serve((request, response) => {
    const bytes = Buffer.from(JSON.stringify({ ...request.headers, path: request.url, text: "ä" }));
    const middle = bytes.indexOf("ä") + 1;
    response.write(bytes.subarray(0, middle), () => response.end(bytes.subarray(middle)));
  });
  const reader = createApiReader(served, realClock);
  expect(await reader.get("/apis?x=1", "application/json;v=2")).toMatchObject({
    path: "/apis?x=1",
    accept: "application/json;v=2",
    authorization: "Bearer secret",
    text: "ä",
  });
});

test("a refusal is an error with the address, the status and what the server said, without the token", async ({
  expect,
}) => {
  await using served = await serve((_, response) => response.writeHead(403).end("no list for you"));
  const attempt = createApiReader(served, realClock).get("/apis");
  await expect(attempt).rejects.toSatisfy((error) => CodegenError.is(error, "SETPOINT_CODEGEN_RESPONSE"));
  await expect(attempt).rejects.toThrow(
    `Reading ${served.server}/apis: expected status 200, found 403: no list for you`,
  );
  await expect(attempt).rejects.not.toThrow("secret");
});

test("an answer that is no JSON is an error with the address", async ({ expect }) => {
  await using served = await serve((_, response) => response.end("<html>"));
  const attempt = createApiReader(served, realClock).get("/apis");
  await expect(attempt).rejects.toThrow(`Reading ${served.server}/apis: expected a JSON document.`);
});

test("a server that is not there, or goes away in the middle, is unreachable", async ({ expect }) => {
  const unreachable = (error: unknown): boolean => CodegenError.is(error, "SETPOINT_CODEGEN_UNREACHABLE");
  let gone: ApiEndpoint;
  {
    await using served = await serve((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    gone = served;
    await expect(createApiReader(gone, realClock).get("/apis")).rejects.toSatisfy(unreachable);
  }
  await expect(createApiReader(gone, realClock).get("/apis")).rejects.toSatisfy(unreachable);
});

test("a server that says nothing for half a minute is unreachable", async ({ expect }) => {
  const asked = Promise.withResolvers<void>();
  await using served = await serve(() => asked.resolve());
  const clock = new VirtualClock();
  const attempt = createApiReader(served, clock).get("/apis");
  const failure = attempt.catch((error: unknown) => error);
  await asked.promise;
  await clock.advance(30_000);
  expect(CodegenError.is(await failure, "SETPOINT_CODEGEN_UNREACHABLE")).toBe(true);
});

test("a server whose certificate is of another authority is unreachable", async ({ expect }) => {
  await using served = await serve((_, response) => response.end("{}"));
  const { certificate: ca } = createAuthority({ commonName: "test", clock: realClock, random: systemRandom });
  const attempt = createApiReader({ ...served, ca }, realClock).get("/apis");
  await expect(attempt).rejects.toSatisfy((error) => CodegenError.is(error, "SETPOINT_CODEGEN_UNREACHABLE"));
});

test("asks for JSON unless told otherwise", async ({ expect }) => {
  await using served = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  expect(await createApiReader(served, realClock).get("/apis")).toMatchObject({ accept: "application/json" });
});
