import type { TlsOptions } from "node:tls";
import { describe, test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { CertificatePair, CertificateRequest } from "../../src/certificates/index.ts";
import { TransportError } from "../../src/client/index.ts";
import { ConfigError, parseKubeconfig } from "../../src/config/index.ts";
import { ask, startTlsServer } from "./client-transport-server.fixture.ts";
import type { TlsServer } from "./client-transport-server.fixture.ts";
import { startHttpProxy, startSocks5Proxy } from "./client-transport-proxies.fixture.ts";

const made = { clock: realClock, random: systemRandom };
const authority = createAuthority({ commonName: "authority", ...made });
const stranger = createAuthority({ commonName: "stranger", ...made });
const serving: CertificateRequest = { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] };
const day = 24 * 3_600_000;

const ways = ["get", "watch", "http proxy", "https proxy", "socks5 proxy"] as const;

interface Proxies extends AsyncDisposable {
  /** The address of the proxy for each way that needs one. */
  readonly urls: Readonly<Partial<Record<(typeof ways)[number], string>>>;
  /** How many tunnels were asked for. */
  readonly asked: () => number;
}

async function startProxies(pair: CertificatePair): Promise<Proxies> {
  await using opened = new AsyncDisposableStack();
  const http = opened.use(await startHttpProxy());
  const https = opened.use(await startHttpProxy(pair));
  const socks = opened.use(await startSocks5Proxy({ name: "me", password: "p" }));
  const owned = opened.move();
  return {
    urls: {
      "http proxy": `http://me:p@127.0.0.1:${http.port}`,
      "https proxy": `https://me:p@127.0.0.1:${https.port}`,
      "socks5 proxy": `socks5://me:p@127.0.0.1:${socks.port}`,
    },
    asked: () => [http, https, socks].reduce((sum, { asked }) => sum + asked.length, 0),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

describe("a server is verified", () => {
  const good = issueCertificate(authority, serving);
  const ca = authority.certificate;

  test("against the configured authorities, and by name [client/verified-server]", async ({ expect }) => {
    await using server = await startTlsServer(good);
    expect(await ask({ server: server.url, ca })).toBe("default");
    expect(await ask({ server: server.url, ca: `${stranger.certificate}${ca}` })).toBe("default");
  });

  const elsewhere = issueCertificate(authority, { ...serving, ipAddresses: ["127.0.0.2"], dnsNames: ["kubernetes"] });
  const expired = issueCertificate(
    createAuthority({
      commonName: "authority",
      ...made,
      clock: { ...realClock, now: () => realClock.now() - 30 * day },
    }),
    { ...serving, validForMs: day },
  );

  const itself = {
    certificate: stranger.certificate,
    key: String(stranger.privateKey.export({ type: "pkcs8", format: "pem" })),
  };
  const cases = [
    ["a server of another authority", issueCertificate(stranger, serving), ca],
    ["a server of an unknown authority, when none is configured", good, undefined],
    ["a server with another address", elsewhere, ca],
    ["a server with a certificate that has ended", expired, ca],
    ["a server that vouches for itself", itself, ca],
  ] as const;

  // Without an authority the proxy would not be spoken to either.
  const combined = cases
    .flatMap(([name, ...rest]) => ways.map((way) => [name, way, ...rest] as const))
    .filter(([, way, , trusted]) => way !== "https proxy" || trusted !== undefined);

  test.for(combined)(
    "%s is not spoken to by %s [client/verified-server]",
    async ([, way, pair, trusted], { expect }) => {
      await using server = await startTlsServer(pair);
      await using proxies = await startProxies(issueCertificate(authority, serving));
      const proxyUrl = proxies.urls[way];
      // The environment must not help an attacker.
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      try {
        const error = await ask({ server: server.url, ca: trusted, token: "s3cr3t", proxyUrl }, way === "watch");
        expect(error).toSatisfy((failure) => TransportError.is(failure, "SETPOINT_TRANSPORT_TLS"));
        expect(String(error)).toContain(`GET ${server.url}/api/v1/namespaces`);
        expect(server.seen).toEqual([]);
        expect(proxies.asked()).toBe(proxyUrl === undefined ? 0 : 1);
      } finally {
        delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      }
    },
  );

  test.for(ways)("a trusted one is spoken to by %s [client/verified-server]", async (way, { expect }) => {
    await using server = await startTlsServer(good);
    await using proxies = await startProxies(issueCertificate(authority, serving));
    const config = { server: server.url, ca, token: "t", proxyUrl: proxies.urls[way] };
    expect(await ask(config, way === "watch")).toBe("default");
    expect(server.seen).toEqual([{ user: undefined, authorization: "Bearer t" }]);
    expect(proxies.asked()).toBe(config.proxyUrl === undefined ? 0 : 1);
  });

  test("by the name that the configuration gives it, if it gives one [client/verified-server]", async ({ expect }) => {
    await using server = await startTlsServer(elsewhere);
    expect(await ask({ server: server.url, ca, tlsServerName: "kubernetes" })).toBe("default");
    expect(await ask({ server: server.url, ca, tlsServerName: "other" })).toSatisfy(TransportError.is);
  });

  test("only over a version of TLS that is still safe [client/verified-server]", async ({ expect }) => {
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await using server = await startTlsServer(good, old);
    expect(await ask({ server: server.url, ca })).toSatisfy(TransportError.is);
  });
});

describe("a client certificate", () => {
  const options: TlsOptions = { ca: authority.certificate, requestCert: true, rejectUnauthorized: true };
  const server = (): Promise<TlsServer> => startTlsServer(issueCertificate(authority, serving), options);
  const user: CertificateRequest = { commonName: "somebody", usages: ["client"] };

  test("from a kubeconfig says who speaks, alone or beside a token [client/client-certificate]", async ({ expect }) => {
    await using running = await server();
    const { certificate, key } = issueCertificate(authority, user);
    const base64 = (text: string): string => Buffer.from(text).toString("base64");
    for (const token of [undefined, "t"]) {
      const text = JSON.stringify({
        clusters: [
          { name: "c", cluster: { server: running.url, "certificate-authority-data": base64(authority.certificate) } },
        ],
        users: [
          {
            name: "u",
            user: { "client-certificate-data": base64(certificate), "client-key-data": base64(key), token },
          },
        ],
        contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
        "current-context": "x",
      });
      expect(await ask(await parseKubeconfig(text))).toBe("default");
    }
    expect(running.seen).toEqual([
      { user: "somebody", authorization: undefined },
      { user: "somebody", authorization: "Bearer t" },
    ]);
  });

  test("that the server does not accept, or that is missing, is no answer [client/client-certificate]", async ({
    expect,
  }) => {
    await using running = await server();
    const config = { server: running.url, ca: authority.certificate };
    const strange = { ...config, clientCertificate: issueCertificate(stranger, user) };
    for (const attempt of [config, strange]) expect(await ask(attempt)).toSatisfy(TransportError.is);
    expect(running.seen).toEqual([]);
  });

  test("with the key of another is refused before anything is sent [client/bad-config]", async ({ expect }) => {
    const { certificate } = issueCertificate(authority, user);
    const { key } = issueCertificate(authority, user);
    const config = {
      server: "https://127.0.0.1:1",
      ca: authority.certificate,
      clientCertificate: { certificate, key },
    };
    await expect(ask(config)).rejects.toSatisfy((error) => ConfigError.is(error, "SETPOINT_CONFIG_INVALID"));
  });
});
