import type { FieldSelector, Selector } from "../model/index.ts";
import { InvalidRequestError } from "./errors.ts";
import type { QueryValue, SendOptions } from "./rest-request.ts";

/** How new an object must be. */
export interface GetOptions extends SendOptions {
  /** Absent: the newest, read consistently. `"0"`: whatever the server has at hand. */
  readonly resourceVersion?: string | undefined;
}

/** Which objects are meant. */
export interface SelectOptions extends SendOptions {
  readonly labelSelector?: string | Selector | undefined;
  readonly fieldSelector?: string | FieldSelector | undefined;
}

/** Which state of a collection is meant. */
export interface CollectionOptions extends SelectOptions {
  readonly resourceVersion?: string | undefined;
  /** Whether the state is to be exactly that of the version, or may be newer. The server demands a version with it. */
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan" | undefined;
}

/** What to list. */
export interface ListOptions extends CollectionOptions {
  /** At most so many items; the list's `continue` leads to the rest. */
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
}

/** What to watch, from where and for how long. */
export interface WatchOptions extends SelectOptions {
  /** The version after which changes are wanted. Absent: the present objects first, as ADDED. */
  readonly resourceVersion?: string | undefined;
  readonly allowBookmarks?: boolean | undefined;
  /** The present objects first, ended by a bookmark. Needs `allowBookmarks`. */
  readonly sendInitialEvents?: boolean | undefined;
  /** After so long the server ends the stream. */
  readonly timeoutSeconds?: number | undefined;
  /** When nothing, not even a bookmark, has come for so long, the stream is left with a `TransportError`. Absent: never. */
  readonly idleTimeoutMs?: number | undefined;
}

/** How to write. */
export interface WriteOptions extends SendOptions {
  /** Everything is done but for the writing: the answer is what would have been stored. */
  readonly dryRun?: boolean | undefined;
  /** Who is said to own what is written. The server's default is the first part of the user agent. */
  readonly fieldManager?: string | undefined;
  /** What the server does about fields that it does not know or that come twice. Its default: it warns. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict" | undefined;
}

/** What must still be true of an object when it is written to; else the server refuses with a `Conflict`, a patch of another uid with `Invalid`. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** How to delete. */
export interface DeleteOptions extends SendOptions {
  readonly dryRun?: boolean | undefined;
  /** Delete only if the object still is this one. */
  readonly preconditions?: Preconditions | undefined;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground" | undefined;
  readonly gracePeriodSeconds?: number | undefined;
}

/** Which objects to delete, and how. */
export interface DeleteCollectionOptions extends CollectionOptions, DeleteOptions {}

/** The query for a choice. Refuses the one of nothing, which a server would read as the one of everything. */
function selectionOf({ labelSelector, fieldSelector }: SelectOptions): Readonly<Record<string, QueryValue>> {
  if (typeof labelSelector === "object" && labelSelector.isNothing) {
    throw new InvalidRequestError(
      "send a label selector: expected one that can choose something, as `nothing()` would be read as everything",
    );
  }
  return { labelSelector: labelSelector?.toString(), fieldSelector: fieldSelector?.toString() };
}

/** The query for a list, or for one page of it. */
export function listQuery(options: ListOptions): Readonly<Record<string, QueryValue>> {
  const { resourceVersion, resourceVersionMatch, limit, continue: next } = options;
  return { ...selectionOf(options), resourceVersion, resourceVersionMatch, limit, continue: next };
}

/** The query for a watch. */
export function watchQuery(options: WatchOptions): Readonly<Record<string, QueryValue>> {
  const { resourceVersion, allowBookmarks, sendInitialEvents, timeoutSeconds } = options;
  return {
    ...selectionOf(options),
    watch: true,
    resourceVersion,
    allowWatchBookmarks: allowBookmarks,
    sendInitialEvents,
    // The server demands it with sendInitialEvents, and refuses it without.
    resourceVersionMatch: sendInitialEvents === undefined ? undefined : "NotOlderThan",
    timeoutSeconds,
  };
}

/** The query for a write. */
export function writeQuery({
  dryRun,
  fieldManager,
  fieldValidation,
}: WriteOptions): Readonly<Record<string, QueryValue>> {
  return { dryRun: dryRun === true ? "All" : undefined, fieldManager, fieldValidation };
}

/** The body of a deletion. */
export function deleteBody(options: DeleteOptions): object {
  const { dryRun, preconditions, propagationPolicy, gracePeriodSeconds } = options;
  return {
    apiVersion: "v1",
    kind: "DeleteOptions",
    dryRun: dryRun === true ? ["All"] : undefined,
    preconditions,
    propagationPolicy,
    gracePeriodSeconds,
  };
}
