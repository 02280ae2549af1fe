import type { ByteReader } from "./byte-reader.ts";
import { Decoder } from "./decoder.ts";
import type { DecoderOptions } from "./decoder-options.ts";
import type { Field, MessageType, ValueType } from "./message-type.ts";
import { MetadataScan } from "./metadata-scan.ts";
import { scanMetadata } from "./scan-metadata.ts";

/** What one pass over the message of an object found. Little of it is decoded. */
export interface MessageScan {
  readonly metadata: MetadataScan;
  /** Whether fields are not in the order of their numbers, at the top or in metadata: nobody writes it so, and the rest does not hold then. */
  readonly isScattered: boolean;
}

/** Scans the object that all bytes of a reader are. Throws a `DecodeError` if that shows to be none. */
export function scanMessage(reader: ByteReader, type: MessageType, decoding: DecoderOptions): MessageScan {
  const end = reader.bytes.length;
  reader.messageName = type.name;
  let metadata: MetadataScan | undefined;
  let isScattered = false;
  let previous = 0;
  while (reader.at < end) {
    const start = reader.at;
    const tag = reader.tag(end);
    const number = tag >>> 3;
    const field = type.fields[number];
    if (number < previous) isScattered = true;
    previous = number;
    if (field !== undefined) checkWireType(reader, field, tag & 7);
    if (field === undefined || !isObjectMeta(field)) {
      reader.skip(tag & 7, end);
      if (field !== undefined && !field.canWait && !isSound(field)) check(reader, { start, type, decoding });
    } else {
      // Of several the last counts.
      isScattered ||= metadata !== undefined;
      const place = { type: field.message, fieldStart: start, end: reader.contentEnd(end), decoding };
      metadata = scanMetadata(reader, place);
    }
  }
  metadata ??= new MetadataScan();
  return { metadata, isScattered: isScattered || metadata.isScattered };
}

function checkWireType(reader: ByteReader, { wireType, shape, name }: Field, given: number): void {
  const isExpected = given === wireType || (given === 2 && shape === "list");
  if (!isExpected) reader.fail(`wire type ${wireType} for the field ${name}`);
}

interface PassedField {
  readonly start: number;
  /** The type of the message that it is in. */
  readonly type: MessageType;
  readonly decoding: DecoderOptions;
}

/** Decodes the field that was passed over: a view of the object does so at once, and must not fail. */
function check(reader: ByteReader, { start, type, decoding }: PassedField): void {
  const end = reader.at;
  reader.at = start;
  new Decoder(reader, decoding).fields(type, end);
}

/** Whether everything that can be passed over can be decoded. */
function isSound({ shape, type }: Field): boolean {
  return shape === "single" && soundTypes.has(type);
}

const soundTypes: ReadonlySet<ValueType> = new Set(["string", "boolean", "int32", "int64", "double", "bytes"]);

/** Whether a field is the metadata that objects have. */
export function isObjectMeta(field: Field): boolean {
  return field.name === "metadata" && field.type === "message" && field.message.name === "meta/v1.ObjectMeta";
}
