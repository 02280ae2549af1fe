import type { Clock, Timer } from "../async/index.ts";

/** One timer for many moments: rings once at the earliest of them. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: Timer | undefined;
  #due = Infinity;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Makes sure that the alarm rings at `due` (monotonic) or before; `Infinity` turns it off. It may ring early: look what is due. */
  arm(due: number): void {
    if (due === Infinity) this.#stop();
    if (due >= this.#due) return;
    this.#stop();
    this.#due = due;
    this.#timer = this.#clock.setTimeout(() => {
      this.#due = Infinity;
      this.#ring();
    }, due - this.#clock.monotonic());
  }

  #stop(): void {
    this.#timer?.cancel();
    this.#due = Infinity;
  }
}
