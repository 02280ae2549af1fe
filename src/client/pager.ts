import { ApiError, getOwn, parseJson } from "../model/index.ts";
import type { KubeList, KubeObject } from "../model/index.ts";
import { clientDefaults } from "./defaults.ts";
import { readRaw } from "./raw-answer.ts";
import { isFields, readFailure } from "./read-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";
import { verbDefaults } from "./verb-defaults.ts";
import type { CollectionOptions, ListOptions } from "./verb-options.ts";

/** What to list page by page. */
export interface PagesOptions extends CollectionOptions {
  /** At most so many items a page. */
  readonly limit?: number | undefined;
  /**
   * What to do when the server has forgotten the state that the first page was of. `"continue"`, the default: go on behind the last item, in
   * the newest state; no object comes twice, but what changed meanwhile may be there in part, and the `resourceVersion` of the page is
   * another one. `"throw"`: the `Expired` error.
   */
  readonly onExpired?: "continue" | "throw" | undefined;
}

/** One page, or why there is none and how to go on all the same. */
export type Page<T extends KubeObject> = KubeList<T> | ExpiredPage;

/** The server no longer has the state that the token belongs to. */
export class ExpiredPage {
  readonly error: ApiError;
  /** Leads to what follows, in the newest state. Empty when the server offers none. */
  readonly token: string;

  constructor(error: ApiError, token: string) {
    this.error = error;
    this.token = token;
  }
}

/** Reads pages until there is no more. Only the first one asks for a version: the token of the others has it. */
export async function* readPages<T extends KubeObject>(
  read: (options: ListOptions) => Promise<Page<T>>,
  { onExpired = "continue", limit = verbDefaults.pageSize, ...first }: PagesOptions,
): AsyncGenerator<KubeList<T>, void, void> {
  const later = { ...first, resourceVersion: undefined, resourceVersionMatch: undefined, limit };
  let page = await read({ ...first, limit });
  for (;;) {
    if (page instanceof ExpiredPage) throw page.error;
    yield page;
    const { continue: token = "" } = page.metadata;
    if (token === "") return;
    page = await read({ ...later, continue: token });
    if (page instanceof ExpiredPage && page.token !== "" && onExpired === "continue") {
      page = await read({ ...later, continue: page.token });
    }
  }
}

/** All pages as one list, of the version of the first. `whole` lists without pages, should the server forget that version meanwhile. */
export async function joinPages<T extends KubeObject>(
  pages: AsyncIterable<KubeList<T>>,
  whole: () => Promise<KubeList<T>>,
): Promise<KubeList<T>> {
  let first: KubeList<T> | undefined;
  const items: T[] = [];
  try {
    for await (const page of pages) {
      first ??= page;
      for (const item of page.items) items.push(item);
    }
  } catch (error) {
    if (first === undefined || !ApiError.is(error, "Expired")) throw error;
    return whole();
  }
  const { continue: _next, remainingItemCount: _rest, ...metadata } = first?.metadata ?? {};
  return { ...first, metadata, items };
}

/** Reads a page with `readList`, or tells why the server has none. */
export async function readPage<T extends KubeObject>(
  response: HttpResponse,
  options: ReadAnswerOptions,
  readList: (response: HttpResponse, options: ReadAnswerOptions) => Promise<KubeList<T>>,
): Promise<Page<T>> {
  if (response.status >= 200 && response.status <= 299) return readList(response, options);
  const limits = { ...options, maxBytes: clientDefaults.maxFailureBytes };
  if (response.status !== 410) throw await readFailure(response, limits);
  const { bytes } = await readRaw(response, limits);
  const error = await readFailure({ ...response, body: once(bytes) }, limits);
  return new ExpiredPage(error, offeredToken(bytes));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

function offeredToken(bytes: Uint8Array): string {
  try {
    const status = parseJson(new TextDecoder().decode(bytes));
    const metadata = isFields(status) ? getOwn(status, "metadata") : undefined;
    const token = isFields(metadata) ? getOwn(metadata, "continue") : undefined;
    return typeof token === "string" ? token : "";
  } catch {
    return "";
  }
}
