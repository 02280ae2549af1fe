import { hideCredential } from "./credential-source.ts";
import type { Credential, CredentialSource } from "./credential-source.ts";

/** A header from one source and a certificate from another. While neither changes, the same credential is given. */
export class CombinedCredentials implements CredentialSource {
  readonly #header: CredentialSource;
  readonly #certificate: CredentialSource;
  #last: Combined | undefined;

  constructor(header: CredentialSource, certificate: CredentialSource) {
    this.#header = header;
    this.#certificate = certificate;
  }

  async current(options: { readonly signal?: AbortSignal | undefined }): Promise<Credential> {
    const header = await this.#header.current(options);
    const certificate = await this.#certificate.current(options);
    const last = this.#last;
    if (last !== undefined && last.header === header && last.certificate === certificate) return last.whole;
    const whole = hideCredential({ ...certificate, authorization: header.authorization });
    this.#last = { header, certificate, whole };
    return whole;
  }

  refused(credential: Credential): boolean {
    const last = this.#last;
    if (last === undefined || last.whole !== credential) return true;
    const isHeaderRenewable = this.#header.refused(last.header);
    return this.#certificate.refused(last.certificate) || isHeaderRenewable;
  }
}

interface Combined {
  readonly header: Credential;
  readonly certificate: Credential;
  readonly whole: Credential;
}
