/**
 * Between bytes and objects: lines of a stream, and the read-only views that caches hand out.
 *
 * Promised: a stream gives the same lines wherever its chunks begin and end; a view behaves as the plain object that it shows, but for
 * writes, which throw at any depth; keys such as `__proto__` are data. Not promised: values other than JSON's.
 *
 * @module
 */
export { LineTooLongError, splitLines } from "./lines.ts";
export type { SplitLinesOptions } from "./lines.ts";
export { viewOf } from "./view.ts";
