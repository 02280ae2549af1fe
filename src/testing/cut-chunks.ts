/** How small chunks are cut, and who counts them. */
export interface CutChunksOptions {
  readonly chunkBytes: number;
  readonly onCut: () => void;
}

/** The same bytes in chunks of at most so many. Each is a copy: what it was cut from may be written to. */
export async function* cutChunks(
  body: AsyncIterable<Uint8Array>,
  { chunkBytes, onCut }: CutChunksOptions,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; start += chunkBytes) {
      onCut();
      yield new Uint8Array(chunk.subarray(start, start + chunkBytes));
    }
  }
}
