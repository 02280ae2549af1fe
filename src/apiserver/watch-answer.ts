import type { Status } from "../model/index.ts";
import { ConnectionCutError } from "./errors.ts";
import { inChunks } from "./in-chunks.ts";
import { joinBytes } from "../wire/index.ts";
import { StatusError } from "./registry/index.ts";
import type { WatchFrame } from "./registry/index.ts";

/** A watch to be told over HTTP. */
export interface WatchedFrames {
  /** Nothing is held for them before they are asked for. */
  readonly frames: AsyncIterable<readonly WatchFrame[]>;
  /** Aborted when whoever asked is gone: the body then throws the reason. */
  readonly asking: AbortSignal | undefined;
  /** Aborted when the server ends the watch: with an error that is told, or that breaks the stream, or just so. */
  readonly ending?: AbortSignal | undefined;
  /** Called when reading begins; what it gives is disposed of at the end. */
  enter?(): Disposable;
  /** What to say of a failure inside the stream, which ends with it. */
  tell(error: unknown): Status;
}

/** The body of a watch: the events of a batch together, in pieces of a bounded size. `encode` gives the parts of one event. */
export async function* watchBody(
  watched: WatchedFrames,
  encode: (frame: WatchFrame) => readonly Uint8Array[],
): AsyncGenerator<Uint8Array, void, void> {
  const { frames, asking, ending } = watched;
  using _entered = watched.enter?.();
  try {
    for await (const batch of frames) {
      // Not `yield*`: that would wrap each piece once more.
      for (const chunk of inChunks(batch.flatMap(encode))) yield chunk;
    }
    if (StatusError.is(ending?.reason)) throw ending.reason;
  } catch (error) {
    asking?.throwIfAborted();
    const object = new TextEncoder().encode(JSON.stringify(watched.tell(error)));
    yield joinBytes(encode({ type: "ERROR", object }));
  }
  asking?.throwIfAborted();
  if (ConnectionCutError.is(ending?.reason)) throw ending.reason;
}
