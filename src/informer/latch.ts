import { WaitQueue } from "../async/index.ts";

/** Something that happens once, or is given up. Those who wait learn of either; only the first of the two counts. */
export class Latch {
  readonly #waiting = new WaitQueue<void>();
  #isOpen = false;
  #failure: Error | undefined;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    if (this.#isOpen || this.#failure !== undefined) return;
    this.#isOpen = true;
    for (let waiter = this.#waiting.shift(); waiter !== undefined; waiter = this.#waiting.shift()) waiter.resolve();
  }

  /** Says that it will never happen. */
  fail(failure: Error): void {
    if (this.#isOpen || this.#failure !== undefined) return;
    this.#failure = failure;
    for (let waiter = this.#waiting.shift(); waiter !== undefined; waiter = this.#waiting.shift())
      waiter.reject(failure);
  }

  /** Resolves when it has happened. Rejects when it was given up, or with the reason of the signal. */
  async wait(signal?: AbortSignal): Promise<void> {
    if (this.#isOpen) return;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#waiting.wait(undefined, signal);
  }
}
