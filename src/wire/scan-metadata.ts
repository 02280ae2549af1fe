import { closeBrace, comma, openBrace, openBracket, quote } from "./json-bytes.ts";
import { textAt } from "./json-text.ts";
import type { Span } from "./json-text.ts";
import type { JsonWalker } from "./json-walker.ts";
import { ManagedFieldsCuts } from "./managed-fields-cuts.ts";
import type { ScannedTexts } from "./scanned-texts.ts";

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

const nothing: readonly Span[] = [];

/** What is known of the `metadata` of an object. What has another type than it should have counts as absent. */
export class ScannedMetadata {
  name: string | undefined = undefined;
  namespace: string | undefined = undefined;
  uid: string | undefined = undefined;
  resourceVersion: string | undefined = undefined;
  deletionTimestamp: string | undefined = undefined;
  generation: number | undefined = undefined;
  hasFinalizers = false;
  /** Where they begin, or zero: no value can be there. */
  labelsStart = 0;
  labelsEnd = 0;
  ownersStart = 0;
  ownersEnd = 0;
  /** What to cut out so that no managed fields are left: in order, with the commas that have to go. */
  cuts: readonly Span[] = nothing;

  /** The same in bytes in which each offset is elsewhere, and without managed fields. */
  moved(to: (offset: number) => number): ScannedMetadata {
    const copy = new ScannedMetadata();
    // One by one: `Object.assign` takes as long as the rest of a copy of the object.
    copy.name = this.name;
    copy.namespace = this.namespace;
    copy.uid = this.uid;
    copy.resourceVersion = this.resourceVersion;
    copy.deletionTimestamp = this.deletionTimestamp;
    copy.generation = this.generation;
    copy.hasFinalizers = this.hasFinalizers;
    copy.labelsStart = to(this.labelsStart);
    copy.labelsEnd = to(this.labelsEnd);
    copy.ownersStart = to(this.ownersStart);
    copy.ownersEnd = to(this.ownersEnd);
    copy.cuts = nothing;
    return copy;
  }
}

/** What is known of an object that has no metadata. */
export const noMetadata: Readonly<ScannedMetadata> = Object.freeze(new ScannedMetadata());

/**
 * Walks over the metadata of an object, from its brace, and fills in what it finds. Returns where it ends. Of a key that occurs twice the last
 * counts, as for `JSON.parse`.
 */
export function scanMetadata(walker: JsonWalker, texts: ScannedTexts, start: number): MetadataEnd {
  const { bytes } = walker;
  const metadata = new ScannedMetadata();
  let managed: ManagedFieldsCuts | undefined;
  let lastEnd = -1;
  let at = walker.space(start + 1);
  while (bytes[at] !== closeBrace || lastEnd !== -1) {
    const keyStart = at;
    const keyEnd = walker.text(at);
    const key = texts.key(keyStart + 1, keyEnd - 1, keys);
    const valueStart = walker.colon(keyEnd);
    const end = walker.value(valueStart, 2);
    if (key === "managedFields") managed ??= new ManagedFieldsCuts(lastEnd);
    managed?.add({ isManagedFields: key === "managedFields", start: keyStart, end });
    note(metadata, key, { texts, start: valueStart, end });
    lastEnd = end;
    at = walker.space(end);
    if (bytes[at] === closeBrace) break;
    if (bytes[at] !== comma) walker.fail(at, "a comma or the end of the object");
    at = walker.space(at + 1);
  }
  if (managed !== undefined) metadata.cuts = managed.finish();
  return { metadata, end: at + 1 };
}

/** What was found, and where it ended. */
export interface MetadataEnd {
  readonly metadata: ScannedMetadata;
  readonly end: number;
}

interface Value extends Span {
  readonly texts: ScannedTexts;
}

function note(metadata: ScannedMetadata, key: string, value: Value): void {
  const { texts, start, end } = value;
  switch (key) {
    case "name":
      metadata.name = textOnce(value);
      break;
    case "uid":
      metadata.uid = textOnce(value);
      break;
    case "resourceVersion":
      metadata.resourceVersion = textOnce(value);
      break;
    case "deletionTimestamp":
      metadata.deletionTimestamp = textOnce(value);
      break;
    case "namespace":
      metadata.namespace = begins(value, quote) ? texts.text(start + 1, end - 1) : undefined;
      break;
    case "generation":
      metadata.generation = integer(value);
      break;
    case "labels":
      metadata.labelsStart = begins(value, openBrace) ? start : 0;
      metadata.labelsEnd = end;
      break;
    case "ownerReferences":
      metadata.ownersStart = begins(value, openBracket) ? start : 0;
      metadata.ownersEnd = end;
      break;
    case "finalizers":
      metadata.hasFinalizers = begins(value, openBracket) && hasElement(value);
      break;
  }
}

/** A text that no other object has. */
function textOnce(value: Value): string | undefined {
  return begins(value, quote) ? value.texts.textOnce(value.start + 1, value.end - 1) : undefined;
}

function begins({ texts, start }: Value, byte: number): boolean {
  return texts.bytes[start] === byte;
}

/** Other numbers than safe integers mean nothing as a generation. */
function integer(value: Value): number | undefined {
  const { bytes } = value.texts;
  const first = bytes[value.start] as number;
  // A digit or a minus: `Number` would understand more than that.
  const number = first === 0x2d || (first >= 0x30 && first <= 0x39) ? Number(textAt(bytes, value)) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Of an array that was walked over: whether anything but whitespace is between its brackets. */
function hasElement({ texts, start, end }: Value): boolean {
  for (let at = start + 1; at < end - 1; at++) if ((texts.bytes[at] as number) > 0x20) return true;
  return false;
}
