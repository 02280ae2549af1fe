import { isDotted, isIpv6 } from "./network-formats.ts";

const atom = '[^\\0-\\x20\\x7f()<>[\\]:;@\\\\,."]+';
const dotted = `${atom}(?:\\.${atom})*`;
const quoted = '"(?:[^"\\\\\\0-\\x08\\x0a-\\x1f\\x7f]|\\\\[^\\0-\\x08\\x0a-\\x1f\\x7f])+"';
const address = `(?:${dotted}|${quoted})@(?:${dotted}|\\[([^[\\]\\\\]*)\\])`;
// No two parts that repeat can take the same characters, so that the time grows with the text alone.
const plain = new RegExp(`^[ \\t]*${address}[ \\t]*(?:\\([^()\\\\]*\\)[ \\t]*)?$`);
const named = new RegExp(`^(?:${quoted}|[^\\0-\\x08\\x0a-\\x1f\\x7f()<>[\\]:;@\\\\,"])*<[ \\t]*${address}>[ \\t]*$`);

/** Whether a text is the address of a mailbox, with or without a name before it. */
export function isEmail(text: string): boolean {
  const found = plain.exec(text) ?? named.exec(text);
  if (found === null) return false;
  const [, literal] = found;
  return literal === undefined || isDotted(literal) || isIpv6(literal);
}
