/** Orders two texts as the bytes of their UTF-8 form are ordered: negative, zero or positive. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const difference = rank(a.charCodeAt(index)) - rank(b.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Characters beyond U+FFFF are written as two surrogates, which stand below U+E000 but belong above U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_00_00 : unit;
}
