/** The number of bytes that a string takes on the wire, which is what Kubernetes' length limits count. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    bytes += 1 + Number(code >= 0x80) + Number(code >= 0x8_00) + Number(code >= 0x1_00_00);
    if (code >= 0x1_00_00) index++;
  }
  return bytes;
}

/** Orders strings by their bytes on the wire, as Kubernetes does. Differs from `<` only beyond the Basic Multilingual Plane. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for the characters above all others. */
function rank(unit: number): number {
  return unit >= 0xd8_00 && unit <= 0xdf_ff ? unit + 0x1_00_00 : unit;
}
