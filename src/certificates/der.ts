import { CertificateError } from "./errors.ts";

// Distinguished Encoding Rules (ITU-T X.690), the writing half, and only the types that X.509 certificates use.

const constructed = 0x20;
const contextSpecific = 0x80;

/** One value: tag, length in its shortest form, content. */
function element(tag: number, content: Uint8Array): Uint8Array {
  const length: number[] = [];
  if (content.length < 0x80) length.push(content.length);
  else {
    for (let rest = content.length; rest > 0; rest >>>= 8) length.unshift(rest & 0xff);
    length.unshift(0x80 | length.length);
  }
  return Buffer.concat([Uint8Array.of(tag, ...length), content]);
}

/** SEQUENCE of `parts`, in their order. */
export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return element(0x10 | constructed, Buffer.concat(parts));
}

/** SET of exactly one value, all that a certificate needs here: so no order among several has to be kept. */
export function setOfOne(part: Uint8Array): Uint8Array {
  return element(0x11 | constructed, part);
}

/** INTEGER from the big-endian bytes of a number that is not negative. */
export function unsignedInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Uint8Array.of(0) : bytes.subarray(start);
  // A first bit that is set would make the number negative.
  return element(0x02, (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Uint8Array.of(0), digits]) : digits);
}

/** BOOLEAN true. False is never written: it is the default wherever certificates use it. */
export function booleanTrue(): Uint8Array {
  return element(0x01, Uint8Array.of(0xff));
}

/** BIT STRING of `bytes`, whose last `unusedBits` bits do not count and are zero. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return element(0x03, Buffer.concat([Uint8Array.of(unusedBits), bytes]));
}

/** OCTET STRING. */
export function octetString(bytes: Uint8Array): Uint8Array {
  return element(0x04, bytes);
}

/** OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return element(0x06, Uint8Array.from(bytes));
}

/** UTF8String. */
export function utf8String(text: string): Uint8Array {
  return element(0x0c, Buffer.from(text, "utf8"));
}

/**
 * A moment in whole seconds, as certificates must write it: UTCTime from 1950 to 2049, GeneralizedTime outside of that.
 * Throws for a moment that neither can write: a year before 0 or after 9999.
 */
export function time(milliseconds: number): Uint8Array {
  const moment = new Date(milliseconds);
  const year = moment.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) {
    throw new CertificateError(`writing a time: expected a year from 0 to 9999, got ${milliseconds} ms since 1970`);
  }
  const digits = `${moment.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`;
  const short = year >= 1950 && year < 2050;
  return element(short ? 0x17 : 0x18, Buffer.from(short ? digits.slice(2) : digits, "ascii"));
}

/** A value under a tag that its place defines, wrapped around what `content` already is. */
export function explicit(tag: number, content: Uint8Array): Uint8Array {
  return element(contextSpecific | constructed | tag, content);
}

/** Content bytes under a tag that its place defines, instead of the tag of their type. */
export function implicit(tag: number, content: Uint8Array): Uint8Array {
  return element(contextSpecific | tag, content);
}
