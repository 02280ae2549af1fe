import { formatKey, keyOf } from "setpoint/model";
import { formatAddress, formatCidr, isHostAddress, parseAddress, parseCidr, poolsAround } from "./cidr.ts";
import type { AddressPool, Cidr } from "./cidr.ts";
import type { Network } from "./network.ts";

/** What the service is to have for an object. */
export interface DesiredNetwork {
  readonly name: string;
  /** By this the network is found again. */
  readonly description: string;
  readonly cidr: Cidr;
  readonly gateway: string;
  readonly pools: readonly AddressPool[];
}

/** The spec asks for something that can't be. */
export class InvalidNetworkError extends Error {
  override readonly name = "InvalidNetworkError";
  readonly code = "INVALID_NETWORK";

  /** Recognises the error by its code. */
  static is(error: unknown): error is InvalidNetworkError {
    return error instanceof Error && "code" in error && error.code === "INVALID_NETWORK";
  }
}

/** What the spec means, spelled as the service spells it. */
export function desiredNetwork(object: Network): DesiredNetwork {
  const { spec } = object;
  const cidr = parseCidr(spec.cidr);
  if (cidr === undefined) throw invalid("cidr", spec.cidr, "an IPv4 network such as 10.0.0.0/24, at most a /30");
  const gateway = spec.gateway === undefined ? cidr.first + 1 : parseAddress(spec.gateway);
  // The service would accept a gateway outside of the network, where nobody reaches it.
  if (gateway === undefined || !isHostAddress(cidr, gateway))
    throw invalid("gateway", spec.gateway, `a host address in ${formatCidr(cidr)}`);
  return {
    name: formatKey(keyOf(object)),
    description: descriptionOf(object),
    cidr,
    gateway: formatAddress(gateway),
    pools: poolsAround(cidr, gateway),
  };
}

/**
 * The description of an object's network in the service. Names are not unique there, and it chooses the ids itself, so that the object's UID
 * in the description is all that can go in with the create.
 */
export function descriptionOf({ metadata: { uid, name } }: Network): string {
  if (uid === undefined) throw new TypeError(`Find the network of ${name}: expected an object with metadata.uid`);
  return `k8s-uid:${uid}`;
}

function invalid(field: string, value: unknown, expected: string): InvalidNetworkError {
  return new InvalidNetworkError(`spec.${field}: expected ${expected}, got ${JSON.stringify(value)}`);
}
