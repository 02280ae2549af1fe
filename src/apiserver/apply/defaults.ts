/** Of so many owners by updates each is kept apart; of more, the oldest are joined. */
export const maxUpdateOwners = 10;

/** Who owns what the oldest updates set, once there are too many. */
export const ancientManager = "ancient-changes";

/** Who owns what was there before anybody's fields were recorded. */
export const firstManager = "before-first-apply";

/** Who writes without a name. */
export const unknownManager = "unknown";

/** What all annotations of an object may have together, in bytes. */
export const maxAnnotationsBytes: number = 256 * 1024;
