import { createPrivateKey, X509Certificate } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import type { ClientCertificate } from "./client-config.ts";
import { ConfigError } from "./errors.ts";
import { readLimited } from "./read-limited.ts";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";

/** The folder against which relative paths in a kubeconfig stand. Absent: there is none, and they are refused. */
type Folder = string | undefined;

/** The authorities of a cluster. Refuses what holds no certificate: trusting nobody, or everybody, must not happen by accident. */
export async function readAuthorities(cluster: Section, folder: Folder): Promise<string | undefined> {
  const pem = await dataOrFile(cluster, "certificate-authority", folder);
  if (pem !== undefined) checkCertificates(pem, cluster.placeOf("certificate-authority"));
  return pem;
}

/** The client certificate of a user and the key that belongs to it. One without the other is refused. */
export async function readClientCertificate(user: Section, folder: Folder): Promise<ClientCertificate | undefined> {
  const certificate = await dataOrFile(user, "client-certificate", folder);
  const key = await dataOrFile(user, "client-key", folder);
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) {
    const missing = certificate === undefined ? "client-certificate" : "client-key";
    throw invalid(user.placeOf(missing), "found nothing", "a client certificate together with its key");
  }
  checkCertificates(certificate, user.placeOf("client-certificate"));
  if (!isKeyOf(certificate, key)) {
    throw invalid(
      user.placeOf("client-key"),
      "it can't be read or does not belong to the certificate",
      "the unencrypted private key of client-certificate, in PEM",
    );
  }
  return { certificate, key };
}

/** The bearer token of a user. A file wins over the text beside it, as it is the one that is renewed. */
export async function readToken(user: Section, folder: Folder): Promise<string | undefined> {
  const file = user.text("tokenFile");
  const place = user.placeOf(file === undefined ? "token" : "tokenFile");
  const token =
    file === undefined ? user.text("token") : (await readLimited({ path: pathOf(file, place, folder), place })).trim();
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw invalid(place, "it is empty or has characters that no header can carry", "visible ASCII characters");
  }
  return token;
}

async function dataOrFile(section: Section, name: string, folder: Folder): Promise<string | undefined> {
  const data = section.text(`${name}-data`);
  const file = section.text(name);
  const place = section.placeOf(data === undefined ? name : `${name}-data`);
  if (data !== undefined && file !== undefined) throw invalid(place, "found both", `either ${name} or ${name}-data`);
  if (data !== undefined) return decodeBase64(data, place);
  return file === undefined ? undefined : readLimited({ path: pathOf(file, place, folder), place });
}

function pathOf(path: string, place: string, folder: Folder): string {
  if (isAbsolute(path)) return path;
  if (folder === undefined) throw invalid(place, "the path is relative", "an absolute path, or the option `folder`");
  return resolve(folder, path);
}

function decodeBase64(data: string, place: string): string {
  // The platform's decoder skips what it does not understand. Without the space, the pattern takes only as long as the text.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data.replace(/\s+/g, "")))
    throw invalid(place, "it is not base64", "PEM, encoded as base64");
  return Buffer.from(data, "base64").toString("utf8");
}

const certificateHead = "-----BEGIN CERTIFICATE-----";

function checkCertificates(pem: string, place: string): void {
  const [, ...certificates] = pem.split(certificateHead);
  const expected = "certificates in PEM";
  if (certificates.length === 0) throw invalid(place, "there is no certificate in it", expected);
  try {
    for (const certificate of certificates) void new X509Certificate(certificateHead + certificate);
  } catch (error) {
    const detail = "a certificate in it can't be read";
    throw new ConfigError({ code: "SETPOINT_CONFIG_INVALID", place, detail, expected }, { cause: error });
  }
}

function isKeyOf(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
