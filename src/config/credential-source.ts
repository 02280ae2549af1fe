import { veiled } from "./veil.ts";

/** A certificate (with what lies between it and the authority) and its private key, both in PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** What proves to a server who speaks: a header, a certificate, or both. */
export interface Credential {
  /** The whole value of the `Authorization` header. */
  readonly authorization?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
}

/** Where credentials come from that may change. */
export interface CredentialSource {
  /** What the next request is to carry. Cheap when nothing has changed; callers at the same time share one refresh. */
  current(options: { readonly signal?: AbortSignal | undefined }): Promise<Credential>;
  /** The server has refused it (401). Says whether `current` may give another one now. */
  refused(credential: Credential): boolean;
}

/** Where the authorities to trust come from, if they may change. */
export interface TrustSource {
  /** The certificates to trust now, in PEM. */
  current(): Promise<string>;
}

/** The same credential, which can be read but is not shown by `util.inspect` and `JSON.stringify`. */
export function hideCredential({ authorization, certificate }: Credential): Credential {
  return veiled({
    ...(authorization === undefined ? {} : { authorization }),
    ...(certificate === undefined ? {} : { certificate: veiled(certificate) }),
  });
}
