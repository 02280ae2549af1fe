import { getOwn } from "../../model/index.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { Decoder } from "./decoder.ts";
import type { Field, MessageType } from "./message-type.ts";
import { missingValue } from "./missing-values.ts";

/** A message and what reads it: the reader is at its first byte, and the decoder is the reader's. */
export interface MessagePlace {
  readonly reader: ByteReader;
  readonly decoder: Decoder;
  readonly type: MessageType;
  readonly end: number;
}

/** The value at a path of field names; `undefined` if there is none. Messages on the way are passed over, not decoded. */
export function readPath({ reader, decoder, type, end }: MessagePlace, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return decoder.message(type, end);
  const field = type.fields.find((candidate) => candidate?.name === name && candidate.shape !== "inline");
  // It may be inside an inlined message, or it is no field at all.
  if (field === undefined || type.isUnion) return valueAt(decoder.message(type, end), path);
  if (rest.length === 0 || !isPlainMessage(field)) return valueAt(decoder.only(type, field, end), rest);
  const place = lastOf(reader, field, end);
  if (place === undefined) return valueAt(missingValue(field), rest);
  reader.at = place.start;
  return readPath({ reader, decoder, type: field.message, end: place.end }, rest);
}

function isPlainMessage(field: Field): boolean {
  return field.shape === "single" && field.type === "message" && !field.message.isUnion;
}

/** Where the content of a field is: of one that occurs twice the last counts. */
function lastOf(
  reader: ByteReader,
  field: Field,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  let found: { readonly start: number; readonly end: number } | undefined;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag >>> 3 !== field.number) reader.skip(tag & 7, end);
    else if ((tag & 7) === field.wireType) {
      const contentEnd = reader.contentEnd(end);
      found = { start: reader.at, end: contentEnd };
      reader.at = contentEnd;
    } else reader.fail(`wire type ${field.wireType} for the field ${field.name}`);
  }
  return found;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
    found = getOwn(found, name);
  }
  return found;
}
