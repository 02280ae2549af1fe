import { http2Limits } from "./limits.ts";

/**
 * Memory through which frames go to sockets, shared by the connections of an endpoint. New memory for each write would have the platform
 * look for what is free all the time.
 */
export class OutputBlocks {
  readonly #free: Buffer[] = [];

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(http2Limits.blockBytes);
  }

  /** Nobody else may use it any more. */
  give(block: Buffer): void {
    if (this.#free.length < http2Limits.keptBlocks) this.#free.push(block);
  }
}
