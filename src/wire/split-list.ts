import { ListSplitter } from "./list-splitter.ts";
import type { ListLimits } from "./list-splitter.ts";
import { parseBytes } from "./parse-bytes.ts";
import { slabsOf } from "./slabs.ts";
import { Slices } from "./slices.ts";
import type { SlicesOptions } from "./slices.ts";

/** How to read a list. */
export interface SplitListOptions extends ListLimits, SlicesOptions {
  /**
   * Called with the bytes of each item, in order. They begin and end with a brace, but may be no JSON. They are a copy, which holds no chunk
   * but maybe the items around it: no more than 64 KiB.
   */
  readonly onItem: (item: Uint8Array) => void;
}

/** A list without its items: what it says of itself. Where it had an array of items, that is empty. */
export type ListFields = Readonly<Record<string, unknown>>;

/**
 * Reads the JSON of a list of any size item by item, wherever its chunks begin and end and in whatever order its fields are. It is never in
 * memory as a whole, nor a text. Lets the event loop have its turn after each 256 KiB or 10 ms; only one item is never divided. Resolves
 * with what is not an item. Throws a `DecodeError` for what is no list, too large, or cut short, and whatever `onItem` throws; then the
 * chunks are left.
 */
export async function splitList(chunks: AsyncIterable<Uint8Array>, options: SplitListOptions): Promise<ListFields> {
  const splitter = new ListSplitter(options);
  const slices = new Slices(options);
  for await (const chunk of chunks) {
    for (const slab of slabsOf(chunk)) {
      for (const item of splitter.push(slab)) {
        options.onItem(item);
        if (slices.isOver(item.length)) await slices.next();
      }
    }
  }
  // An object it is: nothing else passes the splitter.
  return parseBytes(splitter.finish(), "read a JSON list without its items") as ListFields;
}
