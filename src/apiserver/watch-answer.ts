import type { Status } from "../model/index.ts";
import { streamAnswer } from "./answer.ts";
import { ConnectionCutError } from "./errors.ts";
import type { ServerResponse } from "./http-message.ts";
import { inChunks } from "./in-chunks.ts";
import { joinBytes } from "./join-bytes.ts";
import { StatusError } from "./registry/index.ts";
import type { WatchFrame } from "./registry/index.ts";

const encoder = new TextEncoder();

/** Everything of a line but the object, encoded once. */
const lineStarts: Readonly<Record<WatchFrame["type"], Uint8Array>> = {
  ADDED: encoder.encode('{"type":"ADDED","object":'),
  MODIFIED: encoder.encode('{"type":"MODIFIED","object":'),
  DELETED: encoder.encode('{"type":"DELETED","object":'),
  BOOKMARK: encoder.encode('{"type":"BOOKMARK","object":'),
  ERROR: encoder.encode('{"type":"ERROR","object":'),
};
const lineEnd: Readonly<Uint8Array> = encoder.encode("}\n");

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

/** The answer to a watch: one line for each event, the lines of a batch together, in pieces of a bounded size. */
export function watchAnswer(watched: WatchedFrames): ServerResponse {
  return streamAnswer(lines(watched));
}

async function* lines(watched: WatchedFrames): AsyncGenerator<Uint8Array, void, void> {
  const { frames, asking, ending } = watched;
  using _entered = watched.enter?.();
  try {
    for await (const batch of frames) {
      yield* inChunks(batch.flatMap(line));
    }
    if (StatusError.is(ending?.reason)) throw ending.reason;
  } catch (error) {
    asking?.throwIfAborted();
    yield joinBytes(line({ type: "ERROR", object: encoder.encode(JSON.stringify(watched.tell(error))) }));
  }
  asking?.throwIfAborted();
  if (ConnectionCutError.is(ending?.reason)) throw ending.reason;
}

function line({ type, object }: WatchFrame): readonly Uint8Array[] {
  return [lineStarts[type], object, lineEnd];
}
