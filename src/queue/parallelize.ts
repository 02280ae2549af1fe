import { linkSignals, runAll } from "../async/index.ts";
import { checkInteger } from "./errors.ts";

/** How `parallelize` shares the work out. */
export interface ParallelizeOptions {
  /** At most so many pieces are worked on at once. */
  readonly workers: number;
  /** Each worker takes so many neighbouring pieces at a time. Default 1. */
  readonly chunkSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets what other pieces throw after the first failure or the abort. Default: that is dropped. */
  readonly onStopError?: ((error: unknown) => void) | undefined;
}

/**
 * Calls `work` for every piece number from 0 to `pieces` − 1 and returns when all workers have ended. The first failure stops the others
 * before their next piece and is thrown. An abort does the same and rejects with the signal's reason.
 */
export async function parallelize(
  pieces: number,
  work: (piece: number, signal: AbortSignal) => void | PromiseLike<void>,
  options: ParallelizeOptions,
): Promise<void> {
  checkInteger("parallelize pieces", pieces, 0);
  checkInteger("parallelize workers", options.workers, 1);
  const chunkSize = checkInteger("parallelize chunkSize", options.chunkSize ?? 1, 1);
  const workers = Math.min(options.workers, Math.ceil(pieces / chunkSize));
  let nextChunk = 0;

  const worker = async (stop: AbortSignal): Promise<void> => {
    while (nextChunk * chunkSize < pieces) {
      const first = nextChunk++ * chunkSize;
      for (let piece = first; piece < Math.min(first + chunkSize, pieces); piece++) {
        if (stop.aborted) return;
        await work(piece, stop);
      }
    }
  };
  using scope = linkSignals(options.signal);
  const { onStopError = () => {} } = options;
  await runAll(new Array<typeof worker>(workers).fill(worker), { signal: scope.signal, onStopError });
  options.signal?.throwIfAborted();
}
