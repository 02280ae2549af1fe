import { IpAddress, isMapped, parseAddress } from "./ip-address.ts";
import { opaqueType } from "./type.ts";
import type { Type } from "./type.ts";
import { Opaque } from "./value.ts";

/** An address and the length of its network. */
export class CidrRange extends Opaque {
  readonly type: Type = cidrType;
  readonly address: IpAddress;
  readonly length: number;

  constructor(address: IpAddress, length: number) {
    super();
    this.address = address;
    this.length = length;
  }

  equals(other: Opaque): boolean {
    return other instanceof CidrRange && other.length === this.length && this.address.equals(other.address);
  }

  text(): string {
    return `${this.address.text()}/${this.length}`;
  }

  contains(address: IpAddress): boolean {
    return address.family === this.address.family && address.startsWith(this.address.bits, this.length);
  }

  /** Whether all of another range is in this one. */
  covers(other: CidrRange): boolean {
    return this.length <= other.length && this.contains(other.address);
  }

  /** The same network with no bits behind its length. */
  masked(): CidrRange {
    const rest = BigInt(this.address.width - this.length);
    return new CidrRange(new IpAddress(this.address.family, (this.address.bits >> rest) << rest), this.length);
  }
}

const cidrType: Readonly<Type> = opaqueType("net.CIDR");

/** The range that a text is, or why it is none. */
export function parseRange(text: string): CidrRange | string {
  const parse = "network address parse error during conversion from string: ";
  const slash = text.lastIndexOf("/");
  const wrong = (why: string): string => `${parse}netip.ParsePrefix("${text}"): ${why}`;
  if (slash < 0) return wrong("no '/'");
  const address = parseAddress(text.slice(0, slash));
  if (address === "zone") return wrong("IPv6 zones cannot be present in a prefix");
  if (typeof address === "string") return wrong(address);
  const length = text.slice(slash + 1);
  if (!/^(?:0|[1-9]\d*)$/.test(length)) return wrong(`bad bits after slash: "${length}"`);
  if (Number(length) > address.width) return wrong("prefix length out of range");
  if (isMapped(address)) return `IPv4-mapped IPv6 address "${text}" is not allowed`;
  return new CidrRange(address, Number(length));
}
