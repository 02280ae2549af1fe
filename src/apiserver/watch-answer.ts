import type { Status } from "../model/index.ts";
import { ConnectionCutError } from "./errors.ts";
import { inChunks } from "./in-chunks.ts";
import { joinBytes } from "../wire/index.ts";
import { StatusError } from "./registry/index.ts";
import type { WatchFrame } from "./registry/index.ts";
import { Feed, follow } from "./storage/index.ts";
import type { Tell } from "./storage/index.ts";

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
export function watchBody(watched: WatchedFrames, encode: EncodeFrame): Feed<Uint8Array> {
  return new Feed((tell, left) => tellBody({ ...watched, encode, left }, tell));
}

type EncodeFrame = (frame: WatchFrame) => readonly Uint8Array[];

interface Body extends WatchedFrames {
  readonly encode: EncodeFrame;
  readonly left: AbortSignal | undefined;
}

async function tellBody(body: Body, tell: Tell<Uint8Array>): Promise<void> {
  const { frames, asking, ending, encode, left } = body;
  using _entered = body.enter?.();
  try {
    await follow(frames, (batch) => tellBatch(batch, encode, tell), left);
    if (StatusError.is(ending?.reason)) throw ending.reason;
  } catch (error) {
    asking?.throwIfAborted();
    left?.throwIfAborted();
    const object = new TextEncoder().encode(JSON.stringify(body.tell(error)));
    await tell(joinBytes(encode({ type: "ERROR", object })));
  }
  asking?.throwIfAborted();
  if (ConnectionCutError.is(ending?.reason)) throw ending.reason;
}

/** Most batches are one event, and its bytes are in one piece already when others were told of it before. */
function tellBatch(
  batch: readonly WatchFrame[],
  encode: EncodeFrame,
  tell: Tell<Uint8Array>,
): Promise<void> | undefined {
  const [only] = batch;
  const parts = only !== undefined && batch.length === 1 ? encode(only) : batch.flatMap(encode);
  const [piece] = parts;
  if (piece !== undefined && parts.length === 1) return tell(piece);
  const chunks = [...inChunks(parts)];
  const [chunk] = chunks;
  return chunk !== undefined && chunks.length === 1 ? tell(chunk) : tellEach(chunks, tell);
}

async function tellEach(chunks: readonly Uint8Array[], tell: Tell<Uint8Array>): Promise<void> {
  for (const chunk of chunks) await tell(chunk);
}
