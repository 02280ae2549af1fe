import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { Client } from "../../src/client/index.ts";
import type { ClientOptions } from "../../src/client/index.ts";
import { hideSecrets } from "../../src/config/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { createLogger, MetricsRegistry } from "../../src/observe/index.ts";
import { startHttpProxy } from "./client-transport-proxies.fixture.ts";

const authority = createAuthority({ commonName: "authority", clock: realClock, random: systemRandom });
const pair = issueCertificate(authority, { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] });

/** What a server may do to a request. */
const faults: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  success: (_request, response) => void response.end("{}"),
  refusal: (_request, response) => void response.writeHead(403).end("no"),
  unauthorized: (_request, response) => void response.writeHead(401).end(),
  busy: (_request, response) => void response.writeHead(429, { "retry-after": "0" }).end(),
  broken: (_request, response) => void response.writeHead(500).end("<html>"),
  garbage: (_request, response) => void response.end("not JSON"),
  warning: (_request, response) => void response.writeHead(200, { warning: '299 - "old"' }).end("{}"),
  redirect: (_request, response) => void response.writeHead(307, { location: "https://127.0.0.1:1/" }).end(),
  cut: (request) => void request.socket.destroy(),
  short: (request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("{", () => void request.socket.destroy());
  },
  "no HTTP": (request) => void request.socket.end("HTTP/1.1 200 OK\nno: carriage return\n\n"),
  mute: () => {},
};

const verbs: Readonly<Record<string, (client: Client, signal: AbortSignal) => Promise<unknown>>> = {
  get: (client, signal) => client.resource(ConfigMap).get("a", { signal }),
  list: (client, signal) => client.resource(ConfigMap).list({ signal }),
  watch: async (client, signal) => {
    for await (const _event of client.resource(ConfigMap).watch({ signal })) return;
  },
  create: (client, signal) => client.rest.post(ConfigMap).namespace("default").body({}).send({ signal }),
  update: (client, signal) => client.rest.put(ConfigMap).namespace("default").name("a").body({}).send({ signal }),
  patch: (client, signal) => client.rest.patch(ConfigMap).namespace("default").name("a").body({}).send({ signal }),
  delete: (client, signal) => client.rest.delete(ConfigMap).namespace("default").name("a").send({ signal }),
};

function secret(length: number): string {
  return Array.from({ length }, () => Math.floor(systemRandom.next() * 36).toString(36)).join("");
}

/** Everything that can be seen of a value. */
function seen(value: unknown): string {
  const text = inspect(value, { depth: Infinity, showHidden: true, getters: true, maxArrayLength: Infinity });
  return `${text}\n${String(value)}\n${value instanceof Error ? value.stack : JSON.stringify(value)}`;
}

async function outcomeOf(
  client: Client,
  act: (client: Client, signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  const stop = new AbortController();
  const outcome = act(client, stop.signal).catch((error: unknown) => error);
  const timer = realClock.setTimeout(() => stop.abort(new Error("enough")), 2_000);
  const result = await outcome;
  timer.cancel();
  return result;
}

test(
  "a token goes through every verb and every failure, and is seen nowhere [client/no-secret-shown]",
  { timeout: 60_000 },
  async ({ expect }) => {
    const [token, password] = [secret(40), secret(40)];
    let fault: (typeof faults)[string] = () => {};
    const arrived = { total: 0, withToken: 0 };
    const server = createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
      arrived.total += 1;
      if (request.headers.authorization === `Bearer ${token}`) arrived.withToken += 1;
      request.resume();
      fault(request, response);
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    await using proxy = await startHttpProxy();
    const output: string[] = [];
    const logger = createLogger({ clock: realClock, level: "debug", write: (line) => void output.push(line) });
    const options: ClientOptions = { logger, metrics: new MetricsRegistry(), maxRetries: 1, requestTimeoutMs: 300 };
    const config: ClientConfig = hideSecrets({
      server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ca: authority.certificate,
      token,
      namespace: "default",
      proxyUrl: `http://user:${password}@127.0.0.1:${proxy.port}`,
    });
    const configs: readonly ClientConfig[] = [
      config,
      { ...config, ca: undefined },
      { ...config, proxyUrl: `http://user:${password}@127.0.0.1:1` },
      { ...config, server: "https://127.0.0.1:1", proxyUrl: undefined },
      { ...config, server: "https://nowhere.invalid", proxyUrl: undefined },
    ];
    for (const [index, each] of configs.entries()) {
      const names = index === 0 ? Object.keys(faults) : ["success"];
      for (const name of names) {
        fault = faults[name] as (typeof faults)[string];
        await using client = Client.connect(each, options);
        for (const act of Object.values(verbs)) {
          const outcome = await outcomeOf(client, act);
          output.push(seen(outcome));
          logger.error("it failed", { error: outcome, client, config: each });
        }
        output.push(seen(client), seen(client.rest), seen(client.resource(ConfigMap)), seen(each));
      }
    }
    output.push(seen(options));
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
    expect(arrived.withToken).toBeGreaterThan(Object.keys(faults).length * Object.keys(verbs).length - 1);
    expect(proxy.asked.length).toBeGreaterThan(0);
    const text = output.join("\n");
    const hidden = [
      token,
      password,
      ...[token, password].map((value) => Buffer.from(`user:${value}`).toString("base64")),
    ];
    for (const value of hidden) expect(text.includes(value)).toBe(false);
  },
);
