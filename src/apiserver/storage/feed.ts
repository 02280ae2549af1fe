import type { Tell } from "./tell.ts";

/** Tells values. Resolves after the last one, or soon after `left` is aborted: nobody listens any longer. */
type Run<T> = (tell: Tell<T>, left?: AbortSignal) => Promise<void>;

/**
 * Values that come over time, for one reader. To iterate over them is the plain way; `follow` has them told as they come, without promises for
 * each: with a thousand readers of the same, those would be most of the work. Nothing happens before one of the two.
 */
export class Feed<T> implements AsyncIterable<T> {
  readonly #run: Run<T>;

  constructor(run: Run<T>) {
    this.#run = run;
  }

  /** See `follow`. */
  follow(tell: Tell<T>, left?: AbortSignal): Promise<void> {
    return this.#run(tell, left);
  }

  /** Leaving early ends what tells. */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    return pulled(this.#run);
  }
}

/** Has each value of an iteration told. Resolves at its end, or after `left` was aborted; rejects when the iteration or `tell` fails. */
export async function follow<T>(values: AsyncIterable<T>, tell: Tell<T>, left?: AbortSignal): Promise<void> {
  if (values instanceof Feed) {
    await (values as Feed<T>).follow(tell, left);
    return;
  }
  for await (const value of values) {
    if (left?.aborted === true) return;
    await tell(value);
  }
}

/** As slow as whoever reads: what tells goes on when the next value is asked for. */
async function* pulled<T>(run: Run<T>): AsyncGenerator<T, void, void> {
  const left = new AbortController();
  const told: T[] = [];
  let taken = Promise.withResolvers<void>();
  let wake = (): void => undefined;
  let isOver = false;
  const running = run((value) => {
    left.signal.throwIfAborted();
    told.push(value);
    taken = Promise.withResolvers();
    wake();
    return taken.promise;
  }, left.signal).finally(() => {
    isOver = true;
    wake();
  });
  // Whoever waits for the end is told how it was; until then it may be that nobody does.
  running.catch(() => undefined);
  try {
    for (;;) {
      if (told.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      if (told.length === 0) break;
      yield told.shift() as T;
      taken.resolve();
    }
    await running;
  } finally {
    left.abort();
    taken.resolve();
    await running.catch(() => undefined);
  }
}
