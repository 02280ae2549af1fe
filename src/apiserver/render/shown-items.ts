import type { EncodedList } from "./encoded-list.ts";
import { parseDocument } from "./json.ts";

/** The items of a list as they are shown. */
export function shownItems({ items, omitsTypes }: EncodedList): readonly unknown[] {
  const documents = items.map(parseDocument);
  if (omitsTypes !== true) return documents;
  return documents.map((document) => {
    const { apiVersion: _version, kind: _kind, ...rest } = document;
    return rest;
  });
}
