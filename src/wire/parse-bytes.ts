import { parseAt } from "./json-text.ts";
import { JsonWalker } from "./json-walker.ts";

/**
 * The value of a JSON text in UTF-8, as `parseJson` gives it: integers are exact, and what nests too deep is refused. Throws a
 * `DecodeError` whose message begins with `attempt`.
 */
export function parseBytes(bytes: Uint8Array, attempt: string): unknown {
  const walker = new JsonWalker(bytes, attempt);
  walker.document((start) => walker.value(start, 0));
  return parseAt(bytes, { start: 0, end: bytes.length }, walker);
}
