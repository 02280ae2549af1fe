import { closeBrace, isSpace, quote } from "./json-bytes.ts";
import { unquotedAt } from "./json-text.ts";
import { JsonWalker } from "./json-walker.ts";
import type { JsonMember } from "./json-walker.ts";
import { keyAt } from "./key-at.ts";

/** The parts of an event of a watch. Absent: they are not there, or the type is no text. */
export interface EventParts {
  readonly type?: string | undefined;
  /** A view of the event's bytes. */
  readonly object?: Uint8Array | undefined;
}

const keys: readonly string[] = ["type", "object"];

/**
 * Reads an event of a watch, `{"type":…,"object":…}`, by its parts. Throws a `DecodeError` for what is not one JSON object, and what `read`
 * throws. That may be called twice, and has to throw for an object that is not one JSON value.
 */
export function readEvent<E>(bytes: Uint8Array, read: (parts: EventParts) => E): E {
  const guess = guessEvent(bytes);
  if (guess === undefined) return read(splitEvent(bytes));
  try {
    return read(guess);
  } catch {
    // Something else may follow the object. If not, the same is thrown again.
    return read(splitEvent(bytes));
  }
}

/** Finds the parts of an event in its bytes, however it is written. Throws a `DecodeError` for what is not one JSON object. */
function splitEvent(bytes: Uint8Array): EventParts {
  const walker = new JsonWalker(bytes, "read an event");
  const parts: { type?: string | undefined; object?: Uint8Array | undefined } = {};
  const visit = (member: JsonMember): number => {
    const key = keyAt(bytes, member, keys);
    const { valueStart: start } = member;
    const valueEnd = walker.value(start, 1);
    if (key === "object") parts.object = bytes.subarray(start, valueEnd);
    if (key === "type") {
      const isText = bytes[start] === quote;
      parts.type = isText ? unquotedAt(bytes, { start: start + 1, end: valueEnd - 1 }) : undefined;
    }
    return valueEnd;
  };
  walker.document((start) => walker.object(start, 0, visit));
  return parts;
}

const types: readonly string[] = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"];

/** How an event begins when it is written as servers write it. */
const openings: readonly (readonly [type: string, opening: Uint8Array])[] = types.map((type) => [
  type,
  new TextEncoder().encode(`{"type":"${type}","object":`),
]);

/** The parts of an event that begins as servers write it. The rest is taken for the object, without a look at it. */
function guessEvent(bytes: Uint8Array): EventParts | undefined {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1])) end--;
  const found = openings.find(([, opening]) => begins(bytes, opening));
  if (found === undefined || bytes[end - 1] !== closeBrace) return undefined;
  const [type, opening] = found;
  return { type, object: bytes.subarray(opening.length, end - 1) };
}

function begins(bytes: Uint8Array, opening: Uint8Array): boolean {
  for (let at = 0; at < opening.length; at++) if (bytes[at] !== opening[at]) return false;
  return true;
}
