import { unquotedAt } from "./json-text.ts";
import type { JsonMember } from "./json-walker.ts";

/** The key of a member. One of those that are expected is found without making a text. */
export function keyAt(bytes: Uint8Array, { keyStart, keyEnd }: JsonMember, expected: readonly string[]): string {
  for (const key of expected) {
    if (key.length === keyEnd - keyStart && isAt(bytes, keyStart, key)) return key;
  }
  return unquotedAt(bytes, { start: keyStart, end: keyEnd });
}

function isAt(bytes: Uint8Array, start: number, key: string): boolean {
  for (let position = 0; position < key.length; position++) {
    if (bytes[start + position] !== key.charCodeAt(position)) return false;
  }
  return true;
}
