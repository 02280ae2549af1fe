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
