import { WaitQueue } from "../async/index.ts";

/** Something that happens once, or is given up until it is begun again. Those who wait learn of either. */
export class Latch {
  readonly #waiting = new WaitQueue<void>();
  #isOpen = false;
  #failure: Error | undefined;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Says that it has happened. That is final. What was given up does not happen. */
  open(): void {
    if (this.#isOpen || this.#failure !== undefined) return;
    this.#isOpen = true;
    for (let waiter = this.#waiting.shift(); waiter !== undefined; waiter = this.#waiting.shift()) waiter.resolve();
  }

  /** Says that it will not happen. */
  fail(failure: Error): void {
    if (this.#isOpen || this.#failure !== undefined) return;
    this.#failure = failure;
    for (let waiter = this.#waiting.shift(); waiter !== undefined; waiter = this.#waiting.shift())
      waiter.reject(failure);
  }

  /** Says that it may happen after all. */
  revive(): void {
    this.#failure = undefined;
  }

  /** Resolves when it has happened. Rejects when it was given up, or with the reason of the signal. */
  async wait(signal?: AbortSignal): Promise<void> {
    if (this.#isOpen) return;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#waiting.wait(undefined, signal);
  }
}
