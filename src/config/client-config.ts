/** A certificate (with what lies between it and the authority) and its private key, both in PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Where an API server is, whom to trust and who speaks to it. */
export interface ClientConfig {
  /** `https://host:port`, with a path in front of the API's own if there is one. No slash at the end. */
  readonly server: string;
  /** The authorities to trust, in PEM, instead of the system's. */
  readonly ca?: string | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
  readonly token?: string | undefined;
  /** The name that the server's certificate must have, if not the one in `server`. */
  readonly tlsServerName?: string | undefined;
  /** The namespace where none is named. */
  readonly namespace: string;
}

/**
 * The same configuration, whose secrets (`token` and `clientCertificate.key`) can be read but are not shown: `util.inspect`, `console.log` and
 * `JSON.stringify` show `[hidden]` in their place. It does so by two enumerable methods of its own, so that a copy by spread
 * (`{ ...config, namespace: "other" }`) still has its secrets and still hides them. What lists properties by itself does see them.
 */
export function hideSecrets({ clientCertificate, ...rest }: ClientConfig): ClientConfig {
  const open = clientCertificate === undefined ? rest : { ...rest, clientCertificate: veiled(clientCertificate) };
  return veiled(open);
}

const secretNames: readonly string[] = ["token", "key"];

function veiled<T extends object>(fields: T): T {
  return Object.freeze({ ...fields, toJSON: shown, [Symbol.for("nodejs.util.inspect.custom")]: shown });
}

/** What may be seen of the object that it is a method of: the fields without the secrets and these methods. */
function shown(this: object): object {
  const fields = Object.entries(this).filter(([, value]) => typeof value !== "function" && value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, secretNames.includes(name) ? "[hidden]" : value]));
}
