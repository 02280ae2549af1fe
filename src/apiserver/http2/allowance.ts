import type { Clock } from "../../async/index.ts";

/** How often something may happen: so many times at once, and so many more each second. */
export class Allowance {
  readonly #clock: Clock;
  readonly #atOnce: number;
  readonly #perSecond: number;
  #left: number;
  #since: number;

  constructor(clock: Clock, { atOnce, perSecond }: { readonly atOnce: number; readonly perSecond: number }) {
    this.#clock = clock;
    this.#atOnce = atOnce;
    this.#perSecond = perSecond;
    this.#left = atOnce;
    this.#since = clock.monotonic();
  }

  /** Gives whether it may happen once more. */
  take(): boolean {
    const now = this.#clock.monotonic();
    this.#left = Math.min(this.#atOnce, this.#left + ((now - this.#since) / 1000) * this.#perSecond);
    this.#since = now;
    this.#left -= 1;
    return this.#left >= 0;
  }
}
