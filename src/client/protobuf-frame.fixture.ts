/** An event of a watch in protobuf: its length, its type and its object, in an envelope. */
export function frameOf(type: string, content: Uint8Array): Uint8Array {
  const raw = delimited(2, delimited(1, content));
  const event = Buffer.concat([delimited(1, new TextEncoder().encode(type)), raw]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

/** A field of a message. */
function delimited(number: number, content: Uint8Array): Uint8Array {
  const head = [(number << 3) | 2, (content.length & 0x7f) | 0x80, (content.length >>> 7) & 0x7f];
  return Buffer.concat([Uint8Array.from(head), content]);
}
