import { X509Certificate } from "node:crypto";
import { InvalidArgumentError } from "../async/index.ts";

const block = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g;

/** The certificates of authorities in PEM, one after the other. Throws if there is none, or one of them cannot be read. */
export function authoritiesIn(pem: string): readonly string[] {
  const found = pem.match(block) ?? [];
  if (found.length > 0 && found.every(isAuthority)) return found.map((one) => `${one}\n`);
  throw new InvalidArgumentError({
    place: "ApiServer.listen.clientCa",
    input: `${found.length} certificates`,
    expected: "certificates of authorities in PEM",
  });
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}
