import { ConfigError } from "../../config/index.ts";

/** A proxy, and who speaks to it. */
export interface Proxy {
  readonly kind: "http" | "https" | "socks5";
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly user?: ProxyUser | undefined;
}

/** What a proxy asks for before it helps. */
export interface ProxyUser {
  readonly name: string;
  readonly password: string;
}

const kinds: Readonly<Record<string, { readonly kind: Proxy["kind"]; readonly port: number }>> = {
  "http:": { kind: "http", port: 80 },
  "https:": { kind: "https", port: 443 },
  "socks5:": { kind: "socks5", port: 1_080 },
  // Names are always the proxy's to look up.
  "socks5h:": { kind: "socks5", port: 1_080 },
};

/** The proxy of a configuration. Its address is not told when it is refused: it may hold a password. */
export function parseProxyUrl(text: string): Proxy {
  const url = URL.parse(text);
  const known = url !== null && Object.hasOwn(kinds, url.protocol) ? kinds[url.protocol] : undefined;
  if (url === null || known === undefined || url.hostname === "") throw refused();
  return {
    kind: known.kind,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? known.port : Number(url.port),
    user: userOf(url),
  };
}

/** How a proxy is told in messages: without who speaks to it. */
export function describeProxy({ kind, host, port }: Proxy): string {
  return `the proxy ${kind}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function userOf({ username, password }: URL): ProxyUser | undefined {
  if (username === "" && password === "") return undefined;
  try {
    return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw refused();
  }
}

function refused(): ConfigError {
  return new ConfigError({
    code: "SETPOINT_CONFIG_INVALID",
    place: "ClientConfig.proxyUrl",
    detail: "it is no address of a proxy",
    expected: "an address like http://host:3128, https://host:443 or socks5://user:password@host:1080",
  });
}
