import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { CertificatePair } from "../../src/certificates/index.ts";
import { Client } from "../../src/client/index.ts";
import type { ClientOptions } from "../../src/client/index.ts";
import { loadKubeconfig } from "../../src/config/index.ts";
import type { LoadKubeconfigOptions } from "../../src/config/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { protobufTables } from "../../src/types/pack/index.ts";
import { createProtobufCodec } from "../../src/wire/index.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { listening } from "../e2e/client-fault-listening.fixture.ts";

const authority = createAuthority({ commonName: "authority", clock: realClock, random: systemRandom });
const stranger = createAuthority({ commonName: "stranger", clock: realClock, random: systemRandom });
const serving = { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] } as const;
const day = 24 * 3_600_000;
const secret = Array.from({ length: 40 }, () => Math.floor(systemRandom.next() * 36).toString(36)).join("");
const list = { apiVersion: "v1", kind: "ConfigMapList", metadata: {}, items: [{ metadata: { name: secret } }] };
const encoded = createProtobufCodec(protobufTables).encode(list);

type Fields = Readonly<Record<string, unknown>>;

/** What is wrong, and how it must be told. Whatever is there besides is in order, and holds a secret wherever it can. */
interface Case {
  /** The certificate of the server, if it is not a good one. */
  readonly pair?: CertificatePair;
  /** What the server does with a request; else it answers as it should. */
  readonly answer?: (response: ServerResponse) => void;
  readonly cluster?: Fields;
  readonly user?: Fields;
  readonly options?: LoadKubeconfigOptions;
  readonly client?: ClientOptions;
  /** What stands in the file instead of a kubeconfig. Without a text there is no file. */
  readonly file?: { readonly text?: string };
  readonly isProxied?: boolean;
  readonly act?: (client: Client) => Promise<unknown>;
  readonly name: string;
  readonly code: string;
  /** What the message names, besides what is attempted. */
  readonly tells: readonly (string | RegExp)[];
  /** How many requests the server got. */
  readonly requests: number;
}

function early(validForMs: number): CertificatePair {
  const clock = { ...realClock, now: () => realClock.now() - 2 * day };
  return issueCertificate({ ...authority, clock }, { ...serving, validForMs });
}

function plugin(script: string, more: Fields = {}): Fields {
  const args = ["-c", script, secret];
  const apiVersion = "client.authentication.k8s.io/v1";
  return { exec: { apiVersion, command: "/bin/sh", args, interactiveMode: "Never", ...more } };
}

const config = { name: "ConfigError" };
const transport = { name: "TransportError", code: "SETPOINT_TRANSPORT_TLS" };
const decode = { name: "AnswerDecodeError", code: "SETPOINT_ANSWER_DECODE", requests: 1 };
const get = (client: Client): Promise<unknown> => client.resource(ConfigMap).get("a");
const asked = "GET https://127.0.0.1:PORT/api/v1/namespaces/default/configmaps/a: ";
const path = "GET /api/v1/namespaces/default/configmaps/a: ";

