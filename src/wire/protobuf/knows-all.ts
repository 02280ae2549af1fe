import type { ByteReader } from "./byte-reader.ts";
import { bytesTag } from "./envelope.ts";
import type { Field, MessageType } from "./message-type.ts";

/** What nests deeper than any object of the tables does not count as known. */
const maxDepth = 64;
const valueTag = bytesTag(2);

/**
 * Whether the tables know every field of the message from where the reader is to `end`, at any depth. Reads tags and lengths only. What is
 * JSON, or an object of its own, inside of the message is not looked into.
 */
export function knowsAll(reader: ByteReader, type: MessageType, end: number): boolean {
  return knowsMessage(reader, type, { end, depth: 0 });
}

/** Where a part of the message ends, and how deep it is in it. */
interface Place {
  readonly end: number;
  readonly depth: number;
}

function knowsMessage(reader: ByteReader, type: MessageType, { end, depth }: Place): boolean {
  if (depth > maxDepth) return false;
  while (reader.at < end) {
    const tag = reader.tag(end);
    const field = type.fields[tag >>> 3];
    if (field === undefined) return false;
    if ((field.type !== "message" && field.shape !== "inline") || (tag & 7) !== 2) reader.skip(tag & 7, end);
    else if (!knowsValue(reader, field, { end: reader.contentEnd(end), depth: depth + 1 })) return false;
  }
  return true;
}

function knowsValue(reader: ByteReader, field: Field, { end, depth }: Place): boolean {
  if (field.shape !== "map") return knowsMessage(reader, field.message, { end, depth });
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag !== valueTag) reader.skip(tag & 7, end);
    else if (!knowsMessage(reader, field.message, { end: reader.contentEnd(end), depth })) return false;
  }
  return true;
}
