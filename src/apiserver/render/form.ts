import type { EncodedList } from "./encoded-list.ts";

/** What is shown of an object: all of it, its metadata, or a row of a table. Takes and gives documents in JSON. */
export interface Form {
  readonly showsParts: boolean;
  object(json: Uint8Array): Uint8Array;
  /** A list of what is shown, or one document instead of it. */
  list(list: EncodedList): EncodedList | Uint8Array;
  /** What one watch shows of its objects, from the first to the last; undefined if it shows them as they are. */
  follow(): ((json: Uint8Array) => Uint8Array) | undefined;
}

/** All of it, as it is stored. Lists of custom resources always tell that there is no next page, if there is none. */
export const plainForm: Readonly<Form> = {
  showsParts: false,
  object: (json) => json,
  list: (list) => ({ ...list, metadata: { continue: "", ...list.metadata } }),
  follow: () => undefined,
};

/** The same for built-in kinds, whose lists tell the type of their items once. */
export const typedForm: Readonly<Form> = { ...plainForm, list: (list) => ({ ...list, omitsTypes: true }) };
