/**
 * What JSON leaves as it is and a terminal or an editor does not: DEL and the second set of control characters (they begin escape
 * sequences too), line and paragraph separators, marks that turn the direction of text, characters that can't be seen.
 */
const treacherous =
  /[\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Nothing but what stands for itself in JSON: printable ASCII without `"` and the backslash. */
const isPlain = /^[ !#-[\]-~]*$/;

/** The text as a JSON string in quotes that is one line, shows everything that is in it, and reads back to the very same text. */
export function quoteVisibly(text: string): string {
  if (isPlain.test(text)) return `"${text}"`;
  return JSON.stringify(text).replaceAll(treacherous, asUnicodeEscape);
}

/** The same without the quotes around it, and with quotes inside left alone: for people to read. */
export function showVisibly(text: string): string {
  return quoteVisibly(text).slice(1, -1).replaceAll('\\"', '"');
}

function asUnicodeEscape(character: string): string {
  let escaped = "";
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
