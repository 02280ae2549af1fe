/** Where an object is kept. */
export interface StoreKey {
  /** One resource of one group, whatever its version: `samplecrd.k8s.io/networks`, `/pods`. */
  readonly collection: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/** A collection, or one namespace of it. */
export interface StoreRange {
  readonly collection: string;
  readonly namespace?: string | undefined;
}

/** An object as it is kept: encoded once, and the same bytes for every reader. */
export interface StoredObject {
  readonly key: StoreKey;
  /** The revision of its last change. */
  readonly revision: number;
  readonly bytes: Uint8Array;
}

/** One committed change. */
export interface Change {
  readonly type: "put" | "delete";
  readonly key: StoreKey;
  readonly revision: number;
  /** The new state; of a delete the last one, written with the revision of the delete. */
  readonly bytes: Uint8Array;
  /** The state before; absent when the object was made. */
  readonly previous: Uint8Array | undefined;
  /** The revision of the state before; 0 when the object was made. */
  readonly previousRevision: number;
}

/** A wish to change one object. */
export interface Commit {
  readonly type: "put" | "delete";
  readonly key: StoreKey;
  /** The revision that the object must still have; 0 when it must not exist. */
  readonly expected: number;
  /** Writes the object down, given the revision that the change gets. Called at most once, and only if the change happens. */
  encode(revision: number): Uint8Array;
}

/** The state of a range at one revision, in ascending byte order of `namespace/name`. */
export interface Scan {
  readonly revision: number;
  readonly objects: readonly StoredObject[];
}

/** Which changes to follow. */
export interface WatchRange extends StoreRange {
  /** Changes after this revision. */
  readonly since: number;
  readonly signal: AbortSignal;
}

/**
 * Revisioned objects and the log of their changes. One counter for everything: each commit gets the next revision.
 *
 * A commit happens whole or not at all; a watch misses no change and repeats none. It knows bytes and keys, neither HTTP nor Kubernetes.
 */
export interface Store {
  /** The revision of the last commit. */
  readonly revision: number;
  get(key: StoreKey): Promise<StoredObject | undefined>;
  /** The state as of a revision, the newest by default. Rejects with `SETPOINT_STORE_EXPIRED` when the log does not reach back so far. */
  scan(range: StoreRange, revision?: number): Promise<Scan>;
  /** Rejects with a `StoreError` (`SETPOINT_STORE_CONFLICT`) when the object is not at the expected revision; nothing has changed then. */
  commit(commit: Commit): Promise<StoredObject>;
  /**
   * The changes after `since`, in order, in batches, for ever: until the signal is aborted (it then gives what was committed before, and ends), or until
   * a wanted change was dropped from the log (it then throws `SETPOINT_STORE_EXPIRED`). Changes that were committed before the call are there at once.
   */
  watch(range: WatchRange): AsyncIterable<readonly Change[]>;
  /** Forgets the log up to and including a revision. */
  compact(revision: number): void;
}
