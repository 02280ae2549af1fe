const nothing: Disposable = Object.freeze<Disposable>({ [Symbol.dispose]: () => {} });

/**
 * Calls `callback` once with the signal's reason: when it is aborted, or at once if it is already. Disposing takes the listener off; after
 * that, or without a signal, the callback is never called.
 */
export function onAbort(signal: AbortSignal | undefined, callback: (reason: unknown) => void): Disposable {
  if (signal === undefined) return nothing;
  if (signal.aborted) {
    callback(signal.reason);
    return nothing;
  }
  const listener = (): void => callback(signal.reason);
  signal.addEventListener("abort", listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", listener) };
}

/** A signal that follows others for as long as a block runs. */
export interface SignalScope extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts this signal only. The ones it follows are untouched. */
  abort(reason?: unknown): void;
}

/**
 * A signal that is aborted as soon as one of `signals` is, with exactly its reason: `using scope = linkSignals(parent, other)`. Leaving the
 * block takes every listener off at once and does not abort. `AbortSignal.any` would leave that to the garbage collector: a parent that
 * lives long collects what was ever derived from it.
 */
export function linkSignals(...signals: readonly (AbortSignal | undefined)[]): SignalScope {
  const controller = new AbortController();
  const links: Disposable[] = [];
  const unlink = (): void => {
    for (const link of links.splice(0)) link[Symbol.dispose]();
  };
  const abort = (reason?: unknown): void => {
    unlink();
    controller.abort(reason);
  };
  for (const signal of signals) {
    if (controller.signal.aborted) break;
    links.push(onAbort(signal, abort));
  }
  return { signal: controller.signal, abort, [Symbol.dispose]: unlink };
}

/**
 * Follows `promise`, but rejects with the signal's reason as soon as that is aborted. The work behind the promise goes on; how it ends is
 * then nobody's concern, also when it fails.
 */
export function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const link = onAbort(signal, reject);
    promise.then(
      (value) => {
        link[Symbol.dispose]();
        resolve(value);
      },
      (error: unknown) => {
        link[Symbol.dispose]();
        reject(error);
      },
    );
  });
}
