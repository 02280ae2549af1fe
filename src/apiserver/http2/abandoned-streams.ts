import { http2Limits } from "./limits.ts";

/**
 * The streams that were ended here before the other side had said everything: what it still sends on them was under way, and is no fault.
 * Only so many are remembered.
 */
export class AbandonedStreams {
  readonly #ids = new Set<number>();

  add(id: number): void {
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= http2Limits.maxAbandoned) return;
      this.#ids.delete(oldest);
    }
  }

  /** Gives whether a frame on a stream was under way. After the last one there may be no other. */
  wasUnderWay(id: number, isLast: boolean): boolean {
    return isLast ? this.#ids.delete(id) : this.#ids.has(id);
  }
}
