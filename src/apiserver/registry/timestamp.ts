import type { Clock } from "../../async/index.ts";

/** The time as Kubernetes writes it: to the second. */
export function timestamp(clock: Clock): string {
  return written(clock.now());
}

function written(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Tells the time in this form, and writes each second down once. */
export class Timestamps {
  readonly #clock: Clock;
  #second = Number.NaN;
  #text = "";

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): string {
    const second = Math.floor(this.#clock.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = written(second * 1000);
    }
    return this.#text;
  }
}

/** When Go's time begins: what is set to it counts as set, and is written as `null`. */
export const zeroTime = "0001-01-01T00:00:00Z";
