/** How long a line may be. */
export interface SplitLinesOptions {
  /** Without the line feed. A longer line throws as soon as so many bytes of it have arrived, so that no more is ever kept. */
  readonly maxLineBytes: number;
}

/** A line is longer than allowed. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
  readonly code = "SETPOINT_LINE_TOO_LONG";

  constructor(maxLineBytes: number) {
    super(`split a stream into lines: expected lines of at most ${maxLineBytes} bytes, but one is longer`);
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is LineTooLongError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_LINE_TOO_LONG";
  }
}

const lineFeed = 0x0a;

/**
 * Splits a stream of bytes at its line feeds, wherever its chunks begin and end. Yields, for each chunk that completes lines, those lines
 * without their line feeds. What follows the last line feed of the stream is not a line and is dropped: its end never came.
 *
 * A line that lies within one chunk is a view of that chunk, so that nothing is copied; whoever keeps it should copy it. What waits for the
 * next chunk is always a copy. Leaving the iteration leaves the chunks as well.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxLineBytes }: SplitLinesOptions,
): AsyncGenerator<readonly Uint8Array[], void, void> {
  const begun = new BegunLine();
  for await (const chunk of chunks) {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      if (begun.length + end - start > maxLineBytes) throw new LineTooLongError(maxLineBytes);
      lines.push(begun.complete(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (lines.length > 0) yield lines;
    if (begun.length + chunk.length - start > maxLineBytes) throw new LineTooLongError(maxLineBytes);
    begun.add(chunk.subarray(start));
  }
}

/** The beginning of a line whose end has not arrived yet. */
class BegunLine {
  length = 0;
  #pieces: Uint8Array[] = [];

  /** Keeps a copy: a short piece must not hold the whole chunk in memory. */
  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    // `Buffer.slice` would be a view.
    this.#pieces.push(Uint8Array.prototype.slice.call(piece));
    this.length += piece.length;
  }

  /** The whole line; after that nothing has begun. */
  complete(rest: Uint8Array): Uint8Array {
    if (this.length === 0) return rest;
    const line = new Uint8Array(this.length + rest.length);
    let offset = 0;
    for (const piece of this.#pieces) {
      line.set(piece, offset);
      offset += piece.length;
    }
    line.set(rest, offset);
    this.length = 0;
    this.#pieces = [];
    return line;
  }
}
