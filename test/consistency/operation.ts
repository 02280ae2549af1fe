/** What a client can choose about an object. */
export interface Content {
  readonly value: string;
  /** What selectors choose by. */
  readonly tier: string;
  readonly finalizers: readonly string[];
}

/** An object as somebody saw it. */
export interface Seen extends Content {
  readonly name: string;
  readonly uid: string;
  readonly version: number;
  readonly isDeleting: boolean;
}

/** What a client asked for. A `version` is the one that the object must still have. */
export type Input =
  | { readonly type: "create"; readonly content: Content }
  | { readonly type: "update"; readonly content: Content; readonly version?: number | undefined }
  | { readonly type: "patch"; readonly change: Partial<Content> }
  | { readonly type: "delete"; readonly version?: number | undefined }
  | { readonly type: "get" };

/** What the client was told; `unknown` if the answer was lost: then it may have happened, or may still happen. */
export type Output =
  | { readonly type: "object"; readonly object: Seen }
  | { readonly type: "deleted"; readonly uid: string }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "unknown" };

/** When something was asked and answered, counted over all clients. Of a lost answer the return is infinite. */
export interface Interval {
  readonly call: number;
  readonly return: number;
}

/** One request about one object. */
export interface Operation extends Interval {
  readonly key: string;
  readonly input: Input;
  readonly output: Output;
}

/** One list, all of its pages together, or why there is none. */
export interface Listing extends Interval {
  /** The tier that was selected; undefined: all. */
  readonly tier: string | undefined;
  /** The version that was asked for; undefined: the newest. */
  readonly asked: number | undefined;
  readonly result: { readonly version: number; readonly objects: readonly Seen[] } | "expired";
}

/** One change as a watch tells it. */
export interface ChangeEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Seen;
}

/** What came over one watch: events, and bookmarks that promise that all up to a version was told. */
export type WatchItem =
  | { readonly type: "event"; readonly event: ChangeEvent }
  | { readonly type: "bookmark"; readonly version: number; readonly endsInitial: boolean };

/** One watch from its request to its end. */
export interface WatchSession {
  /** The version after which changes were asked for; undefined: what there is, and then every change. */
  readonly since: number | undefined;
  readonly items: readonly WatchItem[];
  /** `complete`: it was read until the last write of the run. `expired`: the server had forgotten what comes next. */
  readonly end: "left" | "dropped" | "expired" | "complete";
}

/** Watches of one selection, each of which goes on where the one before ended, unless that expired or a start was chosen anew. */
export interface WatchRecord {
  readonly tier: string | undefined;
  readonly sessions: readonly WatchSession[];
}

/** Everything that was seen in one run. */
export interface History {
  readonly operations: readonly Operation[];
  readonly listings: readonly Listing[];
  readonly watches: readonly WatchRecord[];
  /** Every change, as the one watch told it that nobody disturbed. */
  readonly log: readonly ChangeEvent[];
  /** The server may have forgotten changes up to this version, no later ones. */
  readonly forgotten: number;
}
