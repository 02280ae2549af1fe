import type { Status } from "../model/index.ts";
import { ConnectionCutError } from "./errors.ts";
import { joinBytes } from "../wire/index.ts";
import { StatusError } from "./registry/index.ts";
import type { WatchFrame } from "./registry/index.ts";
import { Feed, follow, madeTell } from "./storage/index.ts";
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

/** The body of a watch: the events of a batch together. `encode` gives the pieces in which they are sent. */
export function watchBody(watched: WatchedFrames, encode: EncodeFrames): Feed<Uint8Array> {
  return new Feed((tell, left) => tellBody({ ...watched, encode, left }, tell));
}

type EncodeFrames = (frames: readonly WatchFrame[]) => readonly Uint8Array[];

interface Body extends WatchedFrames {
  readonly encode: EncodeFrames;
  readonly left: AbortSignal | undefined;
}

async function tellBody(body: Body, tell: Tell<Uint8Array>): Promise<void> {
  const { frames, asking, ending, encode, left } = body;
  using _entered = body.enter?.();
  try {
    await follow(frames, madeTell(encode, tell), left);
    if (StatusError.is(ending?.reason)) throw ending.reason;
  } catch (error) {
    asking?.throwIfAborted();
    left?.throwIfAborted();
    const object = new TextEncoder().encode(JSON.stringify(body.tell(error)));
    await tell(joinBytes(encode([{ type: "ERROR", object }])));
  }
  asking?.throwIfAborted();
  if (ConnectionCutError.is(ending?.reason)) throw ending.reason;
}
