import { Problem } from "../../tools/source/problem.ts";
import { lineAt } from "../../tools/source/source.ts";
import type { Source } from "../../tools/source/source.ts";

const silencer = /(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:ignore|nocheck)|(?:v8|c8|istanbul) ignore/;

/** Comments that switch a check off. `@ts-expect-error` is no such comment: it fails when the error is gone. */
export function silencingProblems({ file, text, comments }: Source): readonly Problem[] {
  return comments.flatMap(({ value, start }) => {
    const found = silencer.exec(value)?.[0];
    const place = { file, line: lineAt(text, start) };
    return found === undefined
      ? []
      : [new Problem(place, `Remove \`${found}\` and fix what it hides, or change the rule for everybody.`)];
  });
}
