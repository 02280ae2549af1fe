/** Whether two arrays have the same content. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  const { length } = left;
  if (right.length !== length) return false;
  // Versions of an object differ in few places, and mostly near the beginning, where the version stands.
  for (let at = 0; at < length; at++) if (left[at] !== right[at]) return false;
  return true;
}
