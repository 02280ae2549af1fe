import { abortable } from "../async/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import { badList, nextPageOf, versionOf } from "./incoming.ts";
import type { ListWatch } from "./list-watch.ts";
import { isTooOld } from "./recovery.ts";

/** What to list, and how. */
export interface ReadListOptions<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly source: ListWatch<T>;
  /** 0: in one piece. */
  readonly pageSize: number;
  readonly isCompact: boolean;
  readonly signal: AbortSignal;
}

/** A collection at one version. */
export interface ReadList<T extends KubeObject> {
  readonly objects: readonly T[];
  readonly resourceVersion: string;
}

/**
 * Lists the newest state, read consistently. All pages are of one version: should the server forget that on the way, everything is read again in
 * one piece. Throws, and gives nothing, for what is not the whole of it.
 */
export async function readList<T extends KubeObject>(options: ReadListOptions<T>): Promise<ReadList<T>> {
  const { pageSize } = options;
  if (pageSize === 0) return readWhole(options);
  const first = await read(options, { limit: pageSize });
  const resourceVersion = versionOf(first, options.resource);
  let token = nextPageOf(first);
  if (token === undefined) return { objects: first.items, resourceVersion };
  const objects = [...first.items];
  while (token !== undefined) {
    const page: KubeList<T> | undefined = await readPage(options, token);
    if (page === undefined) return readWhole(options);
    const isOfSameState = versionOf(page, options.resource) === resourceVersion;
    if (!isOfSameState) throw badList(options.resource, "its pages are of different versions");
    const next = nextPageOf(page);
    if (next === token) throw badList(options.resource, "a page leads to itself");
    for (const object of page.items) objects.push(object);
    token = next;
  }
  return { objects, resourceVersion };
}

async function readWhole<T extends KubeObject>(options: ReadListOptions<T>): Promise<ReadList<T>> {
  const list = await read(options, {});
  const resourceVersion = versionOf(list, options.resource);
  if (nextPageOf(list) !== undefined) throw badList(options.resource, "it is one page of several");
  return { objects: list.items, resourceVersion };
}

/** Undefined when the server has forgotten the state of the pages before. */
async function readPage<T extends KubeObject>(
  options: ReadListOptions<T>,
  token: string,
): Promise<KubeList<T> | undefined> {
  try {
    return await read(options, { limit: options.pageSize, continue: token });
  } catch (error) {
    if (options.signal.aborted || !isTooOld(error)) throw error;
    return undefined;
  }
}

function read<T extends KubeObject>(
  { source, isCompact, signal }: ReadListOptions<T>,
  which: { readonly limit?: number; readonly continue?: string },
): Promise<KubeList<T>> {
  return abortable(source.list({ ...which, ...(isCompact && { isCompact }), signal }), signal);
}
