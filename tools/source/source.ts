import { parseSync } from "oxc-parser";
import type { Comment, Program } from "oxc-parser";
import { Problem } from "./problem.ts";

/** A parsed file. `file` is its path from the repository's root, with forward slashes. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** Parses TypeScript or JavaScript; what stands in a page (`.md`) is TypeScript. Throws a `Problem` at the first place that does not parse. */
export function parseSource(file: string, text: string): Source {
  const { program, comments, errors } = parseSync(file.replace(/\.md$/, ".ts"), text, { preserveParens: false });
  const [error] = errors;
  if (error === undefined) return { file, text, program, comments };
  throw new Problem({ file, line: lineAt(text, error.labels[0]?.start ?? 0) }, `Make this parse: ${error.message}.`);
}

/** The line of an offset in a text; the first line is 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
