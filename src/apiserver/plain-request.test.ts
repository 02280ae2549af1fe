import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as fc from "fast-check";
import { describe, test } from "vitest";
import { serverDefaults } from "./defaults.ts";
import { readPlainRequest } from "./plain-request.ts";

function bytes(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.join("\r\n"), "latin1");
}

describe("a plain request", () => {
  test("is read with its head and its body [apiserver/plain-requests]", ({ expect }) => {
    const sent = [
      "PUT /api?a=%20 HTTP/1.1",
      "Host: localhost:1",
      "X-One:\t two three \t",
      "CONTENT-length: 3",
      "",
      "a\r\n",
    ];
    expect(readPlainRequest(bytes(...sent))).toEqual({
      method: "PUT",
      path: "/api?a=%20",
      headers: { host: "localhost:1", "x-one": "two three", "content-length": "3" },
      repeatedHeaders: [],
      body: Buffer.from("a\r\n"),
    });
    const get = readPlainRequest(
      bytes("GET / HTTP/1.1", "host: a", "connection: Keep-Alive", "constructor: c", "", ""),
    );
    expect(get?.headers).toEqual({ host: "a", connection: "Keep-Alive", constructor: "c" });
    expect(get?.body).toBeUndefined();
  });

  const usual = "GET / HTTP/1.1\r\nhost: a";
  const put = "PUT / HTTP/1.1\r\nhost: a";
  test.for([
    ["not at its end", `${usual}\r\n`],
    ["with half a body", `${put}\r\ncontent-length: 5\r\n\r\nhalf`],
    ["with more than a body", `${put}\r\ncontent-length: 2\r\n\r\nmore`],
    ["with another behind it", `${usual}\r\n\r\n${usual}\r\n\r\n`],
    ["with a body and no length", `${put}\r\n\r\nbody`],
    ["with two lengths", `${put}\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\na`],
    ["with a length that is no number", `${put}\r\ncontent-length: +1\r\n\r\na`],
    ["with a length in other digits", `${put}\r\ncontent-length: 01\r\n\r\na`],
    ["in chunks", `${put}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["in chunks, of a length", `${put}\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`],
    ["with two hosts", `${usual}\r\nhost: b\r\n\r\n`],
    ["without a host", "GET / HTTP/1.1\r\nx: a\r\n\r\n"],
    ["without headers", "GET / HTTP/1.1\r\n\r\n"],
    ["that ends the connection", `${usual}\r\nconnection: close\r\n\r\n`],
    ["that changes the protocol", `${usual}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`],
    ["that waits to be told to go on", `${put}\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\na`],
    ["of somebody who acts for somebody", `${usual}\r\nImpersonate-User: a\r\n\r\n`],
    ["with a space before the colon", `${usual}\r\nx : b\r\n\r\n`],
    ["with a line that goes on", `${usual}\r\n x: b\r\n\r\n`],
    ["with a line that ends early", `${usual}\nx: b\r\n\r\n`],
    ["with a line that returns early", `${usual}\rx: b\r\n\r\n`],
    ["with a zero in a header", `${usual}\r\nx: \0\r\n\r\n`],
    ["with other letters in a header", `${usual}\r\nx: \xe4\r\n\r\n`],
    ["with other letters in the path", "GET /\xe4 HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["with a fragment", "GET /#a HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["for a whole URL", "GET http://a/ HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["for the server", "OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["for a head only", "HEAD / HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["with two spaces", "GET  / HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["of an older version", "GET / HTTP/1.0\r\nhost: a\r\n\r\n"],
    ["after an empty line", `\r\n${usual}\r\n\r\n`],
    ["with a cookie to keep", `${usual}\r\nset-cookie: b\r\n\r\n`],
    ["with very many headers", `${usual}${Array.from({ length: 100 }, (_, n) => `\r\nx${n}: b`).join("")}\r\n\r\n`],
    ["with a long head", `${usual}\r\nx: ${"y".repeat(serverDefaults.maxHeaderBytes)}\r\n\r\n`],
  ] as const)("is none %s [apiserver/plain-requests]", ([, text], { expect }) => {
    expect(readPlainRequest(bytes(text))).toBeUndefined();
  });
});

interface Found {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

test("whatever is taken for a plain request is the same one to the platform, and nothing is left over [apiserver/plain-requests-agree]", async ({
  expect,
}) => {
  const piece = fc.constantFrom(
    ..."GET |PUT |DELETE |/a|?b=c|%2e| HTTP/1.1|\r\n|\r\n|\r\n|\n|\r|host: a|Host:b|content-length: |0|1|2|x:|x-y: z|\t| |:|,|ab|\0|\xff".split(
      "|",
    ),
  );
  const usual = fc.constantFrom(
    "GET /a HTTP/1.1\r\nhost: a\r\n\r\n",
    "PUT /a HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nab",
    "PATCH /a?b HTTP/1.1\r\nx-y: 1\r\nhost: a\r\nContent-Length: 0\r\n\r\n",
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(usual, fc.array(fc.tuple(fc.nat(70), fc.nat(3), piece), { maxLength: 3 }), async (text, edits) => {
      const edited = edits.reduce<string>((all, [at, cut, put]) => all.slice(0, at) + put + all.slice(at + cut), text);
      const request = readPlainRequest(bytes(edited));
      if (request === undefined) return;
      taken++;
      const { method, path, headers, body = new Uint8Array() } = request;
      const read = await readByPlatform(bytes(edited));
      expect(read.map(({ incoming }) => [incoming.method, incoming.url])).toEqual([[method, path]]);
      expect(read[0]?.incoming.headers).toEqual(headers);
      if (method !== "GET") expect(read[0]?.body).toEqual(Buffer.from(body));
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(300);
});

/** The requests that the parser of the platform finds before one more. */
async function readByPlatform(sent: Buffer): Promise<readonly Found[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Found[]>();
  const found: Promise<Found>[] = [];
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/after") resolve(Promise.all(found));
    else found.push(buffer(incoming).then((body) => ({ incoming, body })));
    outgoing.end();
  });
  server.on("clientError", reject);
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  server.emit("connection", socket);
  socket.push(Buffer.concat([sent, bytes("GET /after HTTP/1.1", "host: a", "", "")]));
  const read = await promise;
  socket.destroy();
  return read;
}
