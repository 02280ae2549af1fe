import type { Clock } from "../async/index.ts";

/** The time of day as answers tell it. All answers of a second share the text. */
export class HttpDate {
  readonly #clock: Clock;
  #second = Number.NaN;
  #text = "";

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get text(): string {
    const second = Math.floor(this.#clock.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = new Date(second * 1000).toUTCString();
    }
    return this.#text;
  }
}
