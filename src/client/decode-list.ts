import { nextTurn } from "../async/index.ts";
import { apiVersionOf, getOwn } from "../model/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import { DecodeError, ObjectScanner, splitList } from "../wire/index.ts";
import type { ListFields, SplitListOptions } from "../wire/index.ts";
import { decodeItem, noList } from "./decode-object.ts";
import type { ObjectOptions } from "./decode-object.ts";
import { clientDefaults } from "./defaults.ts";
import { isFields, noJson, refuseFailure } from "./read-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";

/** Whose list it is. `maxBytes` limits each item: the list itself may be of any size. */
export interface ReadListOptions<T extends KubeObject> extends ReadAnswerOptions, ObjectOptions {
  readonly resource: Resource<T>;
}

/**
 * Reads an answer that is a list, item by item as it arrives, so that its size does not matter; between the items others have their turn.
 * Items are read-only views of their bytes, which are copies and hold no chunk. They get the `apiVersion` and `kind` that servers leave out; no
 * items at all are an empty list. Throws `SETPOINT_ANSWER_DECODE`, or an `ApiError` when the answer is a failure after all.
 */
export async function readList<T extends KubeObject>(
  response: HttpResponse,
  { resource, ...options }: ReadListOptions<T>,
): Promise<KubeList<T>> {
  const given = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  const scanner = new ObjectScanner({ given, isForMany: true });
  const items: T[] = [];
  const onItem = (bytes: Uint8Array): void => void items.push(decodeItem(scanner.scan(bytes), resource, options));
  const fields = await split(response, options, onItem);
  refuseFailure(fields, response, options.line);
  const metadata = getOwn(fields, "metadata");
  const rest = getOwn(fields, "items") ?? [];
  // What is left of the items is the array without them, or no array.
  if (!isFields(metadata) || !Array.isArray(rest)) throw noList(resource);
  return { ...fields, metadata, items };
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
