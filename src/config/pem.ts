import type * as Crypto from "node:crypto";
import type { ClientCertificate } from "./credential-source.ts";
import { ConfigError } from "./errors.ts";
import { invalid } from "./section.ts";

const certificateHead = "-----BEGIN CERTIFICATE-----";

/** Refuses what holds no certificate: trusting nobody, or everybody, must not happen by accident. Gives the text back. */
export function checkedCertificates(pem: string, place: string): string {
  const [, ...certificates] = pem.split(certificateHead);
  const expected = "certificates in PEM";
  if (certificates.length === 0) throw invalid(place, "there is no certificate in it", expected);
  try {
    for (const certificate of certificates) void parsed(certificateHead + certificate);
  } catch (error) {
    const detail = "a certificate in it can't be read";
    throw new ConfigError({ code: "SETPOINT_CONFIG_INVALID", place, detail, expected }, { cause: error });
  }
  return pem;
}

/** Where the two halves of a pair stand, for messages, and what time it is. */
export interface PairPlaces {
  readonly certificate: string;
  readonly key: string;
  readonly nowMs: number;
}

/** Refuses a certificate that can't be read or has ended, and a key that is not its own. */
export function checkedPair({ certificate, key }: ClientCertificate, places: PairPlaces): ClientCertificate {
  checkedCertificates(certificate, places.certificate);
  if (!isKeyOf(certificate, key)) {
    throw invalid(
      places.key,
      "it can't be read or does not belong to the certificate",
      "the unencrypted private key of the client certificate, in PEM",
    );
  }
  const { validTo, validToDate } = parsed(certificate);
  if (validToDate.getTime() >= places.nowMs) return { certificate, key };
  throw new ConfigError({
    code: "SETPOINT_CONFIG_EXPIRED",
    place: places.certificate,
    detail: `the certificate ended on ${validTo}`,
    expected: "a certificate that is still valid",
  });
}

function isKeyOf(certificate: string, key: string): boolean {
  try {
    return parsed(certificate).checkPrivateKey(platformCrypto().createPrivateKey(key));
  } catch {
    return false;
  }
}

function parsed(certificate: string): Crypto.X509Certificate {
  return new (platformCrypto().X509Certificate)(certificate);
}

/** Loaded with the first certificate: it takes as long as all of this folder, and not every program has one. */
function platformCrypto(): typeof Crypto {
  return process.getBuiltinModule("node:crypto");
}
