import { isAnother } from "./identity.ts";
import type { Identity, ObjectState } from "./identity.ts";
import { isNoNewer, isOlder } from "./version-order.ts";

/**
 * What own writes told before the server's stream did: states that the stream has not reached, objects that were deleted and whose end it
 * has not told, and the UIDs that ended last. So a late answer can be told from news.
 */
export class OwnStates {
  /** By key, the early states, until the stream has come so far. In the order in which they came. */
  readonly #ahead = new Map<string, Identity>();
  /** By key, the last state of what an own delete has ended. Oldest first; the end of some may never be told. */
  readonly #hidden = new Map<string, ObjectState>();
  /** Oldest first. */
  readonly #ended = new Set<string>();
  readonly #maxEnded: number;
  readonly #maxHidden: number;

  constructor({ maxEnded, maxHidden }: { readonly maxEnded: number; readonly maxHidden: number }) {
    this.#maxEnded = maxEnded;
    this.#maxHidden = maxHidden;
  }

  /** A state was told early. */
  told(state: Identity): void {
    this.#ahead.delete(state.key);
    this.#ahead.set(state.key, state);
  }

  /** The state under a key that was told early and that a stream at `version` has not reached. */
  isAheadOf(key: string, version: string | undefined): boolean {
    const state = this.#ahead.get(key);
    return state !== undefined && isOlder(version, state.resourceVersion);
  }

  /** The stream has told a state of the object. */
  heard({ key, resourceVersion }: Identity): void {
    const early = this.#ahead.get(key);
    if (early !== undefined && !isOlder(resourceVersion, early.resourceVersion)) this.#ahead.delete(key);
  }

  /** Takes out an early state that the stream has passed without telling it: it is not, or no more, part of the collection. */
  takePassed(version: string): Identity | undefined {
    if (this.#ahead.size === 0) return undefined;
    for (const state of this.#ahead.values()) {
      if (!isNoNewer(state.resourceVersion, version)) return undefined;
      this.#ahead.delete(state.key);
      return state;
    }
    return undefined;
  }

  /** An own delete has ended the state and all before it. */
  hide(key: string, state: ObjectState): void {
    this.#ahead.delete(key);
    if (isOlder(state.resourceVersion, this.#hidden.get(key)?.resourceVersion)) return;
    this.#hidden.delete(key);
    this.#hidden.set(key, state);
    dropOldest(this.#hidden, this.#maxHidden);
  }

  /** Whether an own delete has ended the state, or one after it. What is newer ends the hiding. */
  hides(state: Identity): boolean {
    if (this.#hidden.size === 0) return false;
    const hidden = this.#hidden.get(state.key);
    if (hidden === undefined) return false;
    if (isNoNewer(state.resourceVersion, hidden.resourceVersion)) return true;
    this.#hidden.delete(state.key);
    return false;
  }

  /** Ends the hiding of an object. Says whether it was hidden. */
  reveal(state: Identity): boolean {
    const hidden = this.#hidden.get(state.key);
    return hidden !== undefined && !isAnother(hidden, state) && this.#hidden.delete(state.key);
  }

  /** The stream has told the end of the object. */
  gone(state: Identity): void {
    const hidden = this.#hidden.get(state.key);
    if (hidden !== undefined && !isOlder(state.resourceVersion, hidden.resourceVersion)) this.#hidden.delete(state.key);
    this.heard(state);
  }

  /** A list has told everything up to a version. A restored server has told everything: it knows nothing of what was written before. */
  listed(keys: ReadonlySet<string>, version: string | undefined): void {
    const isTold = ({ resourceVersion }: ObjectState): boolean =>
      version === undefined || isNoNewer(resourceVersion, version);
    for (const [key, state] of this.#ahead) if (isTold(state)) this.#ahead.delete(key);
    for (const [key, state] of this.#hidden) {
      if (version === undefined || (isTold(state) && !keys.has(key))) this.#hidden.delete(key);
    }
  }

  ended({ uid }: ObjectState): void {
    if (uid === undefined) return;
    this.#ended.delete(uid);
    this.#ended.add(uid);
    dropOldest(this.#ended, this.#maxEnded);
  }

  /** The server itself says that the object is there. */
  lives({ uid }: ObjectState): void {
    if (uid !== undefined && this.#ended.size > 0) this.#ended.delete(uid);
  }

  hasEnded({ uid }: ObjectState): boolean {
    return uid !== undefined && this.#ended.has(uid);
  }
}

/** Keeps at most so many. */
function dropOldest(of: Set<string> | Map<string, unknown>, max: number): void {
  if (of.size <= max) return;
  for (const oldest of of.keys()) {
    of.delete(oldest);
    return;
  }
}
