import type { FieldSelector, Resource, Selector } from "../../model/index.ts";
import type { CustomVersion } from "../crd/index.ts";
import type { FieldValidation } from "../schema/index.ts";

/** A resource in one of its versions, as it is served now. */
export interface ServedResource {
  readonly resource: Resource;
  /** Where its objects are kept; all versions of a resource share it. */
  readonly collection: string;
  /** Comes from a CustomResourceDefinition. */
  readonly isCustom: boolean;
  /** What a list of its objects is called, if not after their kind. */
  readonly listKind?: string | undefined;
  /** What whoever uses it is told, if it should no longer be used. */
  readonly deprecation?: string | undefined;
  /** What the definition says of the objects in this version. */
  readonly custom?: CustomVersion | undefined;
  /** The version in which a group is best read, and the one in which its objects are kept. */
  readonly isStorageVersion: boolean;
  /** Its objects are read as they are kept: who shows only parts of them tells those from that. */
  readonly isReadAsKept?: boolean | undefined;
}

/** What is served now. Changes as soon as a CustomResourceDefinition does. */
export interface Catalog {
  find(group: string, version: string, plural: string): ServedResource | undefined;
  /** Whether some resource of this group is built in: its unknown paths get another 404. */
  isBuiltIn(group: string): boolean;
  /** What discovery tells of: also versions that definitions add to groups of built-in resources, which nobody finds. */
  all(): readonly ServedResource[];
}

/** What a request is about. */
export interface Target {
  readonly served: ServedResource;
  /** Empty for a cluster-scoped resource, or for all namespaces. */
  readonly namespace: string;
  /** Empty for the collection. */
  readonly name: string;
  readonly subresource?: string | undefined;
}

/** Which objects of a collection, and how new they must be. */
export interface ListOptions {
  readonly labelSelector?: Selector | undefined;
  readonly fieldSelector?: FieldSelector | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  /** At most so many objects, if it is above 0. */
  readonly limit?: number | undefined;
  /** What the page before gave: the page after it, of the same state. */
  readonly continue?: string | undefined;
  /** For watches only: a list that has it is refused. */
  readonly sendInitialEvents?: boolean | undefined;
}

/** A list as it goes out: encoded objects, and the version of the state. */
export interface ObjectList {
  /** Absent for what is not kept. */
  readonly resourceVersion?: string | undefined;
  /** What leads to the next page; absent after the last one. */
  readonly continue?: string | undefined;
  /** How many objects follow, where that can be told. */
  readonly remainingItemCount?: number | undefined;
  readonly items: readonly Uint8Array[];
}

/** Where a watch starts, what it includes and when it ends. */
export interface WatchOptions extends ListOptions {
  readonly allowBookmarks: boolean;
  readonly timeoutMs?: number | undefined;
  /** Aborted when the server is to end the watch. */
  readonly ending?: AbortSignal | undefined;
  readonly signal: AbortSignal;
  /** Only an old path asks for a watch: the options are those of a list, and the end of the initial events is not told. */
  readonly isOldPath?: boolean | undefined;
}

/** The annotation of the bookmark that tells the end of the initial events. */
export const initialEventsEnd = "k8s.io/initial-events-end";

/** One event of a watch. `object` is the encoded object, bookmark or Status. */
export interface WatchFrame {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: Uint8Array;
}

/** How to write. */
export interface WriteOptions {
  /** Nothing is written; the answer is the one that the write would have had. */
  readonly isDryRun?: boolean | undefined;
  /** Who owns what is written. */
  readonly fieldManager?: string | undefined;
  /** What is done about fields that are not known or are there twice; by default a warning for each. */
  readonly fieldValidation?: FieldValidation | undefined;
  /** The body as it came, if it was JSON: only a text tells what is there twice. */
  readonly text?: string | undefined;
  /** The keys that occur twice in a body that was YAML, in Kubernetes' words. */
  readonly repeated?: readonly string[] | undefined;
  /** Who asks: some kinds remember who made an object. */
  readonly user?: Requester | undefined;
  /** Asked before an update or an apply makes what is not there. Rejects when that is not allowed. */
  readonly admitCreate?: (() => Promise<void>) | undefined;
  /** Asked where a change needs more rights than the request. Without them everything is allowed. */
  readonly rights?: Rights | undefined;
}

/** A right to do something with a part of the resource that a request is about, or with another resource of its group. */
export interface FurtherRight {
  readonly verb: string;
  readonly resource?: string;
  readonly subresource: string;
  /** Empty for the whole cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** The rights of whoever writes. */
export interface Rights {
  /** What the request does. */
  readonly verb: string;
  readonly user?: Requester | undefined;
  /** Rejects with a `StatusError` when somebody has no such right. */
  readonly authorize: (right: FurtherRight) => Promise<void>;
}

/** Who makes an object. */
export interface Requester {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The ways to describe a change. */
export type PatchType = "json" | "merge" | "strategic" | "apply";

/** A change as it came: parsed, checked for depth but for nothing else. */
export interface Patch {
  readonly type: PatchType;
  readonly value: unknown;
  /** For an apply: takes what others own. */
  readonly isForced?: boolean | undefined;
}

/** An encoded answer, its HTTP code, and what the writer should know. */
export interface WriteAnswer {
  readonly status: 200 | 201 | 202;
  readonly bytes: Uint8Array;
  readonly warnings?: readonly string[] | undefined;
}

/** What there was of a collection, as it was stored, and what the one who deleted it should know. */
export interface DeletedList {
  readonly list: ObjectList;
  readonly warnings?: readonly string[] | undefined;
}

/** Which state of an object is asked for. */
export interface ReadOptions {
  readonly resourceVersion?: string | undefined;
}

/**
 * The verbs, the same for every resource. Bodies are parsed JSON from outside, checked for depth but for nothing else. What cannot be done is
 * thrown as a `StatusError`, and then nothing has changed.
 */
export interface Verbs {
  get(target: Target, options?: ReadOptions): Promise<Uint8Array>;
  list(target: Target, options: ListOptions): Promise<ObjectList>;
  /**
   * Of one object, if the target has a name, or a collection. Ends by itself at the time-out, on abort, or after an ERROR frame. Leaving it
   * early frees it.
   */
  watch(target: Target, options: WatchOptions): AsyncIterable<readonly WatchFrame[]>;
  create(target: Target, body: unknown, options?: WriteOptions): Promise<WriteAnswer>;
  update(target: Target, body: unknown, options?: WriteOptions): Promise<WriteAnswer>;
  /** An apply makes what is not there; other patches need an object. */
  patch(target: Target, patch: Patch, options?: WriteOptions): Promise<WriteAnswer>;
  /** The options are DeleteOptions as they came; a dry run is one of them. */
  delete(target: Target, options: unknown): Promise<WriteAnswer>;
  deleteCollection(target: Target, options: unknown, which: ListOptions): Promise<DeletedList>;
}
