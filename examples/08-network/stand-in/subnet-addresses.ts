import { getOwn } from "setpoint/model";
import { textIn } from "./attributes.ts";
import type { Attributes } from "./attributes.ts";
import {
  contains,
  formatAddress,
  formatCidr,
  isHostAddress,
  overlaps,
  parseAddress,
  parseCidr,
  poolsAround,
} from "../cidr.ts";
import type { AddressPool, Cidr } from "../cidr.ts";
import { badRequest, invalidInput, ServiceError } from "./service-error.ts";

/** The addresses of a subnet. Neutron accepts a gateway outside of the cidr, and so does the stand-in. */
export interface SubnetAddresses {
  readonly cidr: string;
  readonly gateway_ip: string | null;
  readonly allocation_pools: readonly AddressPool[];
}

/** The addresses that a POST asks for. Without a gateway the first address is it; `null` means that there is none. */
export function newAddresses(attributes: Attributes, neighbours: readonly SubnetAddresses[]): SubnetAddresses {
  if (getOwn(attributes, "ip_version") !== 4) throw badRequest("Invalid input for ip_version. Reason: expected 4.");
  const text = textIn(attributes, "cidr") ?? "";
  const cidr = parseCidr(text);
  if (cidr === undefined) throw badRequest(`Invalid input for cidr. Reason: '${text}' is not a valid IP subnet.`);
  if (neighbours.some((neighbour) => overlaps(cidrOf(neighbour), cidr)))
    throw invalidInput(`Requested subnet with cidr: ${formatCidr(cidr)} overlaps with another subnet`);
  const gateway = gatewayIn(attributes, cidr);
  return checked(cidr, gateway === undefined ? cidr.first + 1 : gateway, poolsIn(attributes, cidr));
}

/** The addresses that the subnet has after a PUT. A gateway does not move into the pools: both are then sent together. */
export function changedAddresses(attributes: Attributes, old: SubnetAddresses): SubnetAddresses {
  const cidr = cidrOf(old);
  const gateway = gatewayIn(attributes, cidr);
  const kept = old.gateway_ip === null ? null : (parseAddress(old.gateway_ip) ?? null);
  return checked(cidr, gateway === undefined ? kept : gateway, poolsIn(attributes, cidr) ?? old.allocation_pools);
}

function checked(cidr: Cidr, gateway: number | null, given: readonly AddressPool[] | undefined): SubnetAddresses {
  const pools = given ?? poolsAround(cidr, gateway ?? undefined);
  const gateway_ip = gateway === null ? null : formatAddress(gateway);
  const conflict = pools.find((pool) => gateway !== null && inPool(pool, gateway));
  if (conflict === undefined) return { cidr: formatCidr(cidr), gateway_ip, allocation_pools: pools };
  const where = `${conflict.start}-${conflict.end}`;
  const message = `Gateway ip ${gateway_ip} conflicts with allocation pool ${where}.`;
  throw new ServiceError(409, "GatewayConflictWithAllocationPools", message);
}

function gatewayIn(attributes: Attributes, cidr: Cidr): number | null | undefined {
  if (getOwn(attributes, "gateway_ip") === null) return null;
  const text = textIn(attributes, "gateway_ip");
  if (text === undefined) return undefined;
  const address = parseAddress(text);
  if (address === undefined)
    throw badRequest(`Invalid input for gateway_ip. Reason: '${text}' is not a valid IP address.`);
  if (contains(cidr, address) && !isHostAddress(cidr, address)) throw invalidInput("Gateway is not valid on subnet");
  return address;
}

function poolsIn(attributes: Attributes, cidr: Cidr): readonly AddressPool[] | undefined {
  const pools = getOwn(attributes, "allocation_pools");
  if (pools === undefined) return undefined;
  if (!Array.isArray(pools) || !pools.every(isPool)) throw badRequest("Invalid input for allocation_pools.");
  const isInside = ({ start, end }: AddressPool): boolean =>
    [start, end].every((text) => isHostAddress(cidr, parseAddress(text) ?? -1));
  const outside = pools.find((pool) => !isInside(pool));
  if (outside === undefined) return pools;
  const message = `The allocation pool ${outside.start}-${outside.end} is not in the cidr ${formatCidr(cidr)}.`;
  throw new ServiceError(400, "OutOfBoundsAllocationPool", message);
}

function isPool(value: unknown): value is AddressPool {
  if (typeof value !== "object" || value === null) return false;
  return ["start", "end"].every((name) => typeof getOwn(value, name) === "string");
}

function inPool({ start, end }: AddressPool, address: number): boolean {
  return (parseAddress(start) ?? 0) <= address && address <= (parseAddress(end) ?? 0);
}

function cidrOf({ cidr }: SubnetAddresses): Cidr {
  const parsed = parseCidr(cidr);
  if (parsed === undefined) throw new TypeError(`The stored cidr ${cidr} does not parse.`);
  return parsed;
}
