/** What a string literal says, without quotes and escapes; `undefined` if it says no text, such as half a surrogate pair. */
export function unquote(literal: string): string | undefined {
  const { body, isRaw } = bodyOf(literal);
  if (isRaw || !body.includes("\\")) return body;
  const points = decoded(body, (code) => code);
  return points?.map((code) => String.fromCodePoint(code)).join("");
}

/** What a bytes literal says. `\x` and octal escapes stand for bytes, all else for text in UTF-8. */
export function unquoteBytes(literal: string): Uint8Array | undefined {
  const { body, isRaw } = bodyOf(literal.slice(1));
  const encoder = new TextEncoder();
  if (isRaw || !body.includes("\\")) return encoder.encode(body);
  if (/\\[uU]/.test(body)) return undefined;
  const pieces = decoded(body, (code, isByte) => (isByte ? [code] : [...encoder.encode(String.fromCodePoint(code))]));
  return pieces && Uint8Array.from(pieces.flat());
}

function bodyOf(literal: string): { readonly body: string; readonly isRaw: boolean } {
  const isRaw = /^[rR]/.test(literal);
  const text = isRaw ? literal.slice(1) : literal;
  const quotes = text.length >= 6 && /^(?:"""|''')/.test(text) ? 3 : 1;
  return { body: text.slice(quotes, -quotes), isRaw };
}

const simple: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

const part = /\\(?:([0-3][0-7]{2})|[xX]([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))|([^])/gu;

function decoded<T>(body: string, make: (code: number, isByte: boolean) => T): readonly T[] | undefined {
  const result: T[] = [];
  for (const [, octal, hex, short, long, letter, plain] of body.matchAll(part)) {
    const digits = hex ?? short ?? long;
    const isByte = octal !== undefined || hex !== undefined;
    const code =
      octal === undefined
        ? digits === undefined
          ? (simple[letter ?? ""] ?? (letter ?? plain ?? "").codePointAt(0) ?? 0)
          : Number.parseInt(digits, 16)
        : Number.parseInt(octal, 8);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
    result.push(make(code, isByte));
  }
  return result;
}
