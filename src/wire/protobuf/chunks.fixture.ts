/** The bytes in chunks that end at `cuts`, in any order, and at the end. */
export async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array, void, void> {
  let start = 0;
  for (const end of [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)) {
    yield bytes.subarray(start, end);
    start = end;
  }
}
