import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket, TlsOptions } from "node:tls";
import { describe, test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { CertificatePair, CertificateRequest } from "../../src/certificates/index.ts";
import { Client, TransportError } from "../../src/client/index.ts";
import { ConfigError, parseKubeconfig } from "../../src/config/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { Namespace } from "../../src/kinds.ts";

const made = { clock: realClock, random: systemRandom };
const authority = createAuthority({ commonName: "authority", ...made });
const stranger = createAuthority({ commonName: "stranger", ...made });
const serving: CertificateRequest = { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] };
const day = 24 * 3_600_000;

interface TlsServer extends AsyncDisposable {
  readonly url: string;
  /** What each request said about who sent it. */
  readonly seen: { readonly user: string | undefined; readonly authorization: string | undefined }[];
}

/** Answers every request with a namespace. */
async function startTlsServer(pair: CertificatePair, options: TlsOptions = {}): Promise<TlsServer> {
  const seen: TlsServer["seen"] = [];
  const server = createServer({ cert: pair.certificate, key: pair.key, ...options }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    seen.push({ user: subject?.CN as string | undefined, authorization: request.headers.authorization });
    response.end(JSON.stringify({ metadata: { name: "default" } }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** The name of the namespace that the server answers with, or the error. */
async function ask(config: Omit<ClientConfig, "namespace">): Promise<unknown> {
  await using client = Client.connect({ ...config, namespace: "default" });
  return await client
    .resource(Namespace)
    .get("default")
    .then(
      ({ metadata }) => metadata.name,
      (error: unknown) => error,
    );
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

  test.for([
    ["a server of another authority", issueCertificate(stranger, serving), ca],
    ["a server of an unknown authority, when none is configured", good, undefined],
    ["a server with another address", elsewhere, ca],
    ["a server with a certificate that has ended", expired, ca],
  ] as const)("%s is not spoken to [client/verified-server]", async ([, pair, trusted], { expect }) => {
    await using server = await startTlsServer(pair);
    // The environment must not help an attacker.
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      const error = await ask({ server: server.url, ca: trusted, token: "s3cr3t" });
      expect(error).toSatisfy((failure) => TransportError.is(failure, "SETPOINT_TRANSPORT_TLS"));
      expect(String(error)).toContain(`GET ${server.url}/api/v1/namespaces/default: `);
      expect(server.seen).toEqual([]);
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
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
