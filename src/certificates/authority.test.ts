import { execFileSync, spawnSync } from "node:child_process";
import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import type { SecureContextOptions } from "node:tls";
import fc from "fast-check";
import { describe, test } from "vitest";
import { realClock, seededRandom, systemRandom, VirtualClock } from "../async/index.ts";
import { certificateDefaults, createAuthority, CertificateError, issueCertificate } from "./index.ts";
import type { Authority, CertificateRequest } from "./index.ts";

function authority(options: { readonly now?: string; readonly validForMs?: number } = {}): Authority {
  const { now, validForMs } = options;
  const clock = now === undefined ? realClock : new VirtualClock({ startMs: Date.parse(now) });
  return createAuthority({ commonName: "test-ca", clock, random: systemRandom, validForMs });
}

const server: CertificateRequest = {
  commonName: "server",
  usages: ["server"],
  dnsNames: ["localhost"],
  ipAddresses: ["127.0.0.1"],
};
const client: CertificateRequest = { commonName: "jane", organizations: ["developers", "on-call"], usages: ["client"] };

describe("an authority", () => {
  test("signs itself, and may sign certificates but no further authority", ({ expect }) => {
    const { certificate, publicKey } = authority();
    const read = new X509Certificate(certificate);
    expect(read.subject).toBe("CN=test-ca");
    expect(read.issuer).toBe("CN=test-ca");
    expect(read.ca).toBe(true);
    expect(read.verify(publicKey)).toBe(true);
    expect(read.checkIssued(read)).toBe(true);
    expect(read.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  test("is valid from a little before now, for as long as it was asked to be", ({ expect }) => {
    const { certificate } = authority({ now: "2026-06-01T12:00:00Z", validForMs: 3_600_000 });
    const { validFromDate, validToDate } = new X509Certificate(certificate);
    expect(validFromDate.getTime()).toBe(Date.parse("2026-06-01T12:00:00Z") - certificateDefaults.backdateMs);
    expect(validToDate.toISOString()).toBe("2026-06-01T13:00:00.000Z");
  });

  test("that lives beyond 2049 is read with the right year", ({ expect }) => {
    const { certificate } = authority({ now: "2049-12-31T23:59:00Z", validForMs: 120_000 });
    const { validFromDate, validToDate } = new X509Certificate(certificate);
    expect(validFromDate.toISOString()).toBe("2049-12-31T23:54:00.000Z");
    expect(validToDate.toISOString()).toBe("2050-01-01T00:01:00.000Z");
  });
});

describe("a certificate", () => {
  test("names its user, groups, hosts and addresses", ({ expect }) => {
    const ca = authority();
    const user = new X509Certificate(issueCertificate(ca, client).certificate);
    expect(user.subject).toBe("O=developers\nO=on-call\nCN=jane");
    const known = new X509Certificate(issueCertificate(ca, { ...client, uid: "12" }).certificate);
    expect(known.subject).toBe("O=developers\nO=on-call\nCN=jane\n1.3.6.1.4.1.57683.2=12");
    expect(user.subjectAltName).toBeUndefined();
    expect(user.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
    expect(user.ca).toBe(false);

    const host = new X509Certificate(
      issueCertificate(ca, { ...server, dnsNames: ["localhost", "*.example.dev"], ipAddresses: ["127.0.0.1", "::1"] })
        .certificate,
    );
    expect(host.checkHost("a.example.dev")).toBe("*.example.dev");
    expect(host.checkHost("example.dev")).toBeUndefined();
    expect(host.checkIP("::1")).toBe("::1");
    expect(host.checkIP("127.0.0.2")).toBeUndefined();
    expect(host.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  test("belongs to its key and to the authority that signed it, and to no other", ({ expect }) => {
    const ca = authority();
    const other = authority();
    const { certificate, key } = issueCertificate(ca, server);
    const read = new X509Certificate(certificate);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(read.checkIssued(new X509Certificate(ca.certificate))).toBe(true);
    expect(read.verify(ca.publicKey)).toBe(true);
    // The names are the same: only the key identifiers and the signature tell the two authorities apart.
    expect(read.checkIssued(new X509Certificate(other.certificate))).toBe(false);
    expect(read.verify(other.publicKey)).toBe(false);
  });

  test("identifies its key and the one that signed it, as RFC 7093 tells", ({ expect }) => {
    const identifier = (key: KeyObject): Buffer => {
      const { x = "", y = "" } = key.export({ format: "jwk" });
      const point = [Uint8Array.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
      return createHash("sha256").update(Buffer.concat(point)).digest().subarray(0, 20);
    };
    const ca = authority();
    const { raw, publicKey } = new X509Certificate(issueCertificate(ca, client).certificate);
    expect(raw.includes(Buffer.concat([Uint8Array.of(0x04, 20), identifier(publicKey)]))).toBe(true);
    expect(raw.includes(Buffer.concat([Uint8Array.of(0x80, 20), identifier(ca.publicKey)]))).toBe(true);
  });

  test("never outlives its authority", ({ expect }) => {
    const ca = authority({ now: "2026-06-01T12:00:00Z", validForMs: 60_000 });
    const long = new X509Certificate(issueCertificate(ca, { ...server, validForMs: 3_600_000 }).certificate);
    expect(long.validToDate.toISOString()).toBe("2026-06-01T12:01:00.000Z");
    const short = new X509Certificate(issueCertificate(ca, { ...server, validForMs: 1_000 }).certificate);
    expect(short.validToDate.toISOString()).toBe("2026-06-01T12:00:01.000Z");
  });

  test("has a positive serial number of 128 bits that is drawn from the given randomness", ({ expect }) => {
    const serials = (seed: number): string[] => {
      const ca = createAuthority({ commonName: "test-ca", clock: realClock, random: seededRandom(seed) });
      return [ca.certificate, ...Array.from({ length: 20 }, () => issueCertificate(ca, client).certificate)].map(
        (pem) => new X509Certificate(pem).serialNumber,
      );
    };
    const drawn = serials(1);
    expect(new Set(drawn).size).toBe(21);
    for (const serial of drawn) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
    expect(serials(1)).toEqual(drawn);
    expect(serials(2)).not.toEqual(drawn);
  });

  test("carries any name unchanged", ({ expect }) => {
    const ca = authority();
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }), (commonName) => {
        const { raw } = new X509Certificate(issueCertificate(ca, { ...client, commonName }).certificate);
        expect(raw.includes(Buffer.from(commonName))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test.for([
    ["no usage", { ...client, usages: [] }],
    ["a server without a name", { ...server, dnsNames: [], ipAddresses: [] }],
    ["an empty common name", { ...client, commonName: "" }],
    ["an empty uid", { ...client, uid: "" }],
    ["an empty organization", { ...client, organizations: [""] }],
    ["half a character", { ...client, commonName: "\uD800" }],
    ["a host outside of ASCII", { ...server, dnsNames: ["bücher.example"] }],
    ["a host with a NUL", { ...server, dnsNames: ["good.example\0.evil.example"] }],
    ["no address", { ...server, ipAddresses: ["localhost"] }],
  ] as const)("with %s is refused", ([, request], { expect }) => {
    const issuing = (): unknown => issueCertificate(authority(), request);
    expect(issuing).toThrow(expect.objectContaining({ code: "SETPOINT_CERTIFICATE" }));
    expect(issuing).toThrow(expect.toSatisfy(CertificateError.is));
  });
});

describe("a handshake", () => {
  interface Handshake {
    readonly ca: Authority;
    readonly clientOptions: SecureContextOptions;
    readonly servername?: string;
  }

  /** Resolves with what the server thought of the client, over a real socket. Rejects if the client refuses the server. */
  async function shakeHands({ ca, clientOptions, servername = "localhost" }: Handshake): Promise<string> {
    const { certificate, key } = issueCertificate(ca, server);
    const seen = Promise.withResolvers<string>();
    const options = { cert: certificate, key, ca: ca.certificate, requestCert: true, rejectUnauthorized: false };
    const listener = createServer(options, (socket) => {
      const { subject } = socket.getPeerCertificate();
      seen.resolve(socket.authorized ? `hello ${String(subject.CN)}` : String(socket.authorizationError));
      socket.end();
    });
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", servername, ...clientOptions });
    socket.on("error", seen.reject);
    socket.resume();
    try {
      return await seen.promise;
    } finally {
      socket.destroy();
      listener.close();
    }
  }

  test("succeeds when both sides show what the authority signed", async ({ expect }) => {
    const ca = authority();
    const { certificate, key } = issueCertificate(ca, client);
    expect(await shakeHands({ ca, clientOptions: { ca: ca.certificate, cert: certificate, key } })).toBe("hello jane");
  });

  test("fails for a client of another authority", async ({ expect }) => {
    const ca = authority();
    const { certificate, key } = issueCertificate(authority(), client);
    expect(await shakeHands({ ca, clientOptions: { ca: ca.certificate, cert: certificate, key } })).toBe(
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    );
  });

  test("fails for a client that shows a certificate for servers", async ({ expect }) => {
    const ca = authority();
    const { certificate, key } = issueCertificate(ca, server);
    expect(await shakeHands({ ca, clientOptions: { ca: ca.certificate, cert: certificate, key } })).toBe(
      "INVALID_PURPOSE",
    );
  });

  test("fails for a server of another name", async ({ expect }) => {
    const ca = authority();
    const { certificate, key } = issueCertificate(ca, client);
    const shaking = shakeHands({
      ca,
      clientOptions: { ca: ca.certificate, cert: certificate, key },
      servername: "elsewhere.example",
    });
    await expect(shaking).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });
});

test("OpenSSL's strict checks accept the certificates for what they are for, and for nothing else", ({
  expect,
  skip,
}) => {
  skip(spawnSync("openssl", ["version"]).error !== undefined, "there is no openssl command on this machine");
  const folder = mkdtempSync(join(tmpdir(), "setpoint-certificates-"));
  try {
    const ca = authority();
    const write = (name: string, pem: string): string => {
      writeFileSync(join(folder, name), pem);
      return join(folder, name);
    };
    const caFile = write("ca.pem", ca.certificate);
    const files = {
      sslserver: write("server.pem", issueCertificate(ca, server).certificate),
      sslclient: write("client.pem", issueCertificate(ca, client).certificate),
    };
    const verify = (purpose: string, file: string): string =>
      execFileSync("openssl", ["verify", "-x509_strict", "-purpose", purpose, "-CAfile", caFile, file], {
        encoding: "utf8",
        stdio: "pipe",
      });

    expect(verify("any", caFile)).toContain(": OK");
    expect(verify("sslserver", files.sslserver)).toContain(": OK");
    expect(verify("sslclient", files.sslclient)).toContain(": OK");
    expect(() => verify("sslserver", files.sslclient)).toThrow();
    expect(() => verify("sslclient", files.sslserver)).toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
