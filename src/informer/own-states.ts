import type { KubeObject } from "../model/index.ts";
import { isAnother, stateOf } from "./identity.ts";
import type { Identity, ObjectState } from "./identity.ts";
import { isNoNewer, isOlder } from "./version-order.ts";

/**
 * Why an object is hidden, and so what brings it back: a newer state of what has left the collection; one in which it is being deleted, of what
 * was deleted, since then something holds it back; nothing, of what is gone.
 */
export type Hiding = "left" | "deleted" | "gone";

/** Why a read has found nothing that is followed: there is no such object, or it is not part of the collection. */
export type Absence = Exclude<Hiding, "deleted">;

interface Hidden extends ObjectState {
  readonly how: Hiding;
}

/** What own writes told of one object, and the stream has not. */
interface Early extends Identity {
  /** The versions that were told before this one. */
  readonly earlier: Set<string>;
}

/**
 * What own writes told before the server's stream did: states that the stream has not reached, objects that were deleted and whose end it
 * has not told, and the UIDs that ended last. So a late answer can be told from news.
 */
export class OwnStates {
  /** By key, the early states, until the stream has come so far. In the order in which they came. */
  readonly #ahead = new Map<string, Early>();
  /** By key, the last known state of what an own write has ended. Oldest first; the end of some may never be told. */
  readonly #hidden = new Map<string, Hidden>();
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
    const { key, uid, resourceVersion } = state;
    const before = this.#ahead.get(key);
    const earlier = before === undefined || isAnother(before, state) ? new Set<string>() : before.earlier;
    if (before?.resourceVersion !== undefined) earlier.add(before.resourceVersion);
    this.#ahead.delete(key);
    this.#ahead.set(key, { key, uid, resourceVersion, earlier });
  }

  /** The last state under a key that own writes told, or ended, and the stream has not. The same one as long as nothing more is told of it. */
  unconfirmed(key: string): ObjectState | undefined {
    return this.#ahead.get(key) ?? this.#hidden.get(key);
  }

  /** A state that was told early is not true any more. */
  forget(key: string): void {
    this.#ahead.delete(key);
  }

  /** The state under a key that was told early and that a stream at `version` has not reached. */
  isAheadOf(key: string, version: string | undefined): boolean {
    const state = this.#ahead.get(key);
    return state !== undefined && isOlder(version, state.resourceVersion);
  }

  /** The stream has told a state of the object. Says whether exactly that was told early. */
  heard(state: Identity): boolean {
    if (this.#ahead.size === 0) return false;
    const early = this.#ahead.get(state.key);
    if (early === undefined) return false;
    const { resourceVersion = "" } = state;
    if (!isOlder(resourceVersion, early.resourceVersion)) this.#ahead.delete(state.key);
    if (isAnother(early, state)) return false;
    return early.resourceVersion === resourceVersion || early.earlier.delete(resourceVersion);
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

  /** An own write has ended the object. */
  hide({ key, uid, resourceVersion }: Identity, how: Hiding): void {
    this.#ahead.delete(key);
    if (isOlder(resourceVersion, this.#hidden.get(key)?.resourceVersion)) return;
    this.#hidden.delete(key);
    this.#hidden.set(key, { uid, resourceVersion, how });
    dropOldest(this.#hidden, this.#maxHidden);
  }

  /** Whether an own write has ended the object, so that nobody is to hear of this state of it. What is newer may end the hiding. */
  hides(state: Identity, object: KubeObject): boolean {
    if (this.#hidden.size === 0) return false;
    const hidden = this.#hidden.get(state.key);
    if (hidden === undefined) return false;
    if (isNoNewer(state.resourceVersion, hidden.resourceVersion)) return true;
    if (!isAnother(hidden, state) && !comesBack(hidden.how, object)) return true;
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

function comesBack(how: Hiding, newer: KubeObject): boolean {
  return how === "left" || (how === "deleted" && stateOf(newer).deletionTimestamp !== undefined);
}

/** Keeps at most so many. */
function dropOldest(of: Set<string> | Map<string, unknown>, max: number): void {
  if (of.size <= max) return;
  for (const oldest of of.keys()) {
    of.delete(oldest);
    return;
  }
}
