/** What no value of a header has: it would break its line, or could be read in two ways. */
export const refusedInValue: Readonly<RegExp> = /[^\t\x20-\x7e\x80-\xff]/;