const cases: Readonly<Record<string, Case>> = {
  "a file that is missing": { ...config, file: {}, code: "SETPOINT_CONFIG_MISSING", tells: ["FILE"], requests: 0 },
  "broken YAML": {
    ...config,
    file: { text: `users:\n- name: u\n  user: {token: ${secret}\ncontexts: [` },
    code: "SETPOINT_CONFIG_SYNTAX",
    tells: ["FILE", /line \d/],
    requests: 0,
  },
  "an unknown context": {
    ...config,
    options: { context: "production" },
    code: "SETPOINT_CONFIG_NOT_FOUND",
    tells: ["FILE", '"production"', '"x"'],
    requests: 0,
  },
  "a client certificate that has ended": {
    ...config,
    user: certificateFields(issueCertificate({ ...authority, clock: past() }, ended())),
    code: "SETPOINT_CONFIG_EXPIRED",
    tells: ['FILE (context "x"): users[u].user.client-certificate-data: '],
    requests: 0,
  },
  "a server's certificate that has ended": {
    ...transport,
    pair: early(day),
    tells: [asked, "CERT_HAS_EXPIRED"],
    requests: 0,
  },
  "a wrong authority": {
    ...transport,
    pair: issueCertificate(stranger, serving),
    tells: [asked, /UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/],
    requests: 0,
  },
  "a wrong host": {
    ...transport,
    cluster: { "tls-server-name": "kubernetes.default" },
    tells: [asked, "ERR_TLS_CERT_ALTNAME_INVALID"],
    requests: 0,
  },
  "an exec plugin that is refused": {
    ...config,
    user: plugin("exit 0"),
    options: { plugins: { policy: "deny-all" } },
    code: "SETPOINT_CONFIG_PLUGIN_REFUSED",
    tells: ['FILE (context "x"): users[u].user.exec: '],
    requests: 0,
  },
  "an exec plugin that prints garbage": {
    ...config,
    user: plugin('echo "garbage $0"'),
    code: "SETPOINT_CONFIG_PLUGIN",
    tells: ['FILE (context "x"): users[u].user.exec: '],
    requests: 0,
  },
  "an exec plugin that never ends": {
    ...config,
    user: plugin("while :; do sleep 60; done"),
    options: { plugins: { timeoutMs: 500 } },
    code: "SETPOINT_CONFIG_PLUGIN_TIMEOUT",
    tells: ['FILE (context "x"): users[u].user.exec: ', "500 ms"],
    requests: 0,
  },
  "a proxy that refuses": {
    name: "TransportError",
    isProxied: true,
    code: "SETPOINT_TRANSPORT_PROXY",
    tells: [asked, "http://127.0.0.1:PROXY", "403"],
    requests: 0,
  },
  "an answer that is cut short": {
    name: "TransportError",
    client: { maxRetries: 0 },
    answer: (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write(`{"data":"${secret}`, () => void response.destroy());
    },
    code: "SETPOINT_TRANSPORT_RESET",
    tells: [asked],
    requests: 1,
  },
  "an answer that ends too early": {
    ...decode,
    answer: (response) => void response.end(`{"data":"${secret}`),
    tells: [path, "JSON"],
  },
  "an answer that is not JSON": { ...decode, answer: (response) => void response.end(secret), tells: [path, "JSON"] },
  "a success with a Status inside": {
    name: "ApiError",
    answer: (response) =>
      void response.end(
        JSON.stringify({ kind: "Status", status: "Failure", code: 403, reason: "Forbidden", message: "not yours" }),
      ),
    code: "SETPOINT_API",
    tells: [path, "not yours"],
    requests: 1,
  },
  "HTML of a proxy": {
    ...decode,
    answer: (response) =>
      void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<html>${secret}</html>`),
    tells: [path, "JSON", "text/html"],
  },
  "a list in protobuf that is cut short": {
    ...decode,
    answer: (response) =>
      void response
        .writeHead(200, { "content-type": "application/vnd.kubernetes.protobuf" })
        .end(encoded.subarray(0, encoded.length - 5)),
    act: (client) => client.resource(ConfigMap, { namespace: "default" }).list(),
    tells: ["GET /api/v1/namespaces/default/configmaps: ", "protobuf"],
  },
};

function past(): typeof realClock {
  return { ...realClock, now: () => realClock.now() - 2 * day };
}

function ended(): Parameters<typeof issueCertificate>[1] {
  return { commonName: "me", usages: ["client"], validForMs: day };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function certificateFields({ certificate, key }: CertificatePair): Fields {
  return { "client-certificate-data": base64(certificate), "client-key-data": base64(key) };
}

interface Place extends AsyncDisposable {
  readonly file: string;
  readonly port: number;
  readonly proxyPort: number;
  /** What was asked for: of the server, and of the proxy. */
  readonly counts: { requests: number; tunnels: number };
}

/** A server, a proxy that refuses everybody, and a kubeconfig for both. */
async function prepare({ pair, answer, cluster, user, file, isProxied }: Case): Promise<Place> {
  await using opened = new AsyncDisposableStack();
  const counts = { requests: 0, tunnels: 0 };
  const { certificate: cert, key } = pair ?? issueCertificate(authority, serving);
  const server = createServer({ cert, key }, (request, response) => {
    counts.requests += 1;
    request.resume();
    if (answer === undefined) response.end(`{"metadata":{"name":"a"}}`);
    else answer(response);
  });
  const proxy = createTcpServer((socket) => {
    socket
      .on("error", () => {})
      .once("data", () => {
        counts.tunnels += 1;
        socket.end(`HTTP/1.1 403 ${secret}\r\ncontent-length: 0\r\n\r\n`);
      });
  });
  const { port } = opened.use(await listening(server));
  const { port: proxyPort } = opened.use(await listening(proxy));
  const folder = opened.use(await temporaryFolder());
  const proxied = isProxied === true ? { "proxy-url": `http://me:${secret}@127.0.0.1:${proxyPort}` } : {};
  const trust = { "certificate-authority-data": base64(authority.certificate) };
  const text = JSON.stringify({
    clusters: [{ name: "c", cluster: { server: `https://127.0.0.1:${port}`, ...trust, ...proxied, ...cluster } }],
    users: [{ name: "u", user: user ?? { token: secret } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
  const path = join(folder.path, "kubeconfig");
  const written = file === undefined ? text : file.text;
  if (written !== undefined) await writeFile(path, written);
  const owned = opened.move();
  return { file: path, port, proxyPort, counts, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function attempt({ options, client: clientOptions, act = get }: Case, file: string): Promise<unknown> {
  try {
    const loaded = await loadKubeconfig({ path: file, environment: {}, ...options });
    await using client = Client.connect(loaded, clientOptions);
    return await act(client);
  } catch (error) {
    return error;
  }
}

test.for(Object.keys(cases))(
  "what is wrong is told by its class, code and place, without a secret: %s [client/bad-input]",
  async (name, { expect }) => {
    const wrong = cases[name] as Case;
    await using place = await prepare(wrong);
    const error = await attempt(wrong, place.file);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: wrong.name, code: wrong.code });
    const { message } = error as Error;
    for (const told of wrong.tells) {
      const expected =
        typeof told === "string"
          ? told
              .replace("FILE", place.file)
              .replace("PORT", String(place.port))
              .replace("PROXY", String(place.proxyPort))
          : told;
      if (typeof expected === "string") expect(message).toContain(expected);
      else expect(message).toMatch(expected);
    }
    const everything = inspect(error, { depth: Infinity, showHidden: true }) + String((error as Error).stack);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(base64(`me:${secret}`));
    expect(place.counts).toEqual({ requests: wrong.requests, tunnels: wrong.isProxied === true ? 1 : 0 });
  },
);

test("the same in order is answered [client/bad-input]", async ({ expect }) => {
  const good: Case = { ...config, code: "", tells: [], requests: 1 };
  await using place = await prepare(good);
  expect(await attempt(good, place.file)).toMatchObject({ metadata: { name: "a" } });
});
