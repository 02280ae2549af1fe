import type { ClientCertificate, CredentialSource, TrustSource } from "./credential-source.ts";
import { veiled } from "./veil.ts";

/** In whose name requests are made, by somebody who may do so. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Where an API server is, whom to trust and who speaks to it. */
export interface ClientConfig {
  /** `https://host:port`, with a path in front of the API's own if there is one. No slash at the end. */
  readonly server: string;
  /** The authorities to trust, in PEM, instead of the system's. As they were when the configuration was loaded. */
  readonly ca?: string | undefined;
  /** The authorities as they are now, if they may change. Wins over `ca`. */
  readonly trust?: TrustSource | undefined;
  /** Believe any server. Never together with authorities to trust. */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
  readonly token?: string | undefined;
  /** Credentials that may change. Wins over `token` and `clientCertificate`. */
  readonly credentials?: CredentialSource | undefined;
  readonly impersonate?: Impersonation | undefined;
  /** The name that the server's certificate must have, if not the one in `server`. */
  readonly tlsServerName?: string | undefined;
  /** `http:`, `https:` or `socks5:`, perhaps with a user and a password. */
  readonly proxyUrl?: string | undefined;
  /** The namespace where none is named. */
  readonly namespace: string;
}

/**
 * The same configuration, whose secrets (`token`, `clientCertificate.key`, `credentials`, the password in `proxyUrl`) can be read but are
 * not shown: `util.inspect`, `console.log` and `JSON.stringify` show `[hidden]` in their place. A copy by spread
 * (`{ ...config, namespace: "other" }`) still has its secrets and still hides them. What lists properties by itself does see them.
 */
export function hideSecrets({ clientCertificate, ...rest }: ClientConfig): ClientConfig {
  const open = clientCertificate === undefined ? rest : { ...rest, clientCertificate: veiled(clientCertificate) };
  return veiled(open);
}
