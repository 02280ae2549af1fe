import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { loopback } from "./loopback.ts";

/** Where a server listens, and what it can be called by from outside of this machine. */
export interface ListenAddress {
  readonly host: string;
  /** Of a URL that works on this machine. */
  readonly urlHost: string;
  /** Besides those of the loopback interface. */
  readonly addresses: readonly string[];
}

const everywhere: readonly string[] = ["0.0.0.0", "::"];

/** Reads where to listen: an address of this machine, or `0.0.0.0` or `::` for all. Undefined for what is no address. */
export function listenAddress(host: string = loopback.address): ListenAddress | undefined {
  const version = isIP(host);
  if (version === 0) return undefined;
  if (everywhere.includes(host)) return { host, urlHost: loopback.address, addresses: ownAddresses() };
  const addresses = loopback.ipAddresses.some((address) => address === host) ? [] : [host.toLowerCase()];
  return { host, urlHost: version === 6 ? `[${host}]` : host, addresses };
}

/** Those that are good on one link only are nothing that a certificate can name. */
function ownAddresses(): readonly string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return found.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0).map(({ address }) => address);
}
