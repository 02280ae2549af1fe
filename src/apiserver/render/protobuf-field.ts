const bytesWireType = 2;

/** A field whose value is some bytes, in pieces that follow each other. The pieces of the value are not copied. */
export function bytesField(number: number, value: readonly Uint8Array[]): readonly Uint8Array[] {
  return [Uint8Array.from([(number << 3) | bytesWireType, ...varint(sizeOf(value))]), ...value];
}

/** A field whose value is a text. */
export function textField(number: number, text: string): Uint8Array {
  const [head = new Uint8Array(), value = new Uint8Array()] = bytesField(number, [new TextEncoder().encode(text)]);
  return Uint8Array.from([...head, ...value]);
}

/** A field whose value is a whole number from 0 on. */
export function integerField(number: number, value: number): Uint8Array {
  return Uint8Array.from([number << 3, ...varint(value)]);
}

/** How long all pieces are together. */
export function sizeOf(parts: readonly Uint8Array[]): number {
  let size = 0;
  for (const part of parts) size += part.length;
  return size;
}

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return bytes;
}
