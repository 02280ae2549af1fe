import { isDeepStrictEqual, inspect } from "node:util";

/** Fails unless an example's value is the one that its page shows on `line`. */
export function assertShown(actual: unknown, expected: unknown, line: number): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(
    `Line ${line} shows ${inspect(expected, { depth: null })}, but the value is ${inspect(actual, { depth: null })}.`,
  );
}
