/** What no value of a header has: it would break its line, or could be read in two ways. */
export const refusedInValue: Readonly<RegExp> = /[^\t\x20-\x7e\x80-\xff]/;

/** One warning. Inside of it, quotation marks and backslashes are escaped. */
const oneWarning = /299 - "(?:[^"\\]|\\.)*"/g;

/** The warnings of an answer: each gets a line of its own. Whoever reads headers puts them together again. */
export function warningLines(value: string): readonly string[] {
  return value.match(oneWarning) ?? [value];
}
