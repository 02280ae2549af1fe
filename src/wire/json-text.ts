import { parseJson } from "../model/index.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A place in bytes: from the first byte to behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** So short texts are faster without the platform's decoder, and V8 joins them by copying. */
const shortBytes = 12;

/** The text of a place that is known to be UTF-8. Holds nothing of the bytes. */
export function textAt(bytes: Uint8Array, { start, end }: Span): string {
  if (end - start > shortBytes) return decoder.decode(bytes.subarray(start, end));
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The content of a JSON text, whose place is that between its quotes. */
export function unquotedAt(bytes: Uint8Array, { start, end }: Span): string {
  return unquoted(textAt(bytes, { start, end }));
}

/** What a text says that stands between quotes in JSON. */
export function unquoted(text: string): string {
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** Whether bytes are UTF-8 as `JSON.parse` would have been given it, without a replaced character. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** How a place is to be parsed. */
export interface ParseAtOptions {
  /** Whether integers may be there that need more than 15 digits: they are kept exactly, as `parseJson` keeps them. */
  readonly hasLongNumber: boolean;
}

/** The value at a place that was walked over: it is JSON and not too deep. */
export function parseAt(bytes: Uint8Array, { start, end }: Span, options: ParseAtOptions): unknown {
  return parse(decoder.decode(bytes.subarray(start, end)), options);
}

/** The value of a whole document that was walked over, with a zero where `omitted` is. */
export function parseWithout(bytes: Uint8Array, omitted: Span, options: ParseAtOptions): unknown {
  const before = decoder.decode(bytes.subarray(0, omitted.start));
  return parse(`${before}0${decoder.decode(bytes.subarray(omitted.end))}`, options);
}

function parse(text: string, { hasLongNumber }: ParseAtOptions): unknown {
  return hasLongNumber ? parseJson(text) : (JSON.parse(text) as unknown);
}
