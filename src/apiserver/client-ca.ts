import { X509Certificate } from "node:crypto";
import { InvalidArgumentError } from "../async/index.ts";

const block = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g;

/**
 * The certificates of authorities in PEM, one after the other. Throws if there is none, one of them cannot be read, or one is missing that has
 * signed another: the platform trusts nobody whose signer it does not know.
 */
export function authoritiesIn(pem: string): readonly string[] {
  const found = pem.match(block) ?? [];
  const authorities = found.flatMap(readAuthority);
  const isWhole = authorities.every((one) => authorities.some((signer) => one.checkIssued(signer)));
  if (found.length > 0 && authorities.length === found.length && isWhole) return found.map((one) => `${one}\n`);
  throw new InvalidArgumentError({
    place: "ApiServer.listen.clientCa",
    input: `${found.length} certificates`,
    expected: "certificates of authorities in PEM, with those of the authorities that have signed them",
  });
}

function readAuthority(pem: string): readonly X509Certificate[] {
  try {
    const certificate = new X509Certificate(pem);
    return certificate.ca ? [certificate] : [];
  } catch {
    return [];
  }
}
