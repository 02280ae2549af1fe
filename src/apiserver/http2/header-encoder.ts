import { refusedInValue, warningLines } from "../header-value.ts";
import { staticHeaders } from "./header-tables.ts";

/** What both sides know from the beginning: whole headers for the status, and the numbers of names. */
const statusNumbers: ReadonlyMap<string, number> = new Map(
  staticHeaders.flatMap(([name, value], index) => (name === ":status" ? [[value, index + 1]] : [])),
);
const nameNumbers: ReadonlyMap<string, number> = new Map(
  staticHeaders.map(([name], index): [string, number] => [name, index + 1]).reverse(),
);

/** Tells a reader of headers to remember none. */
export const rememberNothing = "\x20";

/**
 * The head of an answer as a block of headers (HPACK), each character a byte. Nothing is remembered by the other side, so that a block means
 * the same whenever it is sent. Throws if a value would break its line.
 */
export function encodeHead(status: number, headers: Readonly<Record<string, string>>): string {
  let block = encodeStatus(String(status));
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? "";
    if (name !== "warning") block += encodeHeader(name, value);
    else for (const line of warningLines(value)) block += encodeHeader(name, line);
  }
  return block;
}

function encodeStatus(status: string): string {
  const number = statusNumbers.get(status);
  return number === undefined ? encodeHeader(":status", status) : String.fromCharCode(0x80 | number);
}

/** One header, by the number of its name if that has one. */
export function encodeHeader(name: string, value: string): string {
  if (refusedInValue.test(value)) throw new Error(`answer a request: the header ${name} cannot be written`);
  const number = nameNumbers.get(name);
  const named = number === undefined ? `\0${encodeText(name)}` : encodeInteger(number, 4);
  return named + encodeText(value);
}

function encodeText(text: string): string {
  return encodeInteger(text.length, 7) + text;
}

function encodeInteger(value: number, bits: number): string {
  const most = (1 << bits) - 1;
  if (value < most) return String.fromCharCode(value);
  let text = String.fromCharCode(most);
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) text += String.fromCharCode((rest % 128) | 0x80);
  return text + String.fromCharCode(rest);
}
