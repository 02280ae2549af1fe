import { BlockList, isIP } from "node:net";
import type { Environment } from "./config-options.ts";
import { invalid } from "./section.ts";

/** The address of a proxy. It is not told when it is refused: it may hold a password. */
export function parseProxyUrl(text: string, place: string): string {
  const url = URL.parse(text);
  const isProxy = url !== null && ["http:", "https:", "socks5:"].includes(url.protocol) && url.hostname !== "";
  if (isProxy) return text;
  throw invalid(place, "it is no address of a proxy", "an address that begins with http://, https:// or socks5://");
}

/**
 * The proxy of this machine for a server: `HTTPS_PROXY` for `https:`, `HTTP_PROXY` for `http:`, in capitals or not, unless `NO_PROXY` names
 * the server. This machine itself is never reached through a proxy.
 */
export function proxyFromEnvironment(server: URL, environment: Environment): string | undefined {
  const name = server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const found = variable(environment, name);
  if (found === undefined || isExempt(server, variable(environment, "NO_PROXY") ?? "")) return undefined;
  return parseProxyUrl(found.includes("://") ? found : `http://${found}`, name);
}

function variable(environment: Environment, name: string): string | undefined {
  return [environment[name], environment[name.toLowerCase()]].find((value) => value !== undefined && value !== "");
}

/** Each entry of `NO_PROXY` is `*`, an address, a range like `10.0.0.0/8`, or a name with all that ends in it; a port narrows it. */
function isExempt(server: URL, list: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host === "localhost" || isLoopback(host)) return true;
  const usualPort = server.protocol === "https:" ? "443" : "80";
  const target = { host, port: server.port === "" ? usualPort : server.port };
  const entries = list
    .toLowerCase()
    .split(",")
    .map((entry) => entry.trim());
  return entries.some((entry) => entry !== "" && matches(entry, target));
}

interface Target {
  readonly host: string;
  readonly port: string;
}

function matches(entry: string, { host, port }: Target): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInRange(host, entry);
  const onlyPort = isIP(entry) === 0 ? /:(\d+)$/.exec(entry)?.[1] : undefined;
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const bare = (onlyPort === undefined ? entry : entry.slice(0, -onlyPort.length - 1)).replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0 || isIP(host) !== 0) return isSameAddress(bare, host);
  const name = bare.replace(/^\*(?=\.)/, "");
  return name.startsWith(".") ? host.endsWith(name) : host === name || host.endsWith(`.${name}`);
}

function isLoopback(host: string): boolean {
  return isInRange(host, "127.0.0.0/8") || isSameAddress(host, "::1");
}

function isSameAddress(one: string, other: string): boolean {
  return isIP(one) !== 0 && isInRange(other, `${one}/${isIP(one) === 4 ? 32 : 128}`);
}

function isInRange(host: string, range: string): boolean {
  const [address = "", bits = ""] = range.split("/");
  const [family, most] = isIP(address) === 4 ? (["ipv4", 32] as const) : (["ipv6", 128] as const);
  if (isIP(address) === 0 || isIP(host) !== isIP(address) || !/^\d+$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}
