import { WaitQueue } from "../async/index.ts";

/** So many may hold a slot at a time; the others wait in the order in which they came. */
export class Slots {
  readonly #waiting = new WaitQueue<undefined>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when there is a slot. Rejects with the signal's reason when that is aborted first, and then holds none. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.tryTake()) await this.#waiting.wait(undefined, signal);
  }

  /** Takes a slot if there is one now. */
  tryTake(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Gives one slot back: to whoever has waited longest, if anybody does. */
  giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next.resolve(undefined);
  }
}
