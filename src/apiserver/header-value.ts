/** What no value of a header has: it would break its line, or could be read in two ways. */
export const refusedInValue: Readonly<RegExp> = /[^\t\x20-\x7e\x80-\xff]/;

/** Between two warnings. Inside of one, a quotation mark is escaped. */
const nextWarning = /(?<="), (?=299 - ")/;

/** The warnings of an answer: each gets a line of its own. Whoever reads headers puts them together again. */
export function warningLines(value: string): readonly string[] {
  return value.split(nextWarning);
}
