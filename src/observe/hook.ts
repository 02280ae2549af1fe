/** What a hook is made with. */
export interface HookOptions {
  /** Told what a listener threw or rejected with. What it throws itself is dropped: there is nobody left to tell. */
  readonly onError: (error: unknown) => void;
}

/**
 * A point where others can look on. It costs one field read when nobody listens:
 *
 *     if (hook.active) hook.emit({ key, waitedMs });
 *
 * Listeners run at once, in the order in which they subscribed, and can't disturb the caller or each other: what one throws goes to
 * `onError`. One that subscribes during an event first hears the next; one that unsubscribes during an event hears no more of it.
 */
export class Hook<T> {
  #active = false;
  /** Replaced, never changed, so that an `emit` under way keeps the list that it began with. */
  #listeners: readonly Subscription<T>[] = [];
  readonly #onError: (error: unknown) => void;

  constructor({ onError }: HookOptions) {
    this.#onError = onError;
  }

  /** Whether anybody listens. */
  get active(): boolean {
    return this.#active;
  }

  /** Hands `event` to every listener. Never throws. */
  emit(event: T): void {
    for (const subscription of this.#listeners) {
      if (subscription.listener === undefined) continue;
      try {
        const result: unknown = subscription.listener(event);
        if (result instanceof Promise) result.catch((error: unknown) => this.#report(error));
      } catch (error) {
        this.#report(error);
      }
    }
  }

  /** Adds a listener until the result is disposed. The same function subscribed twice is called twice. */
  subscribe(listener: (event: T) => void): Disposable {
    const subscription: Subscription<T> = { listener };
    this.#replace([...this.#listeners, subscription]);
    return {
      [Symbol.dispose]: () => {
        subscription.listener = undefined;
        this.#replace(this.#listeners.filter((other) => other !== subscription));
      },
    };
  }

  #replace(listeners: readonly Subscription<T>[]): void {
    this.#listeners = listeners;
    this.#active = listeners.length > 0;
  }

  #report(error: unknown): void {
    try {
      this.#onError(error);
    } catch {
      // An observer must not break what it observes, and this was the last place to report to.
    }
  }
}

interface Subscription<T> {
  /** Undefined once it has been disposed. */
  listener: ((event: T) => void) | undefined;
}
