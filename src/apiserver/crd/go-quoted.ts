const goEscapes: Readonly<Record<string, string>> = {
  "\u0007": "a",
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\v": "v",
  '"': '"',
  "\\": "\\",
};

const plain = /^[ !#-[\]-~]*$/;

/** A text in quotation marks, as Go shows it: what cannot be printed is escaped. */
export function goQuoted(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const shown = Array.from(text, (character) => {
    if (Object.hasOwn(goEscapes, character)) return `\\${goEscapes[character]}`;
    if (isPrintable(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    if (code < 0x80) return `\\x${digits.padStart(2, "0")}`;
    return digits.length <= 4 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
  });
  return `"${shown.join("")}"`;
}

/** Whether Go shows a character as it is. */
export function isPrintable(character: string): boolean {
  return !/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character);
}

/** A value in a message: texts as Go quotes them, others as JSON. */
export function shownValue(value: unknown): string {
  return typeof value === "string" ? goQuoted(value) : JSON.stringify(value);
}
