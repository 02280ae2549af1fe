/** The beginning of a field of which not everything may be there. */
export interface FieldHead {
  /** Whether the tag and the length are there: without them the rest is not known. */
  readonly isWhole: boolean;
  /** The number and the wire type. */
  readonly tag: number;
  /** Where the content begins and ends, whether it is there or not. */
  readonly start: number;
  readonly end: number;
}

interface Varint {
  readonly value: number;
  readonly end: number;
}

const unknownHead: FieldHead = Object.freeze({ isWhole: false, tag: 0, start: 0, end: 0 });

/** The longest varint. */
const maxVarintBytes = 10;

/** Reads the head of the field that begins at `at`; `undefined` for what is none. */
export function readHead(bytes: Uint8Array, at: number): FieldHead | undefined {
  const tag = readVarint(bytes, at);
  if (tag === undefined) return bytes.length - at < maxVarintBytes ? unknownHead : undefined;
  const wireType = tag.value % 8;
  const sizes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
  const size = sizes[wireType];
  if (size !== undefined) return { isWhole: true, tag: tag.value, start: tag.end, end: tag.end + size };
  if (wireType !== 0 && wireType !== 2) return undefined;
  const number = readVarint(bytes, tag.end);
  if (number === undefined) return bytes.length - tag.end < maxVarintBytes ? unknownHead : undefined;
  const end = wireType === 0 ? number.end : number.end + number.value;
  return { isWhole: true, tag: tag.value, start: wireType === 0 ? tag.end : number.end, end };
}

/** The varint at `at`, unless it does not end where it has to. */
function readVarint(bytes: Uint8Array, at: number): Varint | undefined {
  let value = 0;
  let factor = 1;
  for (let end = at; end < bytes.length && end < at + maxVarintBytes; end++) {
    const byte = bytes[end] as number;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, end: end + 1 };
    factor *= 0x80;
  }
  return undefined;
}
