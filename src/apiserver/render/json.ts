import { parseJson } from "../../model/index.ts";
import { readRaw } from "../schema/index.ts";

/** Only with so many digits can there be an integer that the platform would round. */
const manyDigits = /\d{16}/;

/** Reads a document that the server itself wrote. Integers that no number can hold are kept exactly. */
export function parseDocument(json: Uint8Array): Readonly<Record<string, unknown>> {
  const text = new TextDecoder().decode(json);
  return (manyDigits.test(text) ? parseJson(text) : JSON.parse(text)) as Readonly<Record<string, unknown>>;
}

/** The same for a document that keeps values as texts, which they remember. */
export function parseTexts(json: Uint8Array): Readonly<Record<string, unknown>> {
  return readRaw(new TextDecoder().decode(json)) as Readonly<Record<string, unknown>>;
}

/** Writes a document. */
export function writeDocument(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
