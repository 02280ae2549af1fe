import { endOfRun, isAlphanumeric } from "./scan.ts";
import type { Span } from "./scan.ts";
import { isSecretName, mayNameSecret } from "./secret-names.ts";

/**
 * The values that have the name of a secret before them: `password=…`, `"token": "…"`, `client-key-data: …`, `Authorization: …`,
 * `?access_token=…&`, also in JSON that was quoted into JSON.
 *
 * Each character is looked at a bounded number of times: a search for a name stops at the separator before it, a value is skipped.
 */
export function* secretPairs(text: string): Generator<Span> {
  if (!mayNameSecret.test(text)) return;
  let from = 0;
  /** A name begins here or later: after the separator before it, or with the value before it, for that may be a name as well. */
  let nameFrom = 0;
  for (;;) {
    const separator = endOfRun(text, from, isNoSeparator);
    if (separator === text.length) return;
    const name = nameBefore(text, separator, nameFrom);
    from = nameFrom = separator + 1;
    if (!isSecretName(name.text)) continue;
    const value = valueAfter(text, from, name);
    if (value.end <= value.start) continue;
    yield value;
    // A value that ends in a separator is the name of what follows: `token: X-Api-Key: …`.
    from = isNoSeparator(text.charCodeAt(value.end - 1)) ? value.end : value.end - 1;
    nameFrom = value.start;
  }
}

interface Name {
  readonly text: string;
  /** Whether the name has quotes of its own, as in JSON. */
  readonly isQuoted: boolean;
  /** The character before the name: its own opening quote when it has quotes. */
  readonly before: string | undefined;
}

/** The longest name that is looked for, with the words before it. */
const longestName = 64;

function nameBefore(text: string, separator: number, from: number): Name {
  let end = separator;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end -= 1;
  const isQuoted = end > from && isQuote(text.charCodeAt(end - 1));
  if (isQuoted) {
    end -= 1;
    while (end > from && text[end - 1] === "\\") end -= 1;
  }
  const low = Math.max(from, end - longestName);
  let start = end;
  while (start > low && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  return { text: text.slice(start, end), isQuoted, before: text[start - 1] };
}

function valueAfter(text: string, from: number, name: Name): Span {
  const line = endOfRun(text, from, isBlank);
  if (startsBlock(text, line)) return indentedBlock(text, line);
  const start = endOfRun(text, line, isBlankOrOperator);
  if (text[start] === "{" || text[start] === "[") return { start, end: endOfBrackets(text, start) };
  const quote = endOfRun(text, start, isBackslash);
  if (isQuote(text.charCodeAt(quote))) return quotedValue(text, start, quote);
  const end = endOfBare(text, start, name);
  return isFlag(text, start, end) ? { start, end: start } : { start, end };
}

/** A flag or nothing gives nothing away: `automountServiceAccountToken: true`. */
function isFlag(text: string, start: number, end: number): boolean {
  return end - start <= 16 && /^(?:true|false|null|undefined)?[,;)}\]]*$/.test(text.slice(start, end));
}

/** The end of a value that has no quotes of its own. */
function endOfBare(text: string, start: number, { text: name, isQuoted, before }: Name): number {
  const isInQuotes = !isQuoted && !name.startsWith(" ") && before !== undefined && isQuote(before.charCodeAt(0));
  // These headers hold blanks and quotes, so only the end of the line is an end.
  if (isInQuotes || /authorization|cookie/i.test(name)) {
    const around = isInQuotes ? before.charCodeAt(0) : undefined;
    return endOfRun(text, start, (code) => !isNewLine(code) && code !== around);
  }
  const endings = isQuoted ? ",}]" : before === "?" || before === "&" ? "&#" : "";
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || endings.includes(text[end] ?? "")) break;
    if (isQuote(code) && !isWordCharacter(text.charCodeAt(end + 1))) break;
  }
  return end;
}

/** What is between the quotes. The closing one has as many backslashes as the opening one; without it, all that follows. */
function quotedValue(text: string, start: number, quote: number): Span {
  const mark = text[quote] ?? '"';
  const depth = quote - start;
  for (let end = text.indexOf(mark, quote + 1); end !== -1; end = text.indexOf(mark, end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes += 1;
    const closes = depth === 0 ? slashes % 2 === 0 : slashes <= depth;
    if (closes) return { start: quote + 1, end: Math.max(quote + 1, end - (depth === 0 ? 0 : slashes)) };
  }
  return { start: quote + 1, end: text.length };
}

/** The end of the bracket that opens at `start`, not counting brackets in strings; without one, the end of the text. */
function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === "{" || character === "[")) depth += 1;
    else if (!inString && (character === "}" || character === "]")) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

/** The lines after `from` that are indented as deep as the first one: a YAML block. None when the next line is not indented. */
function indentedBlock(text: string, from: number): Span {
  const first = nextLine(text, from);
  const start = endOfRun(text, first, isBlank);
  const indent = start - first;
  if (indent === 0) return { start: first, end: first };
  let end = endOfLine(text, start);
  while (end < text.length) {
    const line = nextLine(text, end);
    const content = endOfRun(text, line, isBlank);
    if (content - line < indent && !isNewLine(text.charCodeAt(content))) break;
    end = endOfLine(text, content);
  }
  return { start, end };
}

function endOfLine(text: string, from: number): number {
  return endOfRun(text, from, (code) => !isNewLine(code));
}

/** The start of the line after the one that `from` is in. */
function nextLine(text: string, from: number): number {
  const end = endOfLine(text, from);
  return text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : Math.min(end + 1, text.length);
}

/** Whether the value is on the lines that follow: nothing, or the indicator of a YAML block, is left on this one. */
function startsBlock(text: string, from: number): boolean {
  const content = text[from] === "|" || text[from] === ">" ? endOfRun(text, from + 1, isBlockModifier) : from;
  return isNewLine(text.charCodeAt(content));
}

function isNewLine(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isBackslash(code: number): boolean {
  return code === 0x5c;
}

/** One of `"`, `'` and the backtick. */
function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60;
}

function isNoSeparator(code: number): boolean {
  return code !== 0x3a && code !== 0x3d;
}

/** A blank, or a sign of `==`, `=>` and `:=`. */
function isBlankOrOperator(code: number): boolean {
  return isBlank(code) || code === 0x3a || code === 0x3d || code === 0x3e;
}

/** A sign or digit after `|` or `>`. */
function isBlockModifier(code: number): boolean {
  return code === 0x2b || code === 0x2d || isBlank(code) || (code >= 0x30 && code <= 0x39);
}

/** A letter, a digit, or one of the separators in a name: blank, `-`, `_`, `.`. */
function isNameCharacter(code: number): boolean {
  return isWordCharacter(code) || code === 0x20;
}

/** A letter, a digit, or one of `-`, `_`, `.`. */
function isWordCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2d || code === 0x5f || code === 0x2e;
}
