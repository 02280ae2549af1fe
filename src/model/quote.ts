import { maxExcerptLength } from "./defaults.ts";

const plain = /^[ !#-[\]-~]*$/;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** Quotes a string the way Kubernetes' messages do: printable characters stay, the others become escapes. */
export function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  let quoted = "";
  for (const character of text.toWellFormed()) {
    quoted += Object.hasOwn(named, character) ? named[character] : escape(character);
  }
  return `"${quoted}"`;
}

/** The list as Kubernetes' messages show it: JSON in which the characters that matter to HTML are escaped. */
export function quoteJson(value: string | readonly string[] | null): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => codeUnit(found));
}

/** At most the beginning of a text, quoted, for a message about it; for any other value its type. */
export function excerpt(text: unknown): string {
  if (typeof text !== "string") return text === null ? "null" : typeof text;
  return text.length <= maxExcerptLength ? quote(text) : `${quote(text.slice(0, maxExcerptLength))}…`;
}

function escape(character: string): string {
  if (printable.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code < 0x1_00_00 ? codeUnit(character) : `\\U${hex(code, 8)}`;
}

function codeUnit(character: string): string {
  return `\\u${hex(character.charCodeAt(0), 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
