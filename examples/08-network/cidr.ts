import { isIPv4 } from "node:net";

/** An IPv4 network. Addresses are numbers, so that they can be compared. */
export interface Cidr {
  readonly prefix: number;
  /** The network's own address. */
  readonly first: number;
  /** The broadcast address. */
  readonly last: number;
}

/** A run of addresses that may be given to ports, both ends included. */
export interface AddressPool {
  readonly start: string;
  readonly end: string;
}

/** A longer prefix leaves no room for a gateway and one more address. */
const longestPrefix = 30;

/** Reads `10.0.0.0/24`. Host bits are cut off: `10.0.0.7/24` is the same network. Gives nothing when the text is no such network. */
export function parseCidr(text: string): Cidr | undefined {
  const [, host = "", digits = ""] = /^([\d.]+)\/([1-9]\d?)$/.exec(text) ?? [];
  const address = parseAddress(host);
  const prefix = Number(digits);
  if (address === undefined || prefix > longestPrefix) return undefined;
  const size = 2 ** (32 - prefix);
  const first = address - (address % size);
  return { prefix, first, last: first + size - 1 };
}

/** The one spelling that equal networks share. */
export function formatCidr({ first, prefix }: Cidr): string {
  return `${formatAddress(first)}/${prefix}`;
}

/** Reads `10.0.0.1`. */
export function parseAddress(text: string): number | undefined {
  if (!isIPv4(text)) return undefined;
  return text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Writes an address as `10.0.0.1`. */
export function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join(".");
}

/** Whether the address belongs to the network, its two reserved addresses included. */
export function contains({ first, last }: Cidr, address: number): boolean {
  return first <= address && address <= last;
}

/** Whether a machine may have the address: neither the network's own nor the broadcast address. */
export function isHostAddress({ first, last }: Cidr, address: number): boolean {
  return first < address && address < last;
}

/** Whether the networks share an address. */
export function overlaps(one: Cidr, other: Cidr): boolean {
  return one.first <= other.last && other.first <= one.last;
}

/** Every address that a machine may have, but for the gateway's. */
export function poolsAround({ first, last }: Cidr, gateway: number | undefined): readonly AddressPool[] {
  const [start, end] = [first + 1, last - 1];
  if (gateway === undefined || gateway < start || gateway > end) return [pool(start, end)];
  const below = gateway === start ? [] : [pool(start, gateway - 1)];
  const above = gateway === end ? [] : [pool(gateway + 1, end)];
  return [...below, ...above];
}

function pool(start: number, end: number): AddressPool {
  return { start: formatAddress(start), end: formatAddress(end) };
}
