import { RE2JS } from "re2js";
import { withCategoryNames } from "./category-names.ts";
import { maxPatternSize } from "./defaults.ts";

/** A pattern of a schema. */
export interface Pattern {
  readonly text: string;
  /** Why it is no pattern, in the words of Go's regular expressions; `undefined` when it is one. */
  readonly problem: string | undefined;
  /** Whether it is found somewhere in a text, in time that grows with the text only, as its own size is bounded. Never, for one that is no pattern. */
  matches(text: string): boolean;
}

/** Reads a pattern in the syntax of Go, RE2's, and refuses what only other languages have. */
export function compilePattern(text: string): Pattern {
  const compiled = readPattern(text);
  if (typeof compiled === "string") return { text, problem: compiled, matches: () => false };
  const size = compiled.programSize();
  if (size > maxPatternSize) {
    return { text, problem: `expression of ${size} steps, limit ${maxPatternSize}`, matches: () => false };
  }
  return { text, problem: undefined, matches: (value) => compiled.matcher(value).find() };
}

/** A pattern in the syntax of Go, or why it is none. */
export function readPattern(text: string): RE2JS | string {
  const { pattern, asSent } = withCategoryNames(text);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return asSent(error instanceof Error ? error.message : String(error));
  }
}
