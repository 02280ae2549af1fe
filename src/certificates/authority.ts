import { generateKeyPairSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Clock, Random } from "../async/index.ts";
import { certificateDefaults } from "./defaults.ts";
import { CertificateError } from "./errors.ts";
import { authorityExtensions, leafExtensions, writeCertificate } from "./x509.ts";
import type { CertificateSubject, CertificateUsage } from "./x509.ts";

/** How to make an authority. */
export interface AuthorityOptions {
  readonly commonName: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly validForMs?: number | undefined;
}

/** A certificate authority with its private key: whoever has the value can sign. */
export interface Authority {
  readonly commonName: string;
  /** In PEM. Whoever trusts the authority is given this. */
  readonly certificate: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly notAfterMs: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a certificate is for. At least one usage is needed; a server needs a name or an address as well. */
export interface CertificateRequest extends CertificateSubject {
  readonly usages: readonly CertificateUsage[];
  readonly dnsNames?: readonly string[] | undefined;
  readonly ipAddresses?: readonly string[] | undefined;
  readonly validForMs?: number | undefined;
}

/** A certificate and its private key (PKCS #8), both in PEM. */
export interface CertificatePair {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a self-signed authority with an ECDSA P-256 key of its own. */
export function createAuthority(options: AuthorityOptions): Authority {
  const { commonName, clock, random, validForMs = certificateDefaults.authorityValidForMs } = options;
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = clock.now();
  const notAfterMs = now + validForMs;
  const subject = { commonName };
  const certificate = writeCertificate(
    {
      serialNumber: serialNumber(random),
      issuer: subject,
      subject,
      notBeforeMs: now - certificateDefaults.backdateMs,
      notAfterMs,
      publicKey,
      extensions: authorityExtensions(publicKey),
    },
    privateKey,
  );
  return { commonName, certificate, privateKey, publicKey, notAfterMs, clock, random };
}

/** Makes a key and signs a certificate for it. It never outlives the authority. */
export function issueCertificate(authority: Authority, request: CertificateRequest): CertificatePair {
  const { usages, dnsNames = [], ipAddresses = [], validForMs = certificateDefaults.certificateValidForMs } = request;
  if (usages.length === 0) {
    throw new CertificateError(`issuing a certificate for "${request.commonName}": expected at least one usage`);
  }
  if (usages.includes("server") && dnsNames.length + ipAddresses.length === 0) {
    throw new CertificateError(
      `issuing a certificate for "${request.commonName}": a server needs a DNS name or an IP address`,
    );
  }
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = authority.clock.now();
  const certificate = writeCertificate(
    {
      serialNumber: serialNumber(authority.random),
      issuer: { commonName: authority.commonName },
      subject: request,
      notBeforeMs: now - certificateDefaults.backdateMs,
      notAfterMs: Math.min(now + validForMs, authority.notAfterMs),
      publicKey,
      extensions: leafExtensions({ usages, dnsNames, ipAddresses, publicKey, authorityPublicKey: authority.publicKey }),
    },
    authority.privateKey,
  );
  return { certificate, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** 128 bits, always positive and never zero: the first bit is clear and the second is set. */
function serialNumber(random: Random): Uint8Array {
  const bytes = random.bytes(16);
  return Uint8Array.of(((bytes[0] ?? 0) & 0x7f) | 0x40, ...bytes.subarray(1));
}
