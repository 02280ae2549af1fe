import type { TLSSocket } from "node:tls";
import type { Peer } from "./authenticator.ts";

/** What a connection needs to have for this. */
export type CertifiedSocket = Pick<TLSSocket, "authorized" | "getPeerCertificate">;

/** Whom a connection proves to be on the other side: undefined without a certificate of an authority that counts here. */
export function peerOf(socket: CertifiedSocket): Peer | undefined {
  if (!socket.authorized) return undefined;
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  return {
    commonName: textsOf(subject.CN).at(-1) ?? "",
    organizations: textsOf(subject.O),
    fingerprint: fingerprint256.replaceAll(":", "").toLowerCase(),
  };
}

/** The platform gives a list only of what is there several times. */
function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
