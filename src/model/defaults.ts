/**
 * How deep a document may nest before it is refused. The deepest real ones (schemas inside custom resource definitions) stay below a
 * hundred; at several thousand levels the platform's own `JSON.stringify` and `structuredClone` overflow the stack.
 */
export const defaultMaxDepth = 1_000;

/** How much of a body that is not a `Status` is kept in an error, in characters. */
export const maxServerTextLength = 2_048;

/** How much of a refused value an error message quotes, in characters. */
export const maxExcerptLength = 200;

/** A walk over a document that has visited so many arrays and objects begins to remember them. */
export const manyVisits = 10_000;

/** How long the text of a quantity may be, and how large its exponent. Kubernetes sets no limit, and computes for hours on `1e-999999999`. */
export const maxQuantityLength = 1_000;
export const maxQuantityExponent = 1_000;

/** How long the text of a duration may be. The longest that says anything has a few dozen characters. */
export const maxDurationLength = 256;

/** How many operations a JSON patch may have: as many as Kubernetes allows. */
export const maxJsonPatchOperations = 10_000;

/** How much the copies of a JSON patch may add to a document, in characters of JSON: as much as Kubernetes allows. */
export const maxJsonPatchCopySize: number = 3 * 1_024 * 1_024;
