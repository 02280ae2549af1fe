/** Two escapes for the halves of one character, or one for a half, behind as many backslashes as stand for themselves. */
const halves =
  /(?<!\\)((?:\\\\)*)(?:\\u[dD][89abAB][\da-fA-F]{2}(\\u[dD][c-fC-F][\da-fA-F]{2})?|\\u[dD][c-fC-F][\da-fA-F]{2})/g;

/** A JSON text in which each half of a character that stands alone is the character that says so, as Go reads it: no text can hold it. */
export function wellFormedJson(text: string): string {
  if (!text.includes("\\u")) return text;
  return text.replaceAll(halves, (whole: string, before: string, other: string | undefined) =>
    other === undefined ? `${before}\\ufffd` : whole,
  );
}
