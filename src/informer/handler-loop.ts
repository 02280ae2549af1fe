import { abortable, Channel, linkSignals, nextTurn } from "../async/index.ts";
import { formatKey, keyOf } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import { sliceSize } from "./defaults.ts";
import { InformerError } from "./errors.ts";
import { Latch } from "./latch.ts";
import type { HandlerRegistration, Notification, ResourceEventHandler } from "./resource-event-handler.ts";

/** What a loop is made from. */
export interface HandlerLoopOptions<T extends KubeObject> {
  readonly handler: ResourceEventHandler<T>;
  readonly log: Logger;
  readonly onRemove: (loop: HandlerLoop<T>) => void;
}

/**
 * Calls one handler, one call after the other, in the order of the notifications. What the handler throws is logged and goes no further; how
 * long it takes holds up nobody else. What waits for it is not bounded.
 */
export class HandlerLoop<T extends KubeObject> implements HandlerRegistration {
  readonly #options: HandlerLoopOptions<T>;
  readonly #pending = new Channel<Notification<T>>(Number.MAX_SAFE_INTEGER);
  readonly #removed = new AbortController();
  readonly #synced = new Latch();
  /** Initial adds that the handler has not been called for. */
  #initialLeft = 0;
  #isSourceSynced = false;

  constructor(options: HandlerLoopOptions<T>) {
    this.#options = options;
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  async waitForSync(signal?: AbortSignal): Promise<void> {
    await this.#synced.wait(signal);
  }

  remove(): void {
    if (this.#removed.signal.aborted) return;
    this.#removed.abort();
    this.#options.onRemove(this);
    this.stop();
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  /** Says that the handler will not be called any more. */
  stop(): void {
    this.#synced.fail(
      new InformerError(
        "SETPOINT_INFORMER_STOPPED",
        "wait for a handler to sync: it was removed or its informer stopped",
      ),
    );
  }

  notify(notification: Notification<T>): void {
    if (isInitial(notification)) this.#initialLeft += 1;
    this.#pending.trySend(notification);
  }

  /** Says that no initial add will follow. */
  sourceSynced(): void {
    this.#isSourceSynced = true;
    this.#checkSynced();
  }

  /** Ends when the signal is aborted or the handler removed; a promise that the handler gave is then not waited for. */
  async run(signal: AbortSignal): Promise<void> {
    using scope = linkSignals(signal, this.#removed.signal);
    let calls = 0;
    for await (const notification of this.#pending.values(scope.signal)) {
      try {
        const pending = this.#call(notification);
        if (isPromiseLike(pending)) await abortable(Promise.resolve(pending), scope.signal);
      } catch (error) {
        if (scope.signal.aborted && error === scope.signal.reason) return;
        this.#report(error, notification);
      }
      this.#delivered(notification);
      if (++calls % sliceSize === 0) await nextTurn();
    }
  }

  #call(notification: Notification<T>): unknown {
    const { handler } = this.#options;
    switch (notification.type) {
      case "add":
        return handler.add?.(notification.object, { isInitial: notification.isInitial });
      case "update":
        return handler.update?.(notification.old, notification.object);
      case "delete":
        return handler.delete?.(notification.object, { isFinalStateUnknown: notification.isFinalStateUnknown });
    }
  }

  /** A call that failed counts as well: one bad object must not keep everybody waiting for the rest. */
  #delivered(notification: Notification<T>): void {
    if (!isInitial(notification)) return;
    this.#initialLeft -= 1;
    this.#checkSynced();
  }

  #checkSynced(): void {
    if (this.#isSourceSynced && this.#initialLeft === 0) this.#synced.open();
  }

  #report(error: unknown, { type, object }: Notification<T>): void {
    this.#options.log.error("A handler failed", () => ({ event: type, key: formatKey(keyOf(object)), error }));
  }
}

function isInitial(notification: Notification): boolean {
  return notification.type === "add" && notification.isInitial;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}
