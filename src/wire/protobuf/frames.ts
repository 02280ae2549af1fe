import { DecodeError } from "../errors.ts";

/** How long a frame may be. */
export interface SplitFramesOptions {
  /** Without the four bytes of its length. A longer frame throws as soon as its length has arrived. */
  readonly maxFrameBytes: number;
}

const headBytes = 4;

/**
 * Splits a stream of bytes into frames, wherever its chunks begin and end. Yields, for each chunk that completes frames, those frames
 * without their lengths. A frame that the stream does not complete is dropped: its end never came.
 *
 * A frame that lies within one chunk is a view of that chunk, so that nothing is copied; whoever keeps it should copy it. What waits for
 * the next chunk is always a copy. Leaving the iteration leaves the chunks as well.
 */
export async function* splitProtobufFrames(
  chunks: AsyncIterable<Uint8Array>,
  { maxFrameBytes }: SplitFramesOptions,
): AsyncGenerator<readonly Uint8Array[], void, void> {
  const begun = new BegunFrame(maxFrameBytes);
  for await (const chunk of chunks) {
    const frames: Uint8Array[] = [];
    try {
      splitChunk(chunk, begun, frames);
    } catch (error) {
      if (frames.length > 0) yield frames;
      throw error;
    }
    if (frames.length > 0) yield frames;
  }
}

/** Adds the frames that a chunk completes. Those before one that is too long are added before it throws. */
function splitChunk(chunk: Uint8Array, begun: BegunFrame, frames: Uint8Array[]): void {
  let at = 0;
  while (at < chunk.length) {
    const end = begun.isEmpty ? frameEnd(chunk, at, begun.maxFrameBytes) : Number.NaN;
    if (end <= chunk.length) {
      frames.push(chunk.subarray(at + headBytes, end));
      at = end;
    } else at = begun.add(chunk, at, frames);
  }
}

/** Where the frame ends that begins at `at`; NaN when not even its length is there. */
function frameEnd(bytes: Uint8Array, at: number, maxFrameBytes: number): number {
  if (bytes.length - at < headBytes) return Number.NaN;
  const length = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes).getUint32(0);
  if (length <= maxFrameBytes) return at + headBytes + length;
  const expected = `frames of at most ${maxFrameBytes} bytes`;
  throw new DecodeError({ attempt: "split a stream into protobuf frames", expected });
}

/** A frame that has not arrived as a whole yet. */
class BegunFrame {
  readonly maxFrameBytes: number;
  readonly #head = new Uint8Array(headBytes);
  /** There is none before the length is known. */
  #body: Uint8Array | undefined;
  /** How many bytes of the frame have arrived, with its length. */
  #arrived = 0;

  constructor(maxFrameBytes: number) {
    this.maxFrameBytes = maxFrameBytes;
  }

  get isEmpty(): boolean {
    return this.#arrived === 0;
  }

  /** Takes what belongs to the frame, adds the frame to `frames` when that completes it, and answers where the rest begins. */
  add(chunk: Uint8Array, start: number, frames: Uint8Array[]): number {
    let at = start;
    for (; this.#arrived < headBytes && at < chunk.length; at++) this.#head[this.#arrived++] = chunk[at] as number;
    if (this.#arrived < headBytes) return at;
    this.#body ??= new Uint8Array(frameEnd(this.#head, 0, this.maxFrameBytes) - headBytes);
    const piece = chunk.subarray(at, at + this.#body.length + headBytes - this.#arrived);
    this.#body.set(piece, this.#arrived - headBytes);
    this.#arrived += piece.length;
    if (this.#arrived === this.#body.length + headBytes) {
      frames.push(this.#body);
      this.#body = undefined;
      this.#arrived = 0;
    }
    return at + piece.length;
  }
}
