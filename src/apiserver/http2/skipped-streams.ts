import { http2Limits } from "./limits.ts";

/**
 * The streams that a client has passed over: with a later one they are closed, though nobody ever opened them. Clients count without gaps, so
 * that only so many are remembered; the streams of older ones count as opened.
 */
export class SkippedStreams {
  readonly #gaps: (readonly [after: number, before: number])[] = [];

  /** The client opens `id`, and `last` was the one before. */
  opened(id: number, last: number): void {
    // The numbers between belong to the server.
    if (id - last <= 2) return;
    this.#gaps.push([last, id]);
    if (this.#gaps.length > http2Limits.maxGaps) this.#gaps.shift();
  }

  has(id: number): boolean {
    return this.#gaps.some(([after, before]) => after < id && id < before);
  }
}
