import { abortable } from "../async/index.ts";

/**
 * Work that is done once for all who ask while it is under way. Each of them may give up waiting; when all have, the work is aborted, and
 * whoever asks next begins anew. Work that must not be left half done goes on instead, and whoever asks next gets its result.
 */
export class SharedWork<T> {
  readonly #work: (signal: AbortSignal) => Promise<T>;
  readonly #isFinished: boolean;
  #running: Running<T> | undefined;

  constructor(work: (signal: AbortSignal) => Promise<T>, { isFinished = false }: SharedWorkOptions = {}) {
    this.#work = work;
    this.#isFinished = isFinished;
  }

  async run(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const running = (this.#running ??= this.#start());
    running.waiting += 1;
    try {
      return await abortable(running.result, signal);
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0 && !this.#isFinished) this.#end(running, signal?.reason);
    }
  }

  #start(): Running<T> {
    const stop = new AbortController();
    const running = { stop, result: this.#work(stop.signal), waiting: 0 };
    const end = (): void => this.#end(running, undefined);
    if (this.#isFinished) running.result.then(end, end);
    return running;
  }

  #end(running: Running<T>, reason: unknown): void {
    if (this.#running === running) this.#running = undefined;
    running.stop.abort(reason);
  }
}

/** How work ends. */
export interface SharedWorkOptions {
  /** Once begun, it is brought to its end, also when nobody waits any more. */
  readonly isFinished?: boolean | undefined;
}

interface Running<T> {
  readonly stop: AbortController;
  readonly result: Promise<T>;
  waiting: number;
}
