import { getOwn } from "../../model/index.ts";
import type { ByteReader } from "./byte-reader.ts";
import { Decoder } from "./decoder.ts";
import type { DecoderOptions } from "./decoder-options.ts";
import { decodeSteps } from "./message-type.ts";
import type { Field, MessageType } from "./message-type.ts";
import { missingValue } from "./missing-values.ts";

/** A message and what reads it: the reader is at its first byte. */
export interface MessagePlace {
  readonly reader: ByteReader;
  readonly decoding: DecoderOptions;
  readonly type: MessageType;
  readonly end: number;
}

/** The value at a path of field names; `undefined` if there is none. Messages on the way are passed over, not decoded. */
export function readPath(place: MessagePlace, path: readonly string[]): unknown {
  const { reader, decoding } = place;
  let { type, end } = place;
  for (let position = 0; position < path.length; position++) {
    const field = fieldOf(type, path[position] as string);
    // It may be inside an inlined message, or it is no field at all.
    if (field === undefined) return valueAt(new Decoder(reader, decoding).message(type, end), path, position);
    if (position === path.length - 1 && field.step === decodeSteps.string) return readText(reader, field, end);
    if (position === path.length - 1 || !isPlainMessage(field))
      return valueAt(new Decoder(reader, decoding).only(type, field, end), path, position + 1);
    const contentEnd = seekLast(reader, field, end);
    if (contentEnd === -1) return valueAt(missingValue(field), path, position + 1);
    type = field.message;
    end = contentEnd;
  }
  return new Decoder(reader, decoding).message(type, end);
}

function fieldOf({ fields, isUnion }: MessageType, name: string): Field | undefined {
  if (isUnion) return undefined;
  for (const field of fields) if (field?.name === name && field.shape !== "inline") return field;
  return undefined;
}

function isPlainMessage(field: Field): boolean {
  return field.shape === "single" && field.type === "message" && !field.message.isUnion;
}

function readText(reader: ByteReader, field: Field, end: number): unknown {
  const contentEnd = seekLast(reader, field, end);
  const text = contentEnd === -1 ? "" : reader.text(contentEnd);
  return text !== "" || (contentEnd !== -1 && field.keepsZero) ? text : missingValue(field);
}

/** Goes to the content of a field, and tells where that ends; -1 if there is none. Of one that occurs twice the last counts. */
function seekLast(reader: ByteReader, field: Field, end: number): number {
  let start = -1;
  let contentEnd = -1;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag >>> 3 !== field.number) reader.skip(tag & 7, end);
    else if ((tag & 7) === field.wireType) {
      contentEnd = reader.contentEnd(end);
      start = reader.at;
      reader.at = contentEnd;
    } else reader.fail(`wire type ${field.wireType} for the field ${field.name}`);
  }
  if (start !== -1) reader.at = start;
  return contentEnd;
}

/** What is below a value at the path from a position on. */
function valueAt(value: unknown, path: readonly string[], position: number): unknown {
  let found = value;
  for (const name of path.slice(position)) {
    if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
    found = getOwn(found, name);
  }
  return found;
}
