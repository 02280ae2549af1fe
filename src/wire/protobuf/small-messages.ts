import type { ByteReader } from "./byte-reader.ts";
import { bytesTag } from "./envelope.ts";
import type { TimeCache } from "./time-cache.ts";
import { formatMicroTime } from "./timestamp.ts";

/** What the small messages consist of, which are one value in JSON. */
interface Parts {
  first: unknown;
  second: number;
  /** There is at most one, whatever its number is. */
  text: string | undefined;
}

/** The quantity from where the reader is to `end`. */
export function readQuantity(reader: ByteReader, end: number): string {
  return readParts(reader, end).text ?? "0";
}

/** The integer or text from where the reader is to `end`. */
export function readIntOrString(reader: ByteReader, end: number): number | string {
  const { first, second, text = "" } = readParts(reader, end);
  return first === 0 ? second : text;
}

/** The time from where the reader is to `end`, to the second. An empty message is the time that is none. */
export function readTime(reader: ByteReader, end: number, times: TimeCache): string | null {
  if (reader.at === end) return null;
  return times.read(secondsOf(readParts(reader, end))) ?? failTime(reader);
}

/** The same to the microsecond. */
export function readMicroTime(reader: ByteReader, end: number): string | null {
  if (reader.at === end) return null;
  const parts = readParts(reader, end);
  return formatMicroTime({ seconds: secondsOf(parts), nanos: parts.second }) ?? failTime(reader);
}

/** The list of texts from where the reader is to `end`. */
export function readStrings(reader: ByteReader, end: number): string[] {
  const texts: string[] = [];
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === bytesTag(1)) texts.push(reader.text(reader.contentEnd(end)));
    else reader.skip(tag & 7, end);
  }
  return texts;
}

function readParts(reader: ByteReader, end: number): Parts {
  const parts: Parts = { first: 0, second: 0, text: undefined };
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 1 << 3) parts.first = reader.int64(end);
    else if (tag === 2 << 3) parts.second = reader.int32(end);
    else if ((tag & 7) === 2) parts.text = reader.text(reader.contentEnd(end));
    else reader.skip(tag & 7, end);
  }
  return parts;
}

function secondsOf({ first }: Parts): number {
  return typeof first === "number" ? first : Number.NaN;
}

function failTime(reader: ByteReader): never {
  return reader.fail("a time between the years 1 and 9999");
}
