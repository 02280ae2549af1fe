// Not imported from json-bytes.ts, for speed: see json-walker.ts.
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Where a value ends that was walked over before and so is JSON. */
export function endOfKnown(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === quote) return endOfKnownText(bytes, start);
  if (first !== openBrace && first !== openBracket) return endOfScalar(bytes, start);
  let depth = 0;
  for (let at = start; ;) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      at = endOfKnownText(bytes, at);
      continue;
    }
    at++;
    if (byte < openBracket) continue;
    if (byte === openBrace || byte === openBracket) depth++;
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at;
  }
}

/** Where a text ends that was walked over before, from its opening quote. */
export function endOfKnownText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; ; at++) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at++;
  }
}

/** Where the next byte is that is no whitespace. */
export function afterKnownSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((bytes[at] as number) <= 0x20) at++;
  return at;
}

function endOfScalar(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte <= 0x20 || byte === comma || byte === closeBrace || byte === closeBracket) break;
  }
  return at;
}
