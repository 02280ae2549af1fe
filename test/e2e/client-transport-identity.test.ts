import { describe, test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { Client, TransportError } from "../../src/client/index.ts";
import { ConfigError } from "../../src/config/index.ts";
import type { Credential, CredentialSource } from "../../src/config/index.ts";
import { silentLogger } from "../../src/observe/index.ts";
import type { Logger } from "../../src/observe/index.ts";
import { ask, askWith, startTlsServer } from "./client-transport-server.fixture.ts";

const made = { clock: realClock, random: systemRandom };
const authority = createAuthority({ commonName: "authority", ...made });
const successor = createAuthority({ commonName: "successor", ...made });
const serving = { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] } as const;
const pair = issueCertificate(authority, serving);
const mutual = { ca: authority.certificate, requestCert: true, rejectUnauthorized: true };

/** A source whose credential a test can change, or whose next one comes after a refusal. */
function changing(first: Credential, next?: Credential): CredentialSource & { value: Credential } {
  return {
    value: first,
    async current() {
      return this.value;
    },
    refused() {
      if (next === undefined || this.value === next) return false;
      this.value = next;
      return true;
    },
  };
}

function user(name: string): Credential {
  return { certificate: issueCertificate(authority, { commonName: name, usages: ["client"] }) };
}

describe("a source of credentials", () => {
  test("wins over what the configuration says, and its certificate speaks for new requests as soon as it changes [client/credentials-rotate]", async ({
    expect,
  }) => {
    await using server = await startTlsServer(pair, mutual);
    const credentials = changing(user("first"));
    const { certificate: clientCertificate } = user("never");
    const config = { server: server.url, ca: authority.certificate, clientCertificate, token: "never", credentials };
    await using client = Client.connect({ ...config, namespace: "default" });
    for (const [name, times] of [
      ["first", 2],
      ["second", 2],
    ] as const) {
      if (name !== "first") credentials.value = user(name);
      for (let count = 0; count < times; count++) expect(await askWith(client)).toBe("default");
    }
    expect(server.seen.map((request) => request.user)).toEqual(["first", "first", "second", "second"]);
    expect(server.seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test("is asked again when the server refuses its token, once [client/credentials-refused]", async ({ expect }) => {
    await using server = await startTlsServer(pair);
    const old = { authorization: "Bearer old" };
    const config = { server: server.url, ca: authority.certificate };
    expect(await ask({ ...config, credentials: changing(old, { authorization: "Bearer new" }) })).toBe("default");
    expect(await ask({ ...config, credentials: changing(old, { authorization: "Bearer new" }) }, true)).toBe("default");
    expect(await ask({ ...config, credentials: changing(old) })).toMatchObject({ reason: "Unauthorized" });
    const sent = ["old", "new", "old", "new", "old"].map((token) => `Bearer ${token}`);
    expect(server.seen.map(({ authorization }) => authorization)).toEqual(sent);
  });
});

test("authorities that change are used for new connections, and those of before are not used again [client/trust-rotates]", async ({
  expect,
}) => {
  await using server = await startTlsServer(pair);
  let pem = authority.certificate;
  const trust = { current: async (): Promise<string> => pem };
  await using client = Client.connect({ server: server.url, ca: "ignored", trust, namespace: "default" });
  expect(await askWith(client)).toBe("default");
  pem = successor.certificate;
  expect(await askWith(client)).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TLS"));
  const renewed = issueCertificate(successor, serving);
  server.change({ cert: renewed.certificate, key: renewed.key });
  expect(await askWith(client)).toBe("default");
  pem = "";
  expect(await askWith(client)).toSatisfy((error) => ConfigError.is(error, "SETPOINT_CONFIG_INVALID"));
  expect(server.seen).toHaveLength(2);
});

test("only the configuration itself turns the verification off, and that is told once [client/insecure]", async ({
  expect,
}) => {
  await using server = await startTlsServer(issueCertificate(successor, { ...serving, ipAddresses: ["127.0.0.2"] }));
  const warnings: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (message, fields) => void warnings.push([message, fields]) };
  const config = { server: server.url, insecureSkipTlsVerify: true, namespace: "default" };
  await using client = Client.connect(config, { logger });
  for (let count = 0; count < 3; count++) expect(await askWith(client)).toBe("default");
  expect(warnings).toEqual([[expect.stringContaining("not verified"), { server: server.url }]]);
  expect(await ask({ ...config, insecureSkipTlsVerify: false })).toSatisfy(TransportError.is);
});
