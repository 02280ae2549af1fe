import { formatTime } from "./timestamp.ts";

/** How many times are remembered. A power of two. */
const slotCount = 256;

/** Writes times, and gives the text that it gave before when the same time comes again: objects that were made together have the same ones. */
export class TimeCache {
  readonly #seconds: number[] = new Array<number>(slotCount).fill(Number.NaN);
  readonly #texts: string[] = new Array<string>(slotCount).fill("");

  /** The moment to the second; `undefined` for one that no text can say. */
  read(seconds: number): string | undefined {
    const slot = seconds & (slotCount - 1);
    if (this.#seconds[slot] === seconds) return this.#texts[slot];
    const text = formatTime(seconds);
    if (text === undefined) return undefined;
    this.#seconds[slot] = seconds;
    this.#texts[slot] = text;
    return text;
  }
}
