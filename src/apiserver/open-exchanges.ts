import type { SignalScope } from "../async/index.ts";

/**
 * What is being answered on the sockets of an endpoint. Closing ends all of it. One signal for everybody would not do: to listen to it takes
 * the longer the more listen already, and there may be thousands of watches.
 */
export class OpenExchanges {
  readonly #open = new Set<AbortController>();
  #isClosing = false;

  /** From then on everything ends as if there were nothing more to say. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** A signal of its own for one exchange, until that is disposed of. */
  enter(): SignalScope {
    const controller = new AbortController();
    if (this.#isClosing) controller.abort();
    else this.#open.add(controller);
    return {
      signal: controller.signal,
      abort: (reason) => controller.abort(reason),
      [Symbol.dispose]: () => void this.#open.delete(controller),
    };
  }

  /** Idempotent. */
  close(): void {
    this.#isClosing = true;
    for (const controller of this.#open) controller.abort();
  }
}
