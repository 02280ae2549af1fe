import type { EncodedKind } from "./encoded-object.ts";
import type { ObjectScan } from "./object-scan.ts";
import { ObjectScanner } from "./object-scanner.ts";

/**
 * Finds in one pass over the JSON of an object what caches, selectors and owners need, without parsing it. What it finds is what
 * `JSON.parse` would have given, for every document: also with whitespace, escaped keys and keys that occur twice. Throws a `DecodeError`
 * for what is not one JSON object in UTF-8 or nests too deep. Nothing is copied: the scan keeps these bytes, and nobody may write to them.
 * A view of it has the kind that is given, unless the document has one. For many objects, see `ObjectScanner`.
 */
export function scanObject(bytes: Uint8Array, given?: EncodedKind): ObjectScan {
  return new ObjectScanner({ given }).scan(bytes);
}
