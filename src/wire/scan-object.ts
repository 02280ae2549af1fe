import type { EncodedKind } from "./encoded-object.ts";
import { openBrace } from "./json-bytes.ts";
import { JsonWalker } from "./json-walker.ts";
import type { JsonMember } from "./json-walker.ts";
import { keyAt } from "./key-at.ts";
import { ObjectScan } from "./object-scan.ts";
import type { FieldSpan, ScannedMetadata } from "./object-scan-parts.ts";
import { noMetadata, scanMetadata } from "./scan-metadata.ts";

/** The fields that most kinds have. */
const fieldNames: readonly string[] = ["kind", "apiVersion", "metadata", "spec", "status", "data", "type"];

/**
 * Finds in one pass over the JSON of an object what caches, selectors and owners need, without parsing it. What it finds is what
 * `JSON.parse` would have given, for every document: also with whitespace, escaped keys and keys that occur twice. Throws a `DecodeError`
 * for what is not one JSON object in UTF-8 or nests too deep. Nothing is copied: the scan keeps these bytes, and nobody may write to them.
 * A view of it has the kind that is given, unless the document has one.
 */
export function scanObject(bytes: Uint8Array, given?: EncodedKind): ObjectScan {
  const walker = new JsonWalker(bytes, "scan a JSON object");
  const fields: FieldSpan[] = [];
  let metadata: ScannedMetadata = noMetadata;
  const visit = (member: JsonMember): number => {
    const name = keyAt(bytes, member, fieldNames);
    const start = member.valueStart;
    let valueEnd: number;
    if (name === "metadata" && bytes[start] === openBrace)
      ({ metadata, end: valueEnd } = scanMetadata(walker, bytes, start));
    else {
      if (name === "metadata") metadata = noMetadata;
      valueEnd = walker.value(start, 1);
    }
    put(fields, { name, start, end: valueEnd });
    return valueEnd;
  };
  walker.document((start) => walker.object(start, 0, visit));
  if (given !== undefined) addGiven(fields);
  return new ObjectScan({ bytes, fields, metadata, hasLongNumber: walker.hasLongNumber, given });
}

/** What is given goes before what the document has. */
function addGiven(fields: FieldSpan[]): void {
  for (const name of ["kind", "apiVersion"]) {
    if (fields.every((field) => field.name !== name)) fields.unshift({ name, start: -1, end: -1 });
  }
}

/** Of a field that occurs twice the last value counts, at the first place. */
function put(fields: FieldSpan[], field: FieldSpan): void {
  const position = fields.findIndex(({ name }) => name === field.name);
  if (position === -1) fields.push(field);
  else fields[position] = field;
}
