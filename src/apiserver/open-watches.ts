import type { ServerRequest } from "./http-message.ts";

/** One watch that is being answered, and the means to end it. */
export class OpenWatch {
  readonly request: ServerRequest;
  readonly #ending = new AbortController();

  constructor(request: ServerRequest) {
    this.request = request;
  }

  /** Aborted when the watch is to end. Its reason, if it is an error, is what the client gets to see. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  end(reason: unknown): void {
    this.#ending.abort(reason);
  }
}

/** The watches that somebody reads now. */
export class OpenWatches implements Iterable<OpenWatch> {
  readonly #all = new Set<OpenWatch>();

  /** Keeps a watch until it is disposed. */
  enter(watch: OpenWatch): Disposable {
    this.#all.add(watch);
    return { [Symbol.dispose]: () => void this.#all.delete(watch) };
  }

  [Symbol.iterator](): Iterator<OpenWatch> {
    return [...this.#all][Symbol.iterator]();
  }
}
