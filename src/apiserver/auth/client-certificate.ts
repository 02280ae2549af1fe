import type { TLSSocket } from "node:tls";
import type { Peer } from "./authenticator.ts";

/** What a connection needs to have for this. */
export type CertifiedSocket = Pick<TLSSocket, "authorized" | "getPeerCertificate">;

/** The attribute of a subject that tells the uid of a user: Kubernetes' own. */
const uidAttribute = "1.3.6.1.4.1.57683.2";

/**
 * Whom a connection proves to be on the other side: undefined without a certificate of an authority that counts here, and for one that does
 * not tell who somebody is: without a name, with an empty uid or with several.
 */
export function peerOf(socket: CertifiedSocket): Peer | undefined {
  if (!socket.authorized) return undefined;
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  const commonName = textsOf(subject.CN).at(-1) ?? "";
  const uids = textsOf(subject[uidAttribute]);
  if (commonName === "" || uids.length > 1 || uids[0] === "") return undefined;
  return {
    commonName,
    uid: uids[0],
    organizations: textsOf(subject.O),
    fingerprint: fingerprint256.replaceAll(":", "").toLowerCase(),
  };
}

/** The platform gives a list only of what is there several times. */
function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
