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

/** From so many waiting calls on a handler has fallen behind. */
export const maxPending = 10_000;

/** How many objects a list asks for at once. */
export const pageSize = 500;

/** A streamed list that is silent for so long before its end is given up for a list of the other kind. */
export const initialSilenceMs = 10_000;

/** For so long a server that has refused to stream its lists is not asked again. */
export const refusalMs = 1_800_000;

/** Where bookmarks come each minute, a watch that is silent for so long is mute. */
export const quietMs = 120_000;

/** With so many deltas in a queue there is no more room, until half of them are processed. */
export const maxQueuedDeltas = 2_000;

/** So many of the UIDs that ended last are remembered, so that a late answer does not bring them back. */
export const maxEndedUids = 1_024;

/** So many own deletes hide objects whose end the server has not told; beyond that the oldest are forgotten. */
export const maxHiddenStates = 10_000;

/** What an own write told, and the server's stream has not told after so long, is read from the server. */
export const ownWriteMs = 10_000;

/** A read of what an own write told that takes longer is given up. */
export const ownReadTimeoutMs = 30_000;
