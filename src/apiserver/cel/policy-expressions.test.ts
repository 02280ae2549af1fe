import { test } from "vitest";
import { Library } from "./library.ts";
import { PolicyExpressions } from "./policy-expressions.ts";

test(
  "what expressions of patches can call is made once for a policy, not for each of them [apiserver/expressions]",
  { timeout: 6_000 },
  ({ expect }) => {
    const policy = new PolicyExpressions(new Library());
    const read = (hasPatchTypes: boolean): string | undefined =>
      policy.problem({ text: "jsonpatch.escapeKey('a/b')", result: "string", hasPatchTypes })?.detail;
    expect(read(false)).toContain("undeclared reference");
    // With a library for each, this takes longer than a test may.
    const problems = new Set(Array.from({ length: 20_000 }, () => read(true)));
    expect([...problems]).toEqual([undefined]);
  },
);
