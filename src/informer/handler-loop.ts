import { abortable, linkSignals, nextTurn, onAbort } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { KubeObject } from "../model/index.ts";
import { sliceSize } from "./defaults.ts";
import { InformerError } from "./errors.ts";
import { every } from "./every.ts";
import { Latch } from "./latch.ts";
import { isInitial, PendingChanges } from "./pending-changes.ts";
import type { PendingChangesOptions } from "./pending-changes.ts";
import type { Change, HandlerRegistration, ResourceEventHandler } from "./resource-event-handler.ts";

/** What a loop is made from. */
export interface HandlerLoopOptions<T extends KubeObject> extends PendingChangesOptions {
  readonly handler: ResourceEventHandler<T>;
  readonly clock: Clock;
  readonly resyncMs: number;
  /** Tells all that there is, for a resync. */
  readonly present: () => Iterable<readonly [key: string, object: T]>;
  readonly onFailure: (error: unknown, change: Change<T>) => void;
  readonly onRemove: (loop: HandlerLoop<T>) => void;
}

/**
 * Calls one handler, one call after the other, in the order of the changes. What the handler throws is reported and goes no further; how
 * long it takes holds up nobody else. What waits for it is bounded: see `PendingChanges`. It can run, stop and run again.
 */
export class HandlerLoop<T extends KubeObject> implements HandlerRegistration {
  readonly #options: HandlerLoopOptions<T>;
  readonly #pending: PendingChanges<T>;
  readonly #removed = new AbortController();
  readonly #synced = new Latch();
  readonly #ended = Promise.withResolvers<void>();
  /** The call under way, if the handler gave a promise. It may outlive a run. */
  #call: Promise<void> | undefined;
  #isCalling = false;
  #isCallInitial = false;
  #isSourceSynced = false;

  constructor(options: HandlerLoopOptions<T>) {
    this.#options = options;
    this.#pending = new PendingChanges(options);
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  get pending(): number {
    return this.#pending.size;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  async waitForSync(signal?: AbortSignal): Promise<void> {
    await this.#synced.wait(signal);
  }

  remove(): void {
    if (this.#removed.signal.aborted) return;
    this.#removed.abort();
    this.#options.onRemove(this);
    this.stop();
    this.#pending.clear();
    if (!this.#isCalling) this.#ended.resolve();
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  /** Says that the handler is not called any more, unless the loop is run again. */
  stop(): void {
    this.#synced.fail(
      new InformerError(
        "SETPOINT_INFORMER_STOPPED",
        "wait for a handler to sync: it was removed or its informer stopped",
      ),
    );
  }

  notify(change: Change<T>): void {
    this.#pending.push(change);
    if (!this.#synced.isOpen) this.#checkSynced();
  }

  /** Says that no initial add will follow. */
  sourceSynced(): void {
    this.#isSourceSynced = true;
    this.#checkSynced();
  }

  /** Ends when the signal is aborted or the handler removed; a promise that the handler gave is then not waited for. */
  async run(signal: AbortSignal): Promise<void> {
    using scope = linkSignals(signal, this.#removed.signal);
    if (!scope.signal.aborted) this.#revive();
    const { clock, resyncMs } = this.#options;
    using _resync = every(clock, resyncMs, () => this.#resync());
    // One listener for the whole run: one for each wait would cost more than the call.
    using _interrupt = onAbort(scope.signal, (reason) => this.#pending.interrupt(reason));
    try {
      // Not before whoever has added the handler knows its registration.
      await Promise.resolve();
      await this.#deliverAll(scope.signal);
    } catch (error) {
      if (!scope.signal.aborted || error !== scope.signal.reason) throw error;
    }
  }

  async #deliverAll(signal: AbortSignal): Promise<void> {
    for (let calls = 1; ; calls += 1) {
      if (this.#call !== undefined) await abortable(this.#call, signal);
      signal.throwIfAborted();
      const change = this.#pending.shift();
      if (change === undefined) await this.#pending.ready();
      else this.#deliver(change);
      if (calls % sliceSize === 0) await nextTurn();
    }
  }

  #deliver(change: Change<T>): void {
    this.#isCalling = true;
    this.#isCallInitial = isInitial(change);
    try {
      const result = this.#callHandler(change);
      if (isPromiseLike(result)) {
        this.#call = Promise.resolve(result)
          .then(() => {})
          .catch((error: unknown) => this.#options.onFailure(error, change))
          .finally(() => this.#delivered());
        return;
      }
    } catch (error) {
      this.#options.onFailure(error, change);
    }
    this.#delivered();
  }

  #callHandler(change: Change<T>): unknown {
    const { handler } = this.#options;
    const { key } = change;
    switch (change.type) {
      case "add":
        return handler.add?.(change.object, { key, isInitial: change.isInitial });
      case "update":
        return handler.update?.(change.old, change.object, { key, isResync: change.isResync });
      case "delete":
        return handler.delete?.(change.object, { key, isFinalStateUnknown: change.isFinalStateUnknown });
    }
  }

  /** A call that failed counts as well: one bad object must not keep everybody waiting for the rest. */
  #delivered(): void {
    this.#call = undefined;
    this.#isCalling = false;
    this.#isCallInitial = false;
    if (this.#removed.signal.aborted) this.#ended.resolve();
    if (!this.#synced.isOpen) this.#checkSynced();
  }

  #revive(): void {
    this.#synced.revive();
    this.#checkSynced();
  }

  #checkSynced(): void {
    if (this.#isSourceSynced && this.#pending.initialLeft === 0 && !this.#isCallInitial) this.#synced.open();
  }

  #resync(): void {
    for (const [key, object] of this.#options.present())
      this.#pending.push({ type: "update", key, old: object, object, isResync: true });
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}
