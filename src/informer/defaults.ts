/** A watch is asked to end after a random time from here up to twice as long, so that a crowd of watches does not end together. */
export const minWatchSeconds = 300;

/** A watch that lasts so much longer than it was asked to is mute: it is cut and replaced. */
export const muteGraceMs = 30_000;

/** A watch that ends sooner and brought nothing new counts as a failure: asking again at once would be a busy loop. */
export const shortWatchMs = 1_000;

/** A server that asks to wait longer than this is asked again all the same. */
export const maxRetryAfterMs = 300_000;

/** How many objects are taken care of before others get their turn of the event loop. */
export const sliceSize = 1_000;

/** The name of the index that every informer has: by namespace, empty for cluster-scoped objects. */
export const namespaceIndex = "namespace";
