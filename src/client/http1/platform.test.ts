import { get as platformGet } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream/promises";
import fc from "fast-check";
import { test } from "vitest";
import { createHttpsTransport } from "../https-transport.ts";
import { startRawServer } from "../raw-server.fixture.ts";
import { startScriptedServer } from "../scripted-server.fixture.ts";
import { ResponseParser } from "./response-parser.ts";

interface Answer {
  readonly status: number;
  readonly chunks: readonly Buffer[];
  readonly hasLength: boolean;
  readonly hasTrailers: boolean;
  readonly hasHints: boolean;
  readonly closes: boolean;
}

const bytes: fc.Arbitrary<Buffer> = fc
  .tuple(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })), fc.constantFrom("x", "\r\n0"))
  .map(([size, text]) => Buffer.alloc(size, text));

const answer: fc.Arbitrary<Answer> = fc.record({
  status: fc.constantFrom(200, 201, 204, 400, 404, 409, 500),
  chunks: fc.array(bytes, { maxLength: 5 }),
  hasLength: fc.boolean(),
  hasTrailers: fc.boolean(),
  hasHints: fc.boolean(),
  closes: fc.boolean(),
});

test(
  "whatever the platform's server sends arrives as it was sent [client/http1-platform]",
  { timeout: 60_000 },
  async ({ expect }) => {
    const script: Answer[] = [];
    const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { status, chunks, hasLength, hasTrailers, hasHints, closes } = script.shift() as Answer;
      // A socket that is closed with something unread is reset, and takes with it what was sent.
      if (closes) await finished(request.resume());
      const sent = status === 204 ? [] : chunks;
      response.statusCode = status;
      response.setHeader("x-status", String(status));
      if (hasLength && status !== 204)
        response.setHeader(
          "content-length",
          sent.reduce((sum, { length }) => sum + length, 0),
        );
      else if (hasTrailers && status !== 204) response.setHeader("trailer", "x-digest");
      if (closes) response.setHeader("connection", "close");
      if (hasHints) response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      for (const chunk of sent) response.write(chunk);
      if (!hasLength && hasTrailers && status !== 204) response.addTrailers({ "x-digest": "abc" });
      response.end();
    };
    await using server = await startScriptedServer((request, response) => void respond(request, response));
    await using transport = createHttpsTransport({ server: server.url, namespace: "default" });
    const property = fc.asyncProperty(answer, bytes, async (planned, body) => {
      script.push(planned);
      const response = await transport.send({ method: "POST", path: "/a", headers: {}, body });
      const read = Buffer.concat(await Array.fromAsync(response.body));
      const wanted = planned.status === 204 ? Buffer.alloc(0) : Buffer.concat(planned.chunks);
      return (
        response.status === planned.status &&
        response.headers["x-status"] === String(planned.status) &&
        read.equals(wanted)
      );
    });
    await fc.assert(property, { numRuns: 300 });
    expect(script).toEqual([]);
  },
);

interface Read {
  readonly status: number | undefined;
  readonly body: string;
}

async function readByPlatform(port: number): Promise<Read | "refused"> {
  return await new Promise((resolve) => {
    const request = platformGet({ host: "127.0.0.1", port, agent: false }, (incoming) => {
      let body = "";
      incoming.setEncoding("latin1");
      incoming.on("data", (text: string) => void (body += text));
      incoming.on("error", () => resolve("refused"));
      incoming.on("close", () => resolve("refused"));
      incoming.on("end", () => resolve({ status: incoming.statusCode, body }));
    });
    request.on("error", () => resolve("refused"));
    request.on("close", () => resolve("refused"));
    request.on("upgrade", (_incoming, socket) => {
      socket.destroy();
      resolve("refused");
    });
  });
}

async function readByUs(url: string): Promise<Read | "refused"> {
  await using transport = createHttpsTransport({ server: url, namespace: "default" });
  try {
    const { status, body } = await transport.send({ method: "GET", path: "/", headers: {} });
    return { status, body: Buffer.concat(await Array.fromAsync(body)).toString("latin1") };
  } catch {
    return "refused";
  }
}

/** Bytes behind an answer are the one thing that the platform refuses and we do not: they may come too late to say so. */
function hasExcess(text: string): boolean {
  const parser = new ResponseParser({ method: "GET", maxHeaderBytes: 1_024, onHead: () => {}, onData: () => {} });
  return parser.push(Buffer.from(text, "latin1")) < text.length;
}

const pieces: readonly string[] = [
  "HTTP/1.1 200 OK",
  "HTTP/1.0 200 OK",
  "HTTP/1.1 100 Continue",
  "\r\n",
  "\r\n",
  "\r\n\r\n",
  "\n",
  " ",
  "content-length: 5",
  "content-length: 3",
  "Content-Length : 4",
  "transfer-encoding: chunked",
  "transfer-encoding: identity",
  "transfer-encoding:\tchunked",
  "connection: close",
  "x: y",
  "hello",
  "5\r\nhello\r\n",
  "0\r\n\r\n",
  "5;ext\r\n",
  "00",
];

test(
  "what we accept the platform's client reads alike: there is no second way to read it [client/http1-platform]",
  { timeout: 60_000 },
  async () => {
    let answerText = "";
    await using server = await startRawServer((socket: Socket) => {
      socket.once("data", () => void socket.end(answerText, "latin1"));
    });
    const soup = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
    const likely = fc
      .tuple(
        fc.shuffledSubarray(pieces.slice(8, 16), { maxLength: 3 }),
        fc.array(fc.constantFrom(...pieces.slice(16)), { maxLength: 4 }),
      )
      .map(
        ([headers, body]) => `HTTP/1.1 200 OK\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n${body.join("")}`,
      );
    const property = fc.asyncProperty(
      fc.oneof({ weight: 1, arbitrary: soup }, { weight: 4, arbitrary: likely }),
      async (text) => {
        answerText = text;
        const ours = await readByUs(server.url);
        if (ours === "refused") return true;
        const theirs = await readByPlatform(server.port);
        if (theirs === "refused") return hasExcess(text);
        return theirs.status === ours.status && theirs.body === ours.body;
      },
    );
    await fc.assert(property, { numRuns: 300 });
  },
);
