import { abortable } from "../async/index.ts";

/**
 * Work that is done once for all who ask while it is under way. Each of them may give up waiting; when all have, the work is aborted, and
 * whoever asks next begins anew.
 */
export class SharedWork<T> {
  readonly #work: (signal: AbortSignal) => Promise<T>;
  #running: Running<T> | undefined;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#work = work;
  }

  async run(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const running = (this.#running ??= this.#start());
    running.waiting += 1;
    try {
      return await abortable(running.result, signal);
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0) this.#end(running, signal?.reason);
    }
  }

  #start(): Running<T> {
    const stop = new AbortController();
    return { stop, result: this.#work(stop.signal), waiting: 0 };
  }

  #end(running: Running<T>, reason: unknown): void {
    if (this.#running === running) this.#running = undefined;
    running.stop.abort(reason);
  }
}

interface Running<T> {
  readonly stop: AbortController;
  readonly result: Promise<T>;
  waiting: number;
}
