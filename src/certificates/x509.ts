import { createHash, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import {
  bitString,
  booleanTrue,
  explicit,
  implicit,
  objectIdentifier,
  octetString,
  sequence,
  setOfOne,
  time,
  unsignedInteger,
  utf8String,
} from "./der.ts";
import { CertificateError } from "./errors.ts";
import { ipBytes } from "./ip-bytes.ts";

/** What a certificate is accepted for. */
export type CertificateUsage = "server" | "client";

/** Who a certificate speaks for. To Kubernetes the common name is the user and each organization is a group. */
export interface CertificateSubject {
  readonly commonName: string;
  /** The user's uid, in the attribute that Kubernetes reads it from. */
  readonly uid?: string | undefined;
  readonly organizations?: readonly string[] | undefined;
}

/** The content of a certificate, complete: writing it draws no lot and reads no clock. */
export interface CertificateContent {
  readonly serialNumber: Uint8Array;
  readonly issuer: CertificateSubject;
  readonly subject: CertificateSubject;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Uint8Array[];
}

const ecdsaWithSha256 = "1.2.840.10045.4.3.2";

/** Writes and signs a version 3 certificate. `signingKey` must be an ECDSA P-256 key. */
export function writeCertificate(content: CertificateContent, signingKey: KeyObject): string {
  const algorithm = sequence(objectIdentifier(ecdsaWithSha256));
  const signed = sequence(
    explicit(0, unsignedInteger(Uint8Array.of(2))),
    unsignedInteger(content.serialNumber),
    algorithm,
    distinguishedName(content.issuer),
    sequence(time(content.notBeforeMs), time(content.notAfterMs)),
    distinguishedName(content.subject),
    content.publicKey.export({ type: "spki", format: "der" }),
    explicit(3, sequence(...content.extensions)),
  );
  const base64 = Buffer.from(sequence(signed, algorithm, bitString(sign("sha256", signed, signingKey)))).toString(
    "base64",
  );
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}

/** The extensions of an authority that signs certificates but no further authority. */
export function authorityExtensions(publicKey: KeyObject): Uint8Array[] {
  return [
    extension("2.5.29.19", sequence(booleanTrue(), unsignedInteger(Uint8Array.of(0))), { critical: true }),
    extension("2.5.29.15", bitString(Uint8Array.of(0x06), 1), { critical: true }), // keyCertSign, cRLSign
    subjectKeyIdentifier(publicKey),
  ];
}

/** The extensions of a certificate that signs nothing but handshakes. */
export function leafExtensions(options: {
  readonly usages: readonly CertificateUsage[];
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly publicKey: KeyObject;
  readonly authorityPublicKey: KeyObject;
}): Uint8Array[] {
  const names = [
    ...options.dnsNames.map((name) => implicit(2, dnsName(name))),
    ...options.ipAddresses.map((address) => implicit(7, ipBytes(address))),
  ];
  const purposes = options.usages.map((usage) => objectIdentifier(`1.3.6.1.5.5.7.3.${usage === "server" ? 1 : 2}`));
  return [
    extension("2.5.29.19", sequence(), { critical: true }),
    extension("2.5.29.15", bitString(Uint8Array.of(0x80), 7), { critical: true }), // digitalSignature
    extension("2.5.29.37", sequence(...purposes)),
    subjectKeyIdentifier(options.publicKey),
    extension("2.5.29.35", sequence(implicit(0, keyIdentifier(options.authorityPublicKey)))),
    ...(names.length > 0 ? [extension("2.5.29.17", sequence(...names))] : []),
  ];
}

function extension(id: string, value: Uint8Array, { critical = false } = {}): Uint8Array {
  return sequence(objectIdentifier(id), ...(critical ? [booleanTrue()] : []), octetString(value));
}

function subjectKeyIdentifier(publicKey: KeyObject): Uint8Array {
  return extension("2.5.29.14", octetString(keyIdentifier(publicKey)));
}

/** RFC 7093, method 1: the first 160 bits of the SHA-256 of the public key's bits. An uncompressed P-256 point has 65 bytes. */
function keyIdentifier(publicKey: KeyObject): Uint8Array {
  const point = publicKey.export({ type: "spki", format: "der" }).subarray(-65);
  return createHash("sha256").update(point).digest().subarray(0, 20);
}

function distinguishedName({ commonName, uid, organizations = [] }: CertificateSubject): Uint8Array {
  const attribute = (id: string, text: string): Uint8Array => {
    if (text === "" || !text.isWellFormed()) {
      throw new CertificateError(`writing a certificate: expected a name in the subject, got ${JSON.stringify(text)}`);
    }
    return setOfOne(sequence(objectIdentifier(id), utf8String(text)));
  };
  return sequence(
    ...organizations.map((name) => attribute("2.5.4.10", name)),
    attribute("2.5.4.3", commonName),
    ...(uid === undefined ? [] : [attribute("1.3.6.1.4.1.57683.2", uid)]),
  );
}

function dnsName(name: string): Uint8Array {
  if (!/^(\*\.)?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(name)) {
    throw new CertificateError(`writing a certificate: expected a DNS name in ASCII, got ${JSON.stringify(name)}`);
  }
  return Buffer.from(name, "ascii");
}
