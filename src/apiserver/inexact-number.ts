/** What a number that loses digits must look like: many digits, or an exponent. */
const suspicious = /[\d.]{16}|\d[eE][+-]?\d/;

const isInteger = /^-?\d+$/;

const quotationMark = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const [zero, nine] = [0x30, 0x39] as const;

/**
 * A number in a JSON text that would not be the same when it is written again, such as `1e400` or `0.12345678901234567891`. Integers are kept
 * exactly, however long. The text must be JSON; it is scanned, not parsed, so that nesting does not matter.
 */
export function inexactNumber(text: string): string | undefined {
  const number = /-?\d[\d.eE+-]*/y;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quotationMark) at = endOfString(text, at);
    if (code !== minus && (code < zero || code > nine)) continue;
    number.lastIndex = at;
    const [found] = number.exec(text) ?? [];
    if (found === undefined) continue;
    if (!isInteger.test(found) && suspicious.test(found) && canonical(found) !== canonical(String(Number(found))))
      return found;
    at += found.length - 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** The value of a decimal number as text: equal for equal values, however they are written. */
function canonical(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  if (end === 0) return whole === "" ? "none" : "0";
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
