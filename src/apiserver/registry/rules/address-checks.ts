import { hasFormat, invalid } from "../../crd/index.ts";
import { textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

function isAddress(text: string): boolean {
  return hasFormat(text, "ipv4") || hasFormat(text, "ipv6");
}

/** An address of either family. */
export const address: FieldCheck = (value, field) =>
  isAddress(textOf(value))
    ? []
    : [invalid(field, textOf(value), "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")];

const special: readonly (readonly [Readonly<RegExp>, string])[] = [
  [/^(?:127\.|::1$)/, "may not be in the loopback range (127.0.0.0/8, ::1/128)"],
  [/^(?:169\.254\.|fe[89ab])/i, "may not be in the link-local range (169.254.0.0/16, fe80::/10)"],
  [/^(?:224\.0\.0\.|ff02)/i, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"],
];

/** An address that others can reach. */
export const ordinaryAddress: FieldCheck = (value, field) => {
  const text = textOf(value);
  if (!isAddress(text)) return [invalid(field, text, "must be a valid IP address")];
  if (text === "0.0.0.0" || text === "::") return [invalid(field, text, `may not be unspecified (${text})`)];
  return special.filter(([form]) => form.test(text)).map(([, words]) => invalid(field, text, words));
};
