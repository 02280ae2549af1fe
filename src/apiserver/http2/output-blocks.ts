import { http2Limits } from "./limits.ts";

/**
 * Memory through which frames go to sockets, shared by the connections of an endpoint. New memory for each write would have the platform
 * look for what is free all the time.
 */
export class OutputBlocks {
  readonly #free: Buffer[] = [];

  /** A block for at least so much; the longest there are, if it is more. */
  take(size: number): Buffer {
    const { shorterBlockBytes, blockBytes } = http2Limits;
    const shorter = shorterBlockBytes.find((bytes) => bytes >= size);
    if (shorter !== undefined) return Buffer.allocUnsafe(shorter);
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  /** Nobody else may use it any more. Only the longest are kept. */
  give(block: Buffer): void {
    const { blockBytes, keptBlocks } = http2Limits;
    if (block.length === blockBytes && this.#free.length < keptBlocks) this.#free.push(block);
  }
}
