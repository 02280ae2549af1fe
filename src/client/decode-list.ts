import { nextTurn } from "../async/index.ts";
import { getOwn } from "../model/index.ts";
import type { KubeList, KubeObject, ListMeta, Resource } from "../model/index.ts";
import { DecodeError, parseBytes, splitList } from "../wire/index.ts";
import type { ListFields, SplitListOptions } from "../wire/index.ts";
import { decodeObject, noList, typed } from "./decode-object.ts";
import { clientDefaults } from "./defaults.ts";
import { isFields, noJson, refuseFailure } from "./read-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";

/** Whose list it is. `maxBytes` limits each item: the list itself may be of any size. */
export interface ReadListOptions<T extends KubeObject> extends ReadAnswerOptions {
  readonly resource: Resource<T>;
}

/** How the items of a list are read besides. */
export interface ReadItemsOptions<I> extends ReadAnswerOptions {
  readonly resource: Resource;
  /** Makes what is wanted of an item out of its bytes, which are only lent. Throws a `DecodeError` for what is no JSON. */
  readonly readItem: (bytes: Uint8Array) => I;
}

/** A list whose items have the form that was wanted. */
export interface ItemList<I> {
  /** All that is not an item. */
  readonly fields: ListFields;
  readonly metadata: ListMeta;
  readonly items: readonly I[];
}

/**
 * Reads an answer that is a list, item by item as it arrives, so that its size does not matter; between the items others have their turn.
 * Items get the `apiVersion` and `kind` that servers leave out; no items at all are an empty list. Throws `SETPOINT_ANSWER_DECODE`, or an
 * `ApiError` when the answer is a failure after all.
 */
export async function readList<T extends KubeObject>(
  response: HttpResponse,
  { resource, ...options }: ReadListOptions<T>,
): Promise<KubeList<T>> {
  const withType = typed(resource);
  const readItem = (bytes: Uint8Array): T =>
    withType(decodeObject(parseBytes(bytes, "read an item of a list"), resource, "list"));
  const { fields, metadata, items } = await readItems(response, { ...options, resource, readItem });
  return { ...fields, metadata, items };
}

/** As `readList`, with items in another form, such as scans of their bytes. */
export async function readItems<I>(response: HttpResponse, options: ReadItemsOptions<I>): Promise<ItemList<I>> {
  const { line, resource, readItem } = options;
  const items: I[] = [];
  const fields = await split(response, options, (bytes) => items.push(readItem(bytes)));
  refuseFailure(fields, response, line);
  const metadata = getOwn(fields, "metadata");
  const rest = getOwn(fields, "items") ?? [];
  // What is left of the items is the array without them, or no array.
  if (!isFields(metadata) || !Array.isArray(rest)) throw noList(resource);
  return { fields, metadata, items };
}

async function split(
  response: HttpResponse,
  { line, maxBytes, clock }: ReadAnswerOptions,
  onItem: SplitListOptions["onItem"],
): Promise<ListFields> {
  try {
    return await splitList(response.body, {
      onItem,
      maxItemBytes: maxBytes,
      maxHeadBytes: Math.min(maxBytes, clientDefaults.maxFailureBytes),
      now: () => clock?.monotonic() ?? 0,
      yieldTurn: nextTurn,
    });
  } catch (error) {
    throw DecodeError.is(error) ? noJson(response, line, error) : error;
  }
}
