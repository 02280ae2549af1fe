import type { SecureContext } from "node:tls";
import { ConfigError } from "../config/index.ts";
import type { ClientCertificate, ClientConfig } from "../config/index.ts";
import { platformTls } from "./platform-tls.ts";

/** Who speaks and who is trusted, as a connection is opened with it. */
export interface TlsIdentity {
  readonly context: SecureContext;
}

interface Parts {
  readonly ca?: string | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
}

/**
 * What connections are opened with, from a configuration whose certificate and authorities may change. The same value as long as nothing has
 * changed, so that it also tells which open connections still stand for it.
 */
export class TlsIdentities {
  readonly #config: ClientConfig;
  #parts: Parts;
  #identity: TlsIdentity;

  /** Throws a `ConfigError` when what does not change can't be used. */
  constructor(config: ClientConfig) {
    this.#config = config;
    const { ca, clientCertificate, credentials, trust } = config;
    this.#parts = {
      ca: trust === undefined ? ca : undefined,
      clientCertificate: credentials === undefined ? clientCertificate : undefined,
    };
    this.#identity = identityOf(this.#parts);
  }

  /** The identity for every request, if it can't change. */
  get fixed(): TlsIdentity | undefined {
    const { credentials, trust } = this.#config;
    return credentials === undefined && trust === undefined ? this.#identity : undefined;
  }

  /** The identity for the next request. */
  async current(signal?: AbortSignal): Promise<TlsIdentity> {
    const { credentials, trust } = this.#config;
    const ca = trust === undefined ? this.#parts.ca : await trust.current();
    const clientCertificate =
      credentials === undefined ? this.#parts.clientCertificate : (await credentials.current({ signal })).certificate;
    const parts = { ca, clientCertificate };
    if (!isSame(parts, this.#parts)) {
      this.#identity = identityOf(parts);
      this.#parts = parts;
    }
    return this.#identity;
  }
}

function isSame(one: Parts, other: Parts): boolean {
  return (
    one.ca === other.ca &&
    one.clientCertificate?.certificate === other.clientCertificate?.certificate &&
    one.clientCertificate?.key === other.clientCertificate?.key
  );
}

function identityOf({ ca, clientCertificate }: Parts): TlsIdentity {
  // Without one, the platform would silently trust the system's.
  if (ca !== undefined && !/-----BEGIN [A-Z\d ]*CERTIFICATE-----/.test(ca)) throw unusable();
  const { certificate: cert, key } = clientCertificate ?? {};
  try {
    return { context: platformTls().createSecureContext({ minVersion: "TLSv1.2", ca, cert, key }) };
  } catch (error) {
    throw unusable({ cause: error });
  }
}

function unusable(options?: ErrorOptions): ConfigError {
  const [place, detail] = ["ClientConfig.ca and .clientCertificate", "they can't be read"];
  const expected = "certificates and a key that belong together, in PEM";
  return new ConfigError({ code: "SETPOINT_CONFIG_INVALID", place, detail, expected }, options);
}
