import { parseJson } from "../../model/index.ts";
import type { KubeObject } from "../../model/index.ts";
import { readRaw, stringifyRaw, withMerged } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";

/** An object of any kind: its metadata checked, the rest as it came. */
export interface Document extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/**
 * Writes an object down, as of a revision; without one if there is none, as after a dry run. `apiVersion` stands first, whatever other members
 * are called: `inVersion` relies on it.
 */
export function encode(
  { apiVersion, kind, metadata, ...rest }: Document,
  revision: number | string | undefined,
  stringify: (value: object) => string = JSON.stringify,
): Uint8Array {
  const version = revision === undefined ? {} : { resourceVersion: String(revision) };
  const head = JSON.stringify({ apiVersion, kind, metadata: { ...metadata, ...version } });
  const tail = stringify(rest);
  return new TextEncoder().encode(tail === "{}" ? head : `${head.slice(0, -1)},${tail.slice(1)}`);
}

/** Only with so many digits can there be an integer that the platform would round. */
const manyDigits = /\d{16}/;

/** Reads what `encode` wrote. Integers that no number can hold are kept exactly. */
export function decode(bytes: Uint8Array): Document {
  const text = new TextDecoder().decode(bytes);
  return (manyDigits.test(text) ? parseJson(text) : JSON.parse(text)) as Document;
}

/** The same for an object that keeps values as texts, which they remember. */
export function decodeTexts(bytes: Uint8Array, schema: Schema): Document {
  return withMerged(new TextDecoder().decode(bytes), schema) as Document;
}

/** The same object as of another revision. Whatever is written otherwise than the platform would write it stays so. */
export function withRevision(bytes: Uint8Array, revision: number): Uint8Array {
  return encode(readRaw(new TextDecoder().decode(bytes)) as Document, revision, stringifyRaw);
}

const start = 15; // `{"apiVersion":"`
const quotationMark = 0x22;

/** The same object in another version: only `apiVersion` differs. The same bytes when it is in that version already. */
export function inVersion(bytes: Uint8Array, apiVersion: string): Uint8Array {
  if (isVersionOf(bytes, apiVersion)) return bytes;
  const end = bytes.indexOf(quotationMark, start);
  const head = new TextEncoder().encode(`{"apiVersion":${JSON.stringify(apiVersion)}`);
  const tail = bytes.subarray(end + 1);
  const result = new Uint8Array(head.length + tail.length);
  result.set(head);
  result.set(tail, head.length);
  return result;
}

/** Asked of every item of a list. Versions are written in ASCII. */
function isVersionOf(bytes: Uint8Array, apiVersion: string): boolean {
  const { length } = apiVersion;
  if (bytes[start + length] !== quotationMark) return false;
  for (let index = 0; index < length; index++) {
    if (bytes[start + index] !== apiVersion.charCodeAt(index)) return false;
  }
  return true;
}
