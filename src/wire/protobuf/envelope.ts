import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

/** What stands before every object in protobuf: `k8s` and a zero. No message can begin so. */
const magic: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** What an object's envelope says. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for protobuf. */
  readonly contentType: string;
  /** Where the content lies in the bytes. */
  readonly start: number;
  readonly end: number;
}

/** Whether bytes are an object in its envelope, and not the object alone. */
export function hasEnvelope(bytes: Uint8Array): boolean {
  return bytes[0] === magic[0] && bytes[1] === magic[1] && bytes[2] === magic[2] && bytes[3] === magic[3];
}

/** Reads an envelope to its end. The reader stands at its first byte. */
export function readEnvelope(reader: ByteReader): Envelope {
  const end = reader.bytes.length;
  const envelope = { apiVersion: "", kind: "", contentType: "", start: -1, end };
  reader.messageName = "runtime.Unknown";
  reader.at += magic.length;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === bytesTag(1)) Object.assign(envelope, readTypeMeta(reader, reader.contentEnd(end)));
    else if (tag === bytesTag(2)) {
      envelope.end = reader.contentEnd(end);
      envelope.start = reader.at;
      reader.at = envelope.end;
    } else if (tag === bytesTag(3)) {
      if (reader.contentEnd(end) !== reader.at) reader.fail("content that is not compressed");
    } else if (tag === bytesTag(4)) envelope.contentType = reader.text(reader.contentEnd(end));
    else reader.skip(tag & 7, end);
  }
  // One without content is one that was cut: an empty object has content of no bytes.
  if (envelope.start < 0) reader.fail("content in the envelope");
  return envelope;
}

/** The content of a message that is nothing but bytes (`RawExtension`), as a view. */
export function readRaw(reader: ByteReader, end: number): Uint8Array | undefined {
  let content: Uint8Array | undefined;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === bytesTag(1)) content = reader.view(reader.contentEnd(end));
    else reader.skip(tag & 7, end);
  }
  return content;
}

/** Writes the envelope around what `writeContent` writes. */
export function writeEnvelope(
  writer: ByteWriter,
  { apiVersion, kind }: Pick<Envelope, "apiVersion" | "kind">,
  writeContent: () => void,
): void {
  writer.close(4, writer.length);
  writer.close(3, writer.length);
  const contentBefore = writer.length;
  writeContent();
  writer.close(2, contentBefore);
  const typeBefore = writer.length;
  writer.field(2, kind);
  writer.field(1, apiVersion);
  writer.close(1, typeBefore);
  writer.bytes(Uint8Array.from(magic));
}

function readTypeMeta(reader: ByteReader, end: number): Pick<Envelope, "apiVersion" | "kind"> {
  const type = { apiVersion: "", kind: "" };
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === bytesTag(1)) type.apiVersion = reader.text(reader.contentEnd(end));
    else if (tag === bytesTag(2)) type.kind = reader.text(reader.contentEnd(end));
    else reader.skip(tag & 7, end);
  }
  return type;
}

/** The tag of a field with the wire type of bytes. */
export function bytesTag(number: number): number {
  return (number << 3) | 2;
}
