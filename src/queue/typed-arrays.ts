const smallest = 64;

/** The power of two that holds `count` entries. */
export function capacityAtLeast(count: number): number {
  return Math.max(smallest, 2 ** Math.ceil(Math.log2(Math.max(1, count))));
}

/** A longer array that begins with the entries of `array`. */
export function grownInt32(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length);
  grown.set(array);
  return grown;
}

/** A longer array that begins with the entries of `array`. */
export function grownFloat64(array: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(length);
  grown.set(array);
  return grown;
}
