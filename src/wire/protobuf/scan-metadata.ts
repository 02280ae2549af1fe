import type { ByteReader } from "./byte-reader.ts";
import { Decoder } from "./decoder.ts";
import type { DecoderOptions } from "./decoder-options.ts";
import type { MessageType } from "./message-type.ts";
import { MetadataScan, metadataTags as tags } from "./metadata-scan.ts";

/** Metadata in the bytes of a reader. */
export interface MetadataPlace {
  readonly type: MessageType;
  /** Where the field begins that it is in. */
  readonly fieldStart: number;
  readonly end: number;
  readonly decoding: DecoderOptions;
}

/** Scans the metadata whose content begins where the reader is. All fields are passed over; few are decoded. */
export function scanMetadata(reader: ByteReader, place: MetadataPlace): MetadataScan {
  const { type, end } = place;
  const found = new MetadataScan();
  found.fieldStart = place.fieldStart;
  found.start = reader.at;
  found.end = end;
  const outer = reader.messageName;
  reader.messageName = type.name;
  let previous = 0;
  while (reader.at < end) {
    const start = reader.at;
    const tag = reader.tag(end);
    if (tag >>> 3 < previous) found.isScattered = true;
    previous = tag >>> 3;
    // An empty text is as if it were not there.
    if (tag === tags.name) found.name = reader.textOnce(reader.contentEnd(end)) || found.name;
    else if (tag === tags.namespace) found.namespace = reader.text(reader.contentEnd(end)) || found.namespace;
    else if (tag === tags.uid) found.uid = reader.textOnce(reader.contentEnd(end)) || found.uid;
    else if (tag === tags.resourceVersion)
      found.resourceVersion = reader.textOnce(reader.contentEnd(end)) || found.resourceVersion;
    else if (tag === tags.generation) found.generation = safe(reader.int64(end)) ?? found.generation;
    else if (tag === tags.deletionTimestamp) found.deletionTimestamp = readTime(reader, start, place);
    else {
      passOver(reader, tag, place);
      found.add(tag, start, reader.at);
    }
  }
  reader.messageName = outer;
  return found;
}

function passOver(reader: ByteReader, tag: number, { type, end }: MetadataPlace): void {
  const field = type.fields[tag >>> 3];
  if (field !== undefined && (tag & 7) !== field.wireType)
    reader.fail(`wire type ${field.wireType} for the field ${field.name}`);
  reader.skip(tag & 7, end);
}

/** Zero is as if it were not there; what no number holds means nothing as a generation. */
function safe(integer: unknown): number | undefined {
  return typeof integer === "number" && integer !== 0 ? integer : undefined;
}

function readTime(reader: ByteReader, start: number, { type, end, decoding }: MetadataPlace): string | undefined {
  const fieldEnd = reader.contentEnd(end);
  reader.at = start;
  const { deletionTimestamp } = new Decoder(reader, decoding).fields(type, fieldEnd);
  return typeof deletionTimestamp === "string" ? deletionTimestamp : undefined;
}
