import { hasFormat, invalid } from "../../crd/index.ts";
import { canonicalAddress, hasFurtherBits, isMapped, plainBits } from "./address-bits.ts";
import { textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

/** Whether a text is an address, in any of the forms that it can be written in. */
export function isAddress(text: string): boolean {
  return hasFormat(text, "ipv4") || hasFormat(text, "ipv6");
}

const hasZeros = (text: string): boolean => !text.includes(":") && /(?:^|\.)0\d/.test(text);

/** An address of either family. */
export const address: FieldCheck = (value, field) => {
  const text = textOf(value);
  const wrong = (words: string): ReturnType<FieldCheck> => [invalid(field, text, words)];
  if (!isAddress(text)) return wrong("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
  if (hasZeros(text)) return wrong("must not have leading 0s");
  return isMapped(text) ? wrong("must not be an IPv4-mapped IPv6 address") : [];
};

/** An address of either family, in its one form. */
export const exactAddress: FieldCheck = (value, field) => {
  const [text, form] = [textOf(value), canonicalAddress(textOf(value))];
  const wrong = address(text, field);
  if (wrong.length > 0 || form === text) return wrong;
  return [invalid(field, text, `must be in canonical form (${JSON.stringify(form)})`)];
};

/** Bits that say what an address is for, of either family. */
const special: readonly (readonly [Readonly<RegExp>, string])[] = [
  [/^(?:01111111.{24}|0{127}1)$/, "may not be in the loopback range (127.0.0.0/8, ::1/128)"],
  [/^(?:1010100111111110.{16}|1111111010.{118})$/, "may not be in the link-local range (169.254.0.0/16, fe80::/10)"],
  [
    /^(?:111000000{16}.{8}|11111111.{4}0010.{112})$/,
    "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)",
  ],
];

/** An address that others can reach. */
export const ordinaryAddress: FieldCheck = (value, field) => {
  const text = textOf(value);
  if (!isAddress(text)) return [invalid(field, text, "must be a valid IP address")];
  const bits = plainBits(text);
  if (!bits.includes("1")) return [invalid(field, text, `may not be unspecified (${text})`)];
  return special.filter(([form]) => form.test(bits)).map(([, words]) => invalid(field, text, words));
};

/** A range without zeros in front of its length. */
const plainRange = (text: string): string => text.replace(/\/0+(?=\d+$)/, "/");

/** Whether a text is a range of addresses, in any of the forms that it can be written in. */
export function isRange(text: string): boolean {
  return hasFormat(plainRange(text), "cidr");
}

/** A range of addresses. */
export const addressRange: FieldCheck = (value, field) => {
  const text = textOf(value);
  const wrong = (words: string): ReturnType<FieldCheck> => [invalid(field, text, words)];
  const start = text.slice(0, text.indexOf("/"));
  if (!isRange(text)) return wrong("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
  if (hasZeros(start) || text !== plainRange(text)) return wrong("must not have leading 0s in IP or prefix length");
  if (isMapped(start)) return wrong("must not have an IPv4-mapped IPv6 address");
  return hasFurtherBits(text) ? wrong("must not have bits set beyond the prefix length") : [];
};

/** A range of addresses, in its one form. */
export const exactRange: FieldCheck = (value, field) => {
  const text = textOf(value);
  const wrong = addressRange(text, field);
  const form = text.replace(/^[^/]*/, canonicalAddress);
  if (wrong.length > 0 || form === text) return wrong;
  return [invalid(field, text, `must be in canonical form (${JSON.stringify(form)})`)];
};
