/** How many changes of one collection a memory store remembers. */
export const defaultHistorySize = 10_000;

/** How many bytes these may hold together. */
export const defaultHistoryBytes = 67_108_864;

/** How much a watch takes from the log at once: it stops at whichever it reaches first. It is sent in one piece, unless the last object of it is large. */
export const watchBatch: Readonly<{ changes: number; bytes: number }> = Object.freeze({
  changes: 1_000,
  bytes: 131_072,
});

/** The revision of an empty store. No revision is ever 0: that stands for "does not exist". */
export const firstRevision = 1;
