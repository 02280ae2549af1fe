import { spawn } from "node:child_process";
import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { listening } from "../e2e/client-fault-listening.fixture.ts";

const authority = createAuthority({ commonName: "authority", clock: realClock, random: systemRandom });
const pair = issueCertificate(authority, { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] });

const json = { "content-type": "application/json" };

/** What a server may do. */
const faults: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  "answers nonsense": (_request, response) => void response.end("not JSON"),
  "forbids, and says all that it was told": ({ headers }, response) => {
    const message = `no: ${Object.keys(headers).join()}`;
    response.writeHead(403, json).end(JSON.stringify({ kind: "Status", status: "Failure", code: 403, message }));
  },
  "does not know us": (_request, response) => void response.writeHead(401).end(),
  "is busy": (_request, response) => void response.writeHead(429, { "retry-after": "0" }).end(),
  "sends us elsewhere": (_request, response) =>
    void response.writeHead(302, { location: "https://127.0.0.1:1/" }).end(),
  "warns and succeeds": (_request, response) =>
    void response.writeHead(200, { ...json, warning: '299 - "old"' }).end(`{"metadata":{"name":"a"},"items":[]}`),
  "breaks off": ({ socket }) => void socket.destroy(),
  "speaks no HTTP": ({ socket }) => void socket.end("hello\r\n\r\n"),
};
interface Target extends AsyncDisposable {
  readonly url: string;
  readonly arrived: { total: number; withToken: number };
}

async function startTarget(token: string, fault: (typeof faults)[string]): Promise<Target> {
  const arrived = { total: 0, withToken: 0 };
  const server = createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
    arrived.total += 1;
    if (request.headers.authorization === `Bearer ${token}`) arrived.withToken += 1;
    request.resume();
    fault(request, response);
  });
  const { port, [Symbol.asyncDispose]: dispose } = await listening(server);
  return { url: `https://127.0.0.1:${port}`, arrived, [Symbol.asyncDispose]: dispose };
}

interface Output {
  readonly printed: string;
  readonly exitCode: number | null;
}

async function run(environment: NodeJS.ProcessEnv, token: string): Promise<Output> {
  const script = fileURLToPath(new URL("client-token-outcomes.ts", import.meta.url));
  const child = spawn(process.execPath, [script], { env: { PATH: process.env["PATH"], ...environment } });
  child.stdin.end(token);
  const ended = new Promise<number | null>((resolve) => void child.on("exit", resolve));
  const printed = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { printed: printed.join("\n"), exitCode: await ended };
}

test.for(["debug", "info", "warn", "error"])(
  "a token goes through every verb and failure, and is in nothing that a process prints at the level %s, also when it dies [client/token-nowhere]",
  { timeout: 120_000 },
  async (level, { expect }) => {
    const token = Array.from({ length: 40 }, () => Math.floor(systemRandom.next() * 36).toString(36)).join("");
    await using stack = new AsyncDisposableStack();
    const targets: Target[] = [];
    for (const fault of Object.values(faults)) targets.push(stack.use(await startTarget(token, fault)));
    const servers = targets.map(({ url }) => url).join(" ");
    const { printed, exitCode } = await run({ SERVERS: servers, CA: authority.certificate, LEVEL: level }, token);

    // Every verb sent it to every server, and the process printed what came of it, down to its end.
    for (const { arrived } of targets) {
      expect(arrived.withToken).toBe(arrived.total);
      expect(arrived.total).toBeGreaterThanOrEqual(23);
    }
    expect(exitCode).toBe(1);
    for (const whole of ["rest_client_requests_total", "Node.js v"]) expect(printed.includes(whole), whole).toBe(true);
    expect(printed.includes(`"level":"${level}"`)).toBe(true);
    const encoded = Buffer.from(token).toString("base64").slice(0, 40);
    for (const hidden of [token, encoded]) expect(printed.includes(hidden)).toBe(false);
  },
);
