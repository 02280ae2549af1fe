import type { WatchFrame } from "../registry/index.ts";
import type { EncodedList } from "./encoded-list.ts";
import type { Encoding } from "./encoding.ts";
import { parseDocument } from "./json.ts";

const encoder = new TextEncoder();

/** Everything of a line but the object, encoded once. */
const lineStarts: Readonly<Record<WatchFrame["type"], Uint8Array>> = {
  ADDED: encoder.encode('{"type":"ADDED","object":'),
  MODIFIED: encoder.encode('{"type":"MODIFIED","object":'),
  DELETED: encoder.encode('{"type":"DELETED","object":'),
  BOOKMARK: encoder.encode('{"type":"BOOKMARK","object":'),
  ERROR: encoder.encode('{"type":"ERROR","object":'),
};
const lineEnd: Readonly<Uint8Array> = encoder.encode("}\n");

/** Stored bytes go out as they are. */
export const jsonEncoding: Readonly<Encoding> = {
  contentType: "application/json",
  streamType: "application/json",
  document: (json) => json,
  list: async (list) => listParts(list),
  frame: ({ type, object }) => [lineStarts[type], object, lineEnd],
};

/** On many lines, for people. A watch has one line for each event all the same. */
export const prettyEncoding: Readonly<Encoding> = {
  ...jsonEncoding,
  document: (json) => encoder.encode(`${JSON.stringify(parseDocument(json), undefined, 2)}\n`),
  list: async ({ items, ...head }) => [
    encoder.encode(`${JSON.stringify({ ...kindFirst(head), items: items.map(parseDocument) }, undefined, 2)}\n`),
  ],
};

function listParts({ items, ...list }: EncodedList): readonly Uint8Array[] {
  const comma = encoder.encode(",");
  const parts: Uint8Array[] = [encoder.encode(`${JSON.stringify(kindFirst(list)).slice(0, -1)},"items":[`)];
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(item);
  }
  parts.push(encoder.encode("]}\n"));
  return parts;
}

function kindFirst({ kind, apiVersion, metadata }: Omit<EncodedList, "items">): Omit<EncodedList, "items"> {
  return { kind, apiVersion, metadata };
}
