import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "vitest";
import { createApiReader } from "./api-reader.ts";
import { CodegenError } from "./errors.ts";

interface Served extends AsyncDisposable {
  readonly server: string;
}

async function serve(answer: RequestListener): Promise<Served> {
  const http = createServer(answer).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
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
  const reader = createApiReader({ server: served.server, token: "secret" });
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
  const attempt = createApiReader({ server: served.server, token: "secret" }).get("/apis");
  await expect(attempt).rejects.toSatisfy((error) => CodegenError.is(error, "SETPOINT_CODEGEN_RESPONSE"));
  await expect(attempt).rejects.toThrow(
    `Reading ${served.server}/apis: expected status 200, found 403: no list for you`,
  );
  await expect(attempt).rejects.not.toThrow("secret");
});

test("an answer that is no JSON is an error with the address", async ({ expect }) => {
  await using served = await serve((_, response) => response.end("<html>"));
  const attempt = createApiReader({ server: served.server }).get("/apis");
  await expect(attempt).rejects.toThrow(`Reading ${served.server}/apis: expected a JSON document.`);
});

test("a server that is not there, or goes away in the middle, is unreachable", async ({ expect }) => {
  const unreachable = (error: unknown): boolean => CodegenError.is(error, "SETPOINT_CODEGEN_UNREACHABLE");
  let gone = "";
  {
    await using served = await serve((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    gone = served.server;
    await expect(createApiReader({ server: gone }).get("/apis")).rejects.toSatisfy(unreachable);
  }
  await expect(createApiReader({ server: gone }).get("/apis")).rejects.toSatisfy(unreachable);
});
