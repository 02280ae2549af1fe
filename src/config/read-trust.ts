import type { ClientConfig } from "./client-config.ts";
import { dataOrFile } from "./data-or-file.ts";
import { trustedFile } from "./file-credentials.ts";
import type { FileSourceOptions } from "./file-credentials.ts";
import { checkedCertificates } from "./pem.ts";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";

/** Whether anything is said about whom to trust. */
export function saysTrust(cluster: Section): boolean {
  return ["insecure-skip-tls-verify", "certificate-authority", "certificate-authority-data"].some((key) =>
    cluster.has(key),
  );
}

/** Whom to trust. Authorities in a file are followed; authorities together with the wish to believe anybody are refused. */
export async function readTrust(
  cluster: Section,
  options: FileSourceOptions,
): Promise<Pick<ClientConfig, "ca" | "trust" | "insecureSkipTlsVerify">> {
  const authorities = dataOrFile(cluster, "certificate-authority");
  if (cluster.flag("insecure-skip-tls-verify")) {
    if (authorities === undefined) return { insecureSkipTlsVerify: true };
    const place = cluster.placeOf("insecure-skip-tls-verify");
    throw invalid(place, "found authorities to trust beside it", "either insecure-skip-tls-verify or authorities");
  }
  if (authorities === undefined) return {};
  if (authorities.file === undefined) return { ca: checkedCertificates(authorities.text, authorities.place) };
  const trust = trustedFile(authorities.file, options);
  return { ca: await trust.current(), trust };
}
