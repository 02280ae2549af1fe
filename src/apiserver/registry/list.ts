import { compareBytes, StoreError } from "../storage/index.ts";
import type { Scan, StoredObject, StoreRange } from "../storage/index.ts";
import { formatContinue, parseContinue } from "./continue-token.ts";
import type { Continuation } from "./continue-token.ts";
import type { ListOptions, ObjectList } from "./contract.ts";
import { StatusError } from "./errors.ts";
import { readAs } from "./read-as.ts";
import type { Filter } from "./selection.ts";
import { reached, readVersion } from "./versions.ts";
import type { VersionWait } from "./versions.ts";

/** A list whose options were checked. */
export interface Listing extends VersionWait {
  readonly range: StoreRange;
  readonly filter: Filter | undefined;
  readonly options: ListOptions;
}

/** A collection, or a page of it: all pages that one leads to are of the same state. */
export async function listObjects(listing: Listing): Promise<ObjectList> {
  const { served, range, filter, options } = listing;
  const { from, wanted } = beginningOf(options);
  await reached(listing, wanted);
  const { revision, objects } = await scan(listing, { wanted, from });
  // Any state will do: then all of it, as Kubernetes answers from its cache.
  const limit = wanted === 0 ? 0 : limitOf(listing);
  const { chosen, end } = choose(objects, { start: firstOf(objects, range, from), limit, filter });
  const items = chosen.map(({ bytes }) => readAs(bytes, served));
  const resourceVersion = String(revision);
  const last = objects[end - 1];
  if (end === objects.length || last === undefined) return { resourceVersion, items };
  const next = formatContinue({ revision, start: `${keyWithin(range, last)}\0` });
  const remaining = filter === undefined ? { remainingItemCount: objects.length - end } : {};
  return { resourceVersion, continue: next, ...remaining, items };
}

/** How many objects a page may have; 0: all. One that is asked for by its name is no page: nothing can follow it. */
function limitOf({ served, range, options }: Listing): number {
  const { fieldSelector, limit = 0 } = options;
  if (options.continue || fieldSelector?.exactValueOf("metadata.name") === undefined) return limit;
  return range.namespace !== undefined || served.resource.scope === "Cluster" ? 0 : limit;
}

/** A page says which state it is of, so that no other version can be asked for with it, nor anything that is none. */
function beginningOf({ resourceVersion = "", continue: token = "" }: ListOptions): {
  readonly from?: Continuation;
  readonly wanted: number | undefined;
} {
  if (token === "") return { wanted: readVersion(resourceVersion, { isList: true }) };
  const from = parseContinue(token);
  if (resourceVersion !== "" && resourceVersion !== "0") {
    throw StatusError.badRequest("specifying resource version is not allowed when using continue");
  }
  return { from, wanted: resourceVersion === "0" ? 0 : undefined };
}

/** The objects are in the order of their keys. */
function firstOf(objects: readonly StoredObject[], range: StoreRange, from: Continuation | undefined): number {
  if (from === undefined) return 0;
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(keyWithin(range, objects[middle]), from.start) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The state that is asked for. Not asked for is any but the newest one, unless exactly, or by a page or for pages. */
async function scan(
  listing: Listing,
  { wanted, from }: { readonly wanted: number | undefined; readonly from: Continuation | undefined },
): Promise<Scan> {
  const { store, range, options } = listing;
  const { resourceVersionMatch = "" } = options;
  const isExact = resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limitOf(listing) > 0);
  const version = isExact && wanted !== undefined && wanted > 0 ? wanted : undefined;
  const revision = from === undefined ? version : from.revision === -1 ? undefined : from.revision;
  try {
    return await store.scan(range, revision);
  } catch (error) {
    if (!StoreError.is(error, "SETPOINT_STORE_EXPIRED")) throw error;
    if (from !== undefined) throw StatusError.pageExpired(formatContinue({ ...from, revision: -1 }));
    throw StatusError.expired("The resourceVersion for the provided list is too old.");
  }
}

interface Choice {
  readonly start: number;
  /** 0: all. */
  readonly limit: number;
  readonly filter: Filter | undefined;
}

/** What is chosen, and the index after the last object that was looked at. */
function choose(
  objects: readonly StoredObject[],
  { start, limit, filter }: Choice,
): { readonly chosen: readonly StoredObject[]; readonly end: number } {
  const chosen: StoredObject[] = [];
  for (let index = start; index < objects.length; index += 1) {
    const object = objects[index];
    if (object === undefined || filter?.(object.bytes) === false) continue;
    chosen.push(object);
    if (limit > 0 && chosen.length >= limit) return { chosen, end: index + 1 };
  }
  return { chosen, end: objects.length };
}

/** What orders objects within a range. */
function keyWithin(range: StoreRange, object: StoredObject | undefined): string {
  const { namespace, name } = object?.key ?? { namespace: "", name: "" };
  return range.namespace !== undefined || namespace === "" ? name : `${namespace}/${name}`;
}
