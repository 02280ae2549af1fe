import { X509Certificate } from "node:crypto";
import { describe, test } from "vitest";
import { peerOf } from "./client-certificate.ts";
import type { CertifiedSocket } from "./client-certificate.ts";

type Certificate = ReturnType<CertifiedSocket["getPeerCertificate"]>;

const twoUids = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBXDCCAQECFCaj9T3l7sDyN7v6Y4jJWz1el0zfMAoGCCqGSM49BAMCMDAxCjAI
BgNVBAMMAWExEDAOBgkrBgEEAYPCUwIMAXgxEDAOBgkrBgEEAYPCUwIMAXkwHhcN
MjYxMTE4MTYxOTQ1WhcNMjYxMTIzMTYxOTQ1WjAwMQowCAYDVQQDDAFhMRAwDgYJ
KwYBBAGDwlMCDAF4MRAwDgYJKwYBBAGDwlMCDAF5MFkwEwYHKoZIzj0CAQYIKoZI
zj0DAQcDQgAE0YqCRtEPmfBSW+WRb8oJK5Q58Njg25tTn8vf2N0+klWU9UBmMUMZ
UWeEKcHScuolr1I4CO0tbxAJfaVgQPAwFzAKBggqhkjOPQQDAgNJADBGAiEAl4Q0
o+CJdd8kTwAnOGR57g4OjqdAkX8+vR250FHsCu0CIQDiFVyi8Yq4v7HjfL4e1XxQ
TGaDMLm9fE0J3hds4vExrA==
-----END CERTIFICATE-----
`).toLegacyObject() as Certificate;

/** A connection whose other side has shown a certificate of this subject. */
function shown(subject: Readonly<Record<string, string | string[]>>): CertifiedSocket {
  const certificate = { ...twoUids, subject } as unknown as Certificate;
  return { authorized: true, getPeerCertificate: (): Certificate => certificate } as CertifiedSocket;
}

const uid = "1.3.6.1.4.1.57683.2";

describe("a client certificate", () => {
  test.for([
    ["a name", { CN: "jane" }, { commonName: "jane", organizations: [] }],
    ["several names", { CN: ["jane", "june"] }, { commonName: "june" }],
    ["a uid", { CN: "jane", O: "team", [uid]: "12" }, { commonName: "jane", uid: "12", organizations: ["team"] }],
  ] as const)("with %s says who its holder is [apiserver/client-certificate]", ([, subject, peer], { expect }) => {
    expect(peerOf(shown(structuredClone(subject) as Record<string, string | string[]>))).toMatchObject(peer);
  });

  test.for([
    ["no name", { O: "team", [uid]: "12" }],
    ["an empty name", { CN: "" }],
    ["an empty name at the end", { CN: ["jane", ""] }],
    ["an empty uid", { CN: "jane", [uid]: "" }],
    ["one uid twice", { CN: "jane", [uid]: ["12", "12"] }],
    ["two uids, as the platform reads them", twoUids.subject],
  ] as const)("with %s proves nothing [apiserver/client-certificate]", ([, subject], { expect }) => {
    expect(peerOf(shown({ ...subject } as Record<string, string | string[]>))).toBeUndefined();
  });
});
