import { joinBytes } from "../../wire/index.ts";
import { inChunks } from "../in-chunks.ts";
import type { WatchFrame } from "../registry/index.ts";
import type { EncodedList } from "./encoded-list.ts";
import type { Encoding } from "./encoding.ts";
import { indented } from "./indented.ts";
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
  documentEnd: encoder.encode("\n"),
  list: async (list) => listParts(list),
  frames: (frames) => [...inChunks(frames.flatMap(({ type, object }) => [lineStarts[type], object, lineEnd]))],
};

/** On many lines, for people. A watch has one line for each event all the same. */
export const prettyEncoding: Readonly<Encoding> = prettyBy((json) => JSON.stringify(parseDocument(json), undefined, 2));

/** The same for kinds that keep values as texts, which are not read. */
export const textPrettyEncoding: Readonly<Encoding> = prettyBy((json) =>
  indented(new TextDecoder().decode(json).trimEnd()),
);

function prettyBy(write: (json: Uint8Array) => string): Encoding {
  return {
    ...jsonEncoding,
    document: (json) => encoder.encode(write(json)),
    documentEnd: undefined,
    list: async (list) => [encoder.encode(write(joinBytes(listParts(list))))],
  };
}

/** Stored documents begin with their type. What follows it is sent as it is, after another brace. */
function listParts(list: EncodedList): readonly Uint8Array[] {
  const { items, omitsTypes } = list;
  const skipped = omitsTypes === true ? typeLength(list) : 0;
  const brace = skipped > 0 ? "{" : "";
  const [first, next] = [encoder.encode(brace), encoder.encode(`,${brace}`)];
  const parts: Uint8Array[] = [encoder.encode(`${JSON.stringify(kindFirst(list)).slice(0, -1)},"items":[`)];
  for (const [index, item] of items.entries()) {
    parts.push(index > 0 ? next : first, skipped > 0 ? item.subarray(skipped) : item);
  }
  parts.push(encoder.encode("]}\n"));
  return parts;
}

/** How many bytes of an item of a list are its type. */
function typeLength({ apiVersion, kind }: EncodedList): number {
  const type = JSON.stringify({ apiVersion, kind: kind.slice(0, -"List".length) });
  return encoder.encode(type).length;
}

function kindFirst({ kind, apiVersion, metadata }: EncodedList): Omit<EncodedList, "items"> {
  return { kind, apiVersion, metadata };
}
