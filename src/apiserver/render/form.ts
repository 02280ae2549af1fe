import type { EncodedList } from "./encoded-list.ts";

/** What is shown of an object: all of it, its metadata, or a row of a table. Takes and gives documents in JSON. */
export interface Form {
  object(json: Uint8Array): Uint8Array;
  /** A list of what is shown, or one document instead of it. */
  list(list: EncodedList): EncodedList | Uint8Array;
  /** What one watch shows of its objects, from the first to the last. */
  follow(): (json: Uint8Array) => Uint8Array;
}

/** All of it, as it is stored. */
export const plainForm: Readonly<Form> = {
  object: (json) => json,
  list: (list) => list,
  follow: () => (json) => json,
};
