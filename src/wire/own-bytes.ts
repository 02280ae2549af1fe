/** The bytes in memory of their own, which holds nothing else, such as a chunk of a stream. They themselves if they are that already. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  // `Buffer.slice` would be a view.
  return Uint8Array.prototype.slice.call(bytes);
}
