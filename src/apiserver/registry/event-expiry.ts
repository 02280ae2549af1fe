import { nextTurn, onAbort } from "../../async/index.ts";
import type { Clock } from "../../async/index.ts";
import { StoreError } from "../storage/index.ts";
import type { Store, StoredObject } from "../storage/index.ts";
import { defaultEventTtlMs, eventsPerTurn } from "./defaults.ts";
import { withRevision } from "./document.ts";
import { eventCollection } from "./event-versions.ts";

/** What events are forgotten with. */
export interface EventExpiryOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** How long an event is kept after its last write, in milliseconds; 0 for ever. */
  readonly eventTtlMs?: number | undefined;
}

/** An event that goes at a time unless it is written before. */
interface Due extends StoredObject {
  readonly at: number;
}

/**
 * Forgets events a fixed time after their last write, whatever their finalizers say. Watchers are told that they were deleted, with their last state
 * at the version of that.
 *
 * At most one timer waits, which keeps no process alive; what is remembered is one entry for each event that there is.
 */
export class EventExpiry {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #ttlMs: number;
  /** In order of their times, as all are kept equally long: whatever is written goes to the end. */
  readonly #due = new Map<string, Due>();
  #timer: Disposable | undefined;
  #isClosed = false;

  constructor({ store, clock, eventTtlMs = defaultEventTtlMs }: EventExpiryOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#ttlMs = eventTtlMs;
  }

  /** Events that a used store holds are kept as if they were written now: when they were, it does not tell. */
  async adopt(): Promise<void> {
    if (this.#ttlMs === 0) return;
    const { objects } = await this.#store.scan({ collection: eventCollection });
    for (const stored of objects) this.follow("put", stored);
  }

  /** Takes note of a change of an event. */
  follow(type: "put" | "delete", stored: StoredObject): void {
    if (this.#ttlMs === 0 || this.#isClosed) return;
    const path = `${stored.key.namespace}/${stored.key.name}`;
    this.#due.delete(path);
    if (type === "delete") return;
    this.#due.set(path, { ...stored, at: this.#clock.monotonic() + this.#ttlMs });
    this.#timer ??= this.#wait(this.#ttlMs);
  }

  /** Idempotent. Nothing is forgotten any more. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    this.#due.clear();
  }

  #wait(delayMs: number): Disposable {
    return onAbort(this.#clock.timeout(delayMs), () => void this.#forgetDue());
  }

  async #forgetDue(): Promise<void> {
    let count = 0;
    for (const [path, due] of this.#due) {
      const remainingMs = due.at - this.#clock.monotonic();
      if (remainingMs > 0) {
        this.#timer = this.#wait(remainingMs);
        return;
      }
      this.#due.delete(path);
      await this.#forget(due);
      if (++count % eventsPerTurn === 0) await nextTurn();
    }
    this.#timer = undefined;
  }

  async #forget(due: Due): Promise<void> {
    const { key, revision: expected, bytes } = due;
    try {
      await this.#store.commit({
        type: "delete",
        key,
        expected,
        encode: (revision) => withRevision(bytes, revision),
      });
    } catch (error) {
      // What was written meanwhile has its own time. A store that fails is asked again.
      if (!StoreError.is(error, "SETPOINT_STORE_CONFLICT")) this.follow("put", due);
    }
  }
}
