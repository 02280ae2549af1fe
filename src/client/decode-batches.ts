import { nextTurn } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { inSlabs, Slices } from "../wire/index.ts";
import type { ObjectOptions } from "./decode-object.ts";

/** By what it is decided when others have their turn. Without a clock only by the bytes. */
export interface DecodeBatchesOptions {
  readonly clock?: Clock | undefined;
}

/**
 * Decodes what a stream brings, piece by piece, and yields together what came together, at most a slice of it: then others have their turn.
 * What was decoded before a failure is yielded before that is thrown. What `decode` gives nothing for is left out.
 */
export async function* decodeInBatches<E>(
  stream: AsyncIterable<readonly Uint8Array[]>,
  decode: (piece: Uint8Array) => E | undefined,
  { clock }: DecodeBatchesOptions,
): AsyncGenerator<readonly E[], void, void> {
  const slices = new Slices({ now: () => clock?.monotonic() ?? 0, yieldTurn: nextTurn });
  for await (const pieces of stream) {
    for (let next = 0; next < pieces.length;) {
      const batch: E[] = [];
      let failure: { readonly error: unknown } | undefined;
      let isOver = false;
      try {
        while (next < pieces.length && !isOver) {
          const piece = pieces[next++] as Uint8Array;
          const decoded = decode(piece);
          if (decoded !== undefined) batch.push(decoded);
          isOver = slices.isOver(piece.length);
        }
      } catch (error) {
        failure = { error };
      }
      if (batch.length > 0) yield batch;
      if (failure !== undefined) throw failure.error;
      if (isOver) await slices.next();
    }
  }
}

/** The chunks of a stream from which objects are cut out. What is compact is copied anyway; anything else is cut out of a copy of limited size. */
export function piecesOf(chunks: AsyncIterable<Uint8Array>, { isCompact }: ObjectOptions): AsyncIterable<Uint8Array> {
  return isCompact === true ? chunks : inSlabs(chunks);
}
