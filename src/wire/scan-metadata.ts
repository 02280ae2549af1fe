import { openBrace, openBracket, quote } from "./json-bytes.ts";
import type { JsonWalker } from "./json-walker.ts";
import { textAt, unquotedAt } from "./json-text.ts";
import type { Span } from "./json-text.ts";
import { keyAt } from "./key-at.ts";
import { ManagedFieldsCuts } from "./managed-fields-cuts.ts";
import type { ScannedMetadata } from "./object-scan-parts.ts";

/** The keys that most metadata have: also those that are only walked over. */
const keys: readonly string[] = [
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "labels",
  "annotations",
  "ownerReferences",
  "managedFields",
  "generateName",
  "generation",
  "finalizers",
  "deletionTimestamp",
];

type Found = { -readonly [K in keyof ScannedMetadata]: ScannedMetadata[K] };

/** What is known of an object that has no metadata. */
export const noMetadata: Readonly<ScannedMetadata> = Object.freeze({ hasFinalizers: false, managedFields: [] });

/** Walks over the metadata of an object, from where they begin. Of a key that occurs twice the last counts, as for `JSON.parse`. */
export function scanMetadata(
  walker: JsonWalker,
  bytes: Uint8Array,
  start: number,
): { readonly metadata: ScannedMetadata; readonly end: number } {
  const metadata: Found = { ...noMetadata };
  const managed = new ManagedFieldsCuts();
  const end = walker.object(start, 1, (member) => {
    const key = keyAt(bytes, member, keys);
    const value = { start: member.valueStart, end: walker.value(member.valueStart, 2) };
    managed.add({ isManagedFields: key === "managedFields", start: member.keyStart - 1, end: value.end });
    note(metadata, key, { bytes, ...value });
    return value.end;
  });
  metadata.managedFields = managed.finish();
  return { metadata, end };
}

interface Place extends Span {
  readonly bytes: Uint8Array;
}

function note(metadata: Found, key: string, value: Place): void {
  switch (key) {
    case "name":
    case "namespace":
    case "uid":
    case "resourceVersion":
    case "deletionTimestamp":
      metadata[key] = text(value);
      break;
    case "generation":
      metadata.generation = integer(value);
      break;
    case "labels":
      metadata.labels = begins(value, openBrace) ? { start: value.start, end: value.end } : undefined;
      break;
    case "ownerReferences":
      metadata.ownerReferences = begins(value, openBracket) ? { start: value.start, end: value.end } : undefined;
      break;
    case "finalizers":
      metadata.hasFinalizers = begins(value, openBracket) && hasElement(value);
      break;
  }
}

function begins({ bytes, start }: Place, byte: number): boolean {
  return bytes[start] === byte;
}

function text(value: Place): string | undefined {
  if (!begins(value, quote)) return undefined;
  return unquotedAt(value.bytes, { start: value.start + 1, end: value.end - 1 });
}

/** Other numbers than safe integers mean nothing as a generation. */
function integer(value: Place): number | undefined {
  const first = value.bytes[value.start] as number;
  // A digit or a minus: `Number` would understand more than that.
  const number = first === 0x2d || (first >= 0x30 && first <= 0x39) ? Number(textAt(value.bytes, value)) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Of an array that was walked over: whether anything but whitespace is between its brackets. */
function hasElement({ bytes, start, end }: Place): boolean {
  for (let at = start + 1; at < end - 1; at++) if ((bytes[at] as number) > 0x20) return true;
  return false;
}
