import { CidrRange, parseRange } from "./cidr-range.ts";
import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration, Overload } from "./declaration.ts";
import { IpAddress, isMapped, parseAddress } from "./ip-address.ts";
import { Failure } from "./value.ts";
import type { Value } from "./value.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

function address(value: Value | undefined): IpAddress | Failure {
  if (value instanceof IpAddress) return value;
  if (typeof value !== "string") return noOverload;
  const parsed = parseAddress(value);
  if (parsed === "zone") return new Failure(`IP address "${value}" with zone value is not allowed`);
  if (typeof parsed === "string") {
    return new Failure(`IP Address "${value}" parse error during conversion from string: ${parsed}`);
  }
  return isMapped(parsed) ? new Failure(`IPv4-mapped IPv6 address "${value}" is not allowed`) : parsed;
}

function range(value: Value | undefined): CidrRange | Failure {
  if (value instanceof CidrRange) return value;
  if (typeof value !== "string") return noOverload;
  const parsed = parseRange(value);
  if (typeof parsed !== "string") return parsed;
  return new Failure(`network address parse error during conversion from string: ${parsed}`);
}

function ofAddress(id: string, result: string, read: (own: IpAddress) => Value): Overload {
  return member(id, `IP -> ${result}`, (own) => (own instanceof IpAddress ? read(own) : noOverload));
}

function ofRange(id: string, result: string, read: (own: CidrRange) => Value): Overload {
  return member(id, `CIDR -> ${result}`, (own) => (own instanceof CidrRange ? read(own) : noOverload));
}

/** Addresses and networks of the internet. */
export function networks(): readonly FunctionDeclaration[] {
  return [
    declare(
      "ip",
      global("string_to_ip", "string -> IP", (text) => address(text)),
      ofRange("cidr_ip", "IP", (own) => own.address),
    ),
    declare(
      "isIP",
      global("is_ip", "string -> bool", (text) => address(text) instanceof IpAddress),
    ),
    declare(
      "ip.isCanonical",
      global("ip_is_canonical", "string -> bool", (text) => {
        const parsed = address(text);
        return parsed instanceof Failure ? parsed : parsed.text() === text;
      }),
    ),
    declare(
      "family",
      ofAddress("ip_family", "int", ({ family }) => BigInt(family)),
    ),
    declare(
      "isUnspecified",
      ofAddress("ip_is_unspecified", "bool", ({ bits }) => bits === 0n),
    ),
    declare("isLoopback", ofAddress("ip_is_loopback", "bool", isLoopback)),
    declare("isLinkLocalMulticast", ofAddress("ip_is_link_local_multicast", "bool", isLinkLocalMulticast)),
    declare("isLinkLocalUnicast", ofAddress("ip_is_link_local_unicast", "bool", isLinkLocalUnicast)),
    declare("isGlobalUnicast", ofAddress("ip_is_global_unicast", "bool", isGlobalUnicast)),
    ...ranges(),
  ];
}

function ranges(): readonly FunctionDeclaration[] {
  const containsIp = (own: Value | undefined, other: Value | undefined): Value => {
    const found = address(other);
    return found instanceof Failure || !(own instanceof CidrRange) ? noOverload : own.contains(found);
  };
  const containsCidr = (own: Value | undefined, other: Value | undefined): Value => {
    const found = range(other);
    return found instanceof Failure || !(own instanceof CidrRange) ? noOverload : own.covers(found);
  };
  return [
    declare(
      "cidr",
      global("string_to_cidr", "string -> CIDR", (text) => range(text)),
    ),
    declare(
      "isCIDR",
      global("is_cidr", "string -> bool", (text) => range(text) instanceof CidrRange),
    ),
    declare(
      "containsIP",
      member("cidr_contains_ip_string", "CIDR, string -> bool", containsIp),
      member("cidr_contains_ip_ip", "CIDR, IP -> bool", containsIp),
    ),
    declare(
      "containsCIDR",
      member("cidr_contains_cidr_string", "CIDR, string -> bool", containsCidr),
      member("cidr_contains_cidr", "CIDR, CIDR -> bool", containsCidr),
    ),
    declare(
      "prefixLength",
      ofRange("cidr_prefix_length", "int", ({ length }) => BigInt(length)),
    ),
    declare(
      "masked",
      ofRange("cidr_masked", "CIDR", (own) => own.masked()),
    ),
  ];
}

function isLoopback({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 24n === 127n : bits === 1n;
}

function isMulticast({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 28n === 0xen : bits >> 120n === 0xffn;
}

function isLinkLocalMulticast({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 8n === 0xe00000n : ((bits >> 112n) & 0xff0fn) === 0xff02n;
}

function isLinkLocalUnicast({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 16n === 0xa9fen : bits >> 118n === 0x3fan;
}

function isGlobalUnicast(own: IpAddress): boolean {
  const isBroadcast = own.family === 4 && own.bits === 0xffffffffn;
  return own.bits !== 0n && !isBroadcast && !isLoopback(own) && !isMulticast(own) && !isLinkLocalUnicast(own);
}
