import { opaqueType } from "./type.ts";
import type { Type } from "./type.ts";
import { Opaque } from "./value.ts";

/** An address of the internet, as its bits. */
export class IpAddress extends Opaque {
  readonly type: Type = ipType;
  readonly family: 4 | 6;
  readonly bits: bigint;

  constructor(family: 4 | 6, bits: bigint) {
    super();
    this.family = family;
    this.bits = bits;
  }

  get width(): number {
    return this.family === 4 ? 32 : 128;
  }

  equals(other: Opaque): boolean {
    return other instanceof IpAddress && other.family === this.family && other.bits === this.bits;
  }

  /** In the canonical form: lower case, the longest run of zeros left out. */
  text(): string {
    if (this.family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((this.bits >> shift) & 255n)).join(".");
    const groups = Array.from({ length: 8 }, (_, index) => Number((this.bits >> BigInt(112 - 16 * index)) & 0xffffn));
    const { start, length } = longestZeros(groups);
    const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(":");
    return length < 2 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
  }

  /** Whether the first bits are those of another address. */
  startsWith(bits: bigint, length: number): boolean {
    const shift = BigInt(this.width - length);
    return this.bits >> shift === bits >> shift;
  }
}

const ipType: Readonly<Type> = opaqueType("net.IP");

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== 0) start = index + 1;
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start };
  }
  return best;
}

/** The address that a text is, or why it is none, in Go's words; `zone` if it has one. */
export function parseAddress(text: string): IpAddress | string {
  const mark = /[.:%]/.exec(text)?.[0];
  const read = mark === "." ? parseV4(text) : mark === ":" ? parseV6(text) : undefined;
  if (read instanceof IpAddress || read === "zone") return read;
  return `ParseAddr("${text}"): ${read ?? (mark === "%" ? "missing IPv6 address" : "unable to parse IP")}`;
}

function parseV4(text: string): IpAddress | string {
  const fields: number[] = [];
  let field = "";
  for (const [index, character] of Array.from(text).entries()) {
    const at = `(at "${text.slice(index)}")`;
    if (/\d/.test(character)) {
      if (field === "0") return "IPv4 field has octet with leading zero";
      field += character;
      if (Number(field) > 255) return "IPv4 field has value >255";
    } else if (character === ".") {
      if (field === "" || index === text.length - 1) return `IPv4 field must have at least one digit ${at}`;
      if (fields.length === 3) return "IPv4 address too long";
      fields.push(Number(field));
      field = "";
    } else {
      return `unexpected character ${at}`;
    }
  }
  if (fields.length < 3) return "IPv4 address too short";
  return new IpAddress(
    4,
    [...fields, Number(field)].reduce((bits, part) => (bits << 8n) | BigInt(part), 0n),
  );
}

/** What has been read of an IPv6 address. */
interface Groups {
  readonly groups: number[];
  /** Where zeros are left out. */
  gap: number | undefined;
  rest: string;
}

function parseV6(text: string): IpAddress | string {
  const [address = "", zone] = text.split("%");
  if (zone !== undefined) return zone === "" ? "zone must be a non-empty string" : "zone";
  const isOpen = address.startsWith("::");
  const read: Groups = { groups: [], gap: isOpen ? 0 : undefined, rest: isOpen ? address.slice(2) : address };
  while (read.groups.length < 8 && read.rest !== "") {
    const problem = readGroup(read);
    if (problem !== undefined) return problem;
  }
  const { groups, gap, rest } = read;
  if (rest !== "") return `trailing garbage after address (at "${rest}")`;
  if (groups.length < 8 && gap === undefined) return "address string too short";
  if (groups.length === 8 && gap !== undefined) return "the :: must expand to at least one field of zeros";
  const zeros = Array.from({ length: 8 - groups.length }, () => 0);
  const all = [...groups.slice(0, gap ?? 8), ...zeros, ...groups.slice(gap ?? 8)];
  return new IpAddress(
    6,
    all.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n),
  );
}

/** Reads one group and what separates it from the next. */
function readGroup(read: Groups): string | undefined {
  const { rest } = read;
  const at = `(at "${rest}")`;
  const [digits = ""] = /^[\da-f]*/i.exec(rest) ?? [];
  if (digits.length > 4) return `each group must have 4 or less digits ${at}`;
  if (digits === "") return `each colon-separated field must have at least one digit ${at}`;
  if (rest.charAt(digits.length) === ".") return readEmbedded(read);
  read.groups.push(Number.parseInt(digits, 16));
  const tail = rest.slice(digits.length);
  read.rest = tail.slice(1);
  if (tail === "") return undefined;
  if (!tail.startsWith(":")) return `unexpected character, want colon (at "${tail}")`;
  if (tail === ":") return `colon must be followed by more characters (at "${tail}")`;
  if (!tail.startsWith("::")) return undefined;
  if (read.gap !== undefined) return `multiple :: in address (at "${tail.slice(1)}")`;
  read.gap = read.groups.length;
  read.rest = tail.slice(2);
  return undefined;
}

/** An IPv4 address in place of the last two groups. */
function readEmbedded(read: Groups): string | undefined {
  if (read.gap === undefined && read.groups.length !== 6) {
    return `embedded IPv4 address must replace the final 2 fields of the address (at "${read.rest}")`;
  }
  if (read.groups.length > 6) {
    return `too many hex fields to fit an embedded IPv4 at the end of the address (at "${read.rest}")`;
  }
  const inner = parseV4(read.rest);
  if (typeof inner === "string") return inner;
  read.groups.push(Number(inner.bits >> 16n), Number(inner.bits & 0xffffn));
  read.rest = "";
  return undefined;
}

/** Whether an IPv6 address stands for an IPv4 one. */
export function isMapped({ family, bits }: IpAddress): boolean {
  return family === 6 && bits >> 32n === 0xffffn;
}
