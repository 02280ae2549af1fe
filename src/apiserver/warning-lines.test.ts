import { once } from "node:events";
import { request } from "node:https";
import type { IncomingMessage } from "node:http";
import { test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { warningLines } from "./header-value.ts";
import { HeaderDecoder } from "./http2/header-decoder.ts";
import { encodeHead } from "./http2/header-encoder.ts";
import { withWarnings } from "./warnings.ts";

const map = JSON.stringify({ metadata: { name: "odd" }, first: 1, second: 2 });
const told = ['299 - "unknown field \\"first\\""', '299 - "unknown field \\"second\\""'];

function linesOf({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === "warning" && index % 2 === 1);
}

test.for([
  { how: "read by ourselves", length: String(map.length) },
  { how: "read by the platform", length: undefined },
])("each warning has a line of its own in HTTP/1.1, $how [apiserver/warning-lines]", async ({ length }, { expect }) => {
  await using server = await ApiServer.start();
  const { url, ca } = await server.listen();
  const path = "/api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=Warn";
  const headers = {
    authorization: `Bearer ${server.token}`,
    "content-type": "application/json",
    ...(length === undefined ? { "transfer-encoding": "chunked" } : { "content-length": length }),
  };
  const outgoing = request(new URL(path, url), { agent: false, ca, method: "POST", headers });
  outgoing.end(map);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  expect(linesOf(incoming)).toEqual(told);
  incoming.resume();
  await once(incoming, "end");
});

test("each warning has a header of its own in HTTP/2 [apiserver/warning-lines]", ({ expect }) => {
  const headers: (readonly [string, string])[] = [];
  const block = Buffer.from(encodeHead(200, { warning: told.join(", "), etag: "x" }), "latin1");
  new HeaderDecoder().decode(block, ([name, value]) => headers.push([name, value]));
  expect(headers).toEqual([
    [":status", "200"],
    ["warning", told[0]],
    ["warning", told[1]],
    ["etag", "x"],
  ]);
});

test("what a warning quotes is not taken for the next one [apiserver/warning-lines]", ({ expect }) => {
  const texts = ['a", 299 - "b', "c\\", '", 299 - \\', "d", 'e", 299 - '];
  const answer = withWarnings({ status: 200, headers: {}, body: (async function* () {})() }, texts);
  const lines = warningLines(answer.headers["warning"] ?? "");
  expect(lines).toHaveLength(5);
  expect(lines[4]).toBe('299 - "e\\", 299 - "');
  expect(lines[1]).toBe('299 - "c\\\\"');
});
