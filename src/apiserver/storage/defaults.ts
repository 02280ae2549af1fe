/** How many changes of one collection a memory store remembers. */
export const defaultHistorySize = 10_000;

/** The revision of an empty store. No revision is ever 0: that stands for "does not exist". */
export const firstRevision = 1;
