import { backslash, closeBrace, openBrace } from "./json-bytes.ts";
import { unquotedAt } from "./json-text.ts";
import type { Span } from "./json-text.ts";
import { afterKnownSpace, endOfKnown, endOfKnownText } from "./known-json.ts";

/** Where the value at a path of keys is, in a place that was walked over before; `undefined` if there is none. */
export function findIn(bytes: Uint8Array, place: Span, path: readonly string[]): Span | undefined {
  let found: Span | undefined = place;
  for (const wanted of path) {
    if (found === undefined || bytes[found.start] !== openBrace) return undefined;
    found = memberOf(bytes, found.start, wanted);
  }
  return found;
}

/** The value of a key in the object that begins there. Of a key that occurs twice the last value counts. */
function memberOf(bytes: Uint8Array, start: number, wanted: string): Span | undefined {
  let found: Span | undefined;
  let at = afterKnownSpace(bytes, start + 1);
  while (bytes[at] !== closeBrace) {
    const keyStart = at + 1;
    const keyEnd = endOfKnownText(bytes, at) - 1;
    const colonAt = afterKnownSpace(bytes, keyEnd + 1);
    const valueStart = afterKnownSpace(bytes, colonAt + 1);
    const end = endOfKnown(bytes, valueStart);
    if (isKey(bytes, { start: keyStart, end: keyEnd }, wanted)) found = { start: valueStart, end };
    at = afterKnownSpace(bytes, end);
    // A comma, and then the next key; or the end.
    if (bytes[at] !== closeBrace) at = afterKnownSpace(bytes, at + 1);
  }
  return found;
}

/** Whether the key in a place, between its quotes, is the one that is wanted. */
function isKey(bytes: Uint8Array, place: Span, wanted: string): boolean {
  const { start, end } = place;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === backslash || byte >= 0x80) return unquotedAt(bytes, place) === wanted;
    if (byte !== wanted.charCodeAt(at - start)) return false;
  }
  return wanted.length === end - start;
}
