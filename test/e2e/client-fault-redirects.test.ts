import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { Client, DiscoveryClient, MetadataClient, TransportError } from "../../src/client/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { listening } from "./client-fault-listening.fixture.ts";
import { startHttpProxy } from "./client-transport-proxies.fixture.ts";

const authority = createAuthority({ commonName: "authority", clock: realClock, random: systemRandom });
const serving = { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] } as const;
const clientCertificate = issueCertificate(authority, { commonName: "me", usages: ["client"] });

interface Host extends AsyncDisposable {
  readonly url: string;
  /** How many connections there were. */
  readonly connections: () => number;
  readonly requests: readonly string[];
}

/** A server that everybody who trusts the authority would speak to. */
async function startHost(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Host> {
  const { certificate: cert, key } = issueCertificate(authority, serving);
  const requests: string[] = [];
  const server = createServer({ cert, key, ca: authority.certificate, requestCert: true }, (request, response) => {
    requests.push(`${request.method} ${request.headers.authorization ?? "nobody"}`);
    answer(request, response);
  });
  const { port, connections, [Symbol.asyncDispose]: dispose } = await listening(server);
  return {
    url: `https://127.0.0.1:${port}`,
    requests,
    connections: () => connections.total,
    [Symbol.asyncDispose]: dispose,
  };
}

const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };

/** Everything that a client can ask, and with which method it does. */
const verbs: Readonly<Record<string, readonly [method: string, ask: (client: Client) => Promise<unknown>]>> = {
  get: ["GET", (client) => client.resource(ConfigMap).get("a")],
  list: ["GET", (client) => client.resource(ConfigMap).list()],
  pages: ["GET", (client) => client.resource(ConfigMap).pages().next()],
  watch: ["GET", (client) => client.resource(ConfigMap).watch().next()],
  metadata: ["GET", (client) => new MetadataClient(client, ConfigMap).get("a")],
  discovery: ["GET", (client) => new DiscoveryClient(client).serverVersion()],
  raw: ["GET", (client) => client.rest.path("/healthz").raw({ anyStatus: true })],
  stream: ["GET", (client) => client.rest.get(ConfigMap).stream()],
  create: ["POST", (client) => client.resource(ConfigMap).create(object)],
  update: ["PUT", (client) => client.resource(ConfigMap).update(object)],
  updateStatus: ["PUT", (client) => client.resource(ConfigMap).updateStatus(object)],
  "merge patch": ["PATCH", (client) => client.resource(ConfigMap).patch("a", {})],
  "JSON patch": ["PATCH", (client) => client.resource(ConfigMap).patch("a", [], { type: "json" })],
  "strategic patch": ["PATCH", (client) => client.resource(ConfigMap).patch("a", {}, { type: "strategic" })],
  apply: ["PATCH", (client) => client.resource(ConfigMap).apply({ metadata: { name: "a" } }, { fieldManager: "me" })],
  delete: ["DELETE", (client) => client.resource(ConfigMap).delete("a")],
  deleteCollection: ["DELETE", (client) => client.resource(ConfigMap, { namespace: "default" }).deleteCollection()],
};

/** Where a server may send us: to another one, to itself, and out of TLS. */
const places: readonly ((elsewhere: string) => string)[] = [
  (elsewhere) => `${elsewhere}/api/v1/namespaces/default/configmaps/a`,
  (elsewhere) => elsewhere.replace("https:", ""),
  () => "/api/v1/namespaces/default/configmaps/b",
  (elsewhere) => elsewhere.replace("https:", "http:"),
];

test.for(
  [301, 302, 303, 307, 308].flatMap((status) => ["directly", "by a proxy"].map((way) => [status, way] as const)),
)(
  "a redirect (%i) is followed by no verb, %s, and nobody else learns the credential [client/redirect-every-verb]",
  async ([status, way], { expect }) => {
    await using elsewhere = await startHost((_request, response) => void response.end(JSON.stringify(object)));
    let place = 0;
    await using server = await startHost((request, response) => {
      request.resume();
      const location = places[place++ % places.length]?.(elsewhere.url) ?? "";
      response.writeHead(status, { location, "retry-after": "0" }).end(JSON.stringify(object));
    });
    await using proxy = await startHttpProxy();
    const proxyUrl = way === "directly" ? undefined : `http://127.0.0.1:${proxy.port}`;
    const config = { server: server.url, ca: authority.certificate, token: "s3cr3t", namespace: "default" };
    await using client = Client.connect({ ...config, clientCertificate, proxyUrl });
    const sent: string[] = [];
    for (let round = 0; round < places.length; round++) {
      for (const [name, [method, ask]] of Object.entries(verbs)) {
        const error = await ask(client).catch((thrown: unknown) => thrown);
        expect(error, name).toSatisfy((failure) => TransportError.is(failure, "SETPOINT_TRANSPORT_REDIRECT"));
        expect(String(error), name).toContain(`: ${method} ${server.url}/`);
        expect(String(error), name).not.toMatch(/s3cr3t|configmaps\/b/);
        sent.push(`${method} Bearer s3cr3t`);
      }
    }
    // Each was sent, once.
    expect(server.requests).toEqual(sent);
    expect([elsewhere.connections(), elsewhere.requests]).toEqual([0, []]);
    expect(new Set(proxy.asked).size).toBe(proxyUrl === undefined ? 0 : 1);
  },
);
