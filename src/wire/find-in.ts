import { openBrace } from "./json-bytes.ts";
import type { Span } from "./json-text.ts";
import { JsonWalker } from "./json-walker.ts";
import { keyAt } from "./key-at.ts";

/** Where the value at a path of keys is, in a place that was walked over before; `undefined` if there is none. */
export function findIn(bytes: Uint8Array, place: Span, path: readonly string[]): Span | undefined {
  const walker = new JsonWalker(bytes, "find a value");
  let found: Span | undefined = place;
  for (const wanted of path) {
    if (found === undefined || bytes[found.start] !== openBrace) return undefined;
    const { start } = found;
    found = undefined;
    walker.object(start, 0, (member) => {
      const end = walker.value(member.valueStart, 1);
      // Of a key that occurs twice the last value counts.
      if (keyAt(bytes, member, path) === wanted) found = { start: member.valueStart, end };
      return end;
    });
  }
  return found;
}
