import type { ListMeta } from "../../model/index.ts";

/** A list to be shown: its items are documents in JSON. */
export interface EncodedList {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ListMeta;
  readonly items: readonly Uint8Array[];
  /** The items are shown without `apiVersion` and `kind`: the list tells them. */
  readonly omitsTypes?: boolean | undefined;
}
