import type { ConfigOverrides } from "./config-options.ts";
import { Section } from "./section.ts";

/** What the options say, in the words of a kubeconfig, so that the same rules hold for both. */
export interface SaidOptions {
  readonly cluster: Section;
  readonly user: Section;
}

/** The options as a cluster and a user. Paths in them begin at the current folder. */
export function said(options: ConfigOverrides): SaidOptions {
  const { clientCertificate: pair, impersonate } = options;
  const origin = { file: "the options", folder: process.cwd() };
  const cluster = {
    server: options.server,
    "tls-server-name": options.tlsServerName,
    "proxy-url": options.proxyUrl,
    "insecure-skip-tls-verify": options.insecureSkipTlsVerify,
    "certificate-authority": options.caFile,
    "certificate-authority-data": base64(options.ca),
  };
  const user = {
    token: options.token,
    tokenFile: options.tokenFile,
    username: options.username,
    password: options.password,
    "client-certificate-data": base64(pair?.certificate),
    "client-key-data": base64(pair?.key),
    as: impersonate?.user,
    "as-uid": impersonate?.uid,
    "as-groups": impersonate?.groups,
    "as-user-extra": impersonate?.extra,
  };
  return { cluster: new Section(cluster, origin), user: new Section(user, origin) };
}

function base64(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : Buffer.from(text).toString("base64");
}
