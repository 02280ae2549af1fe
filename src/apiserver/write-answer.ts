import type { EventEmitter } from "node:events";
import type { ServerResponse as Outgoing } from "node:http";
import type { Socket } from "node:net";
import { serverDefaults } from "./defaults.ts";

export type { Outgoing };

/** The pieces of answers as they are sent. One for each endpoint: many watchers are told the same, one after the other, and what was framed last is kept. */
export class PieceFrames {
  #last: { readonly chunk: Uint8Array; readonly frames: readonly Uint8Array[] } | undefined;

  /** A piece as a chunk of HTTP/1.1. */
  readonly framed = (chunk: Uint8Array): readonly Uint8Array[] => {
    if (this.#last?.chunk === chunk) return this.#last.frames;
    const frames = [framed(chunk)];
    // What is large is not held on to.
    this.#last = chunk.length > serverDefaults.chunkBytes ? undefined : { chunk, frames };
    return frames;
  };
}

/** What tells that the other side has taken everything. That is always the socket: only the platform's own parser passes it on. */
export function drainOf(outgoing: Outgoing | Socket): EventEmitter {
  return !("socket" in outgoing) ? outgoing : (outgoing.socket ?? outgoing);
}

/** Writes a piece. Resolves when its memory is not needed any more: the other side, or the platform, has taken it. */
export function sent(outgoing: Outgoing, chunk: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  outgoing.write(chunk, (error) => (error ? reject(error) : resolve()));
  return promise;
}

/** Whether something was written that the other side has not taken. */
export function needsDrain(outgoing: Outgoing): boolean {
  return (outgoing.socket ?? outgoing).writableNeedDrain;
}

/**
 * Where the pieces of a stream go. The platform would write the length, the piece and its end one by one: with many watchers
 * that is a third of the work.
 */
export function streamSocketOf(outgoing: Outgoing): Socket | undefined {
  return outgoing.chunkedEncoding ? (outgoing.socket ?? undefined) : undefined;
}

/** A chunk as HTTP/1.1 sends it. */
function framed(chunk: Uint8Array): Uint8Array {
  const head = `${chunk.length.toString(16)}\r\n`;
  const frame = Buffer.allocUnsafeSlow(head.length + chunk.length + 2);
  frame.write(head, 0, "latin1");
  frame.set(chunk, head.length);
  frame.write("\r\n", head.length + chunk.length, "latin1");
  return frame;
}
