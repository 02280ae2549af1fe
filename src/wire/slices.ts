import { wireDefaults } from "./defaults.ts";

/** How to let others have their turn. */
export interface SlicesOptions {
  /** Milliseconds since an arbitrary moment; never goes back. */
  readonly now: () => number;
  /** Resolves in a later turn of the event loop. */
  readonly yieldTurn: () => Promise<void>;
}

/** Divides long work into slices, between which the event loop has its turn: `if (slices.isOver(bytes)) await slices.next()`. */
export class Slices {
  readonly #options: SlicesOptions;
  #bytes = 0;
  #start: number;

  constructor(options: SlicesOptions) {
    this.#options = options;
    this.#start = options.now();
  }

  /** Counts work that was done. True: the slice was long enough, by bytes or by time. */
  isOver(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes >= wireDefaults.sliceBytes || this.#options.now() - this.#start >= wireDefaults.sliceMs;
  }

  /** Lets the event loop have its turn and begins the next slice. */
  async next(): Promise<void> {
    await this.#options.yieldTurn();
    this.#bytes = 0;
    this.#start = this.#options.now();
  }
}
