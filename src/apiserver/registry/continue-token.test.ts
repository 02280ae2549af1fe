import { test } from "vitest";
import { formatContinue, parseContinue } from "./continue-token.ts";

/** Answers of Kubernetes to these tokens. */
const refused: readonly (readonly [string, string])[] = [
  ["abc", "invalid character 'i' looking for beginning of value"],
  ["e30", "server does not recognize this encoded version "],
  ["bnVsbA", "server does not recognize this encoded version "],
  ["W10", "json: cannot unmarshal array into Go value of type storage.continueToken"],
  ["Nw", "json: cannot unmarshal number into Go value of type storage.continueToken"],
  ["eyJ2IjoxfQ", "json: cannot unmarshal number into Go struct field continueToken.v of type string"],
  ["eyJh", "unexpected end of JSON input"],
];

test.for(refused)(
  "the token %s is refused in Kubernetes' words [apiserver/list-version-match]",
  ([token, words], { expect }) => {
    expect(() => parseContinue(token)).toThrow(`invalid continue token: continue key is not valid: ${words}`);
  },
);

test("a token that was given is read again [apiserver/list-version-match]", ({ expect }) => {
  const page = { revision: 7, start: "a\u0000é" };
  expect(parseContinue(formatContinue(page))).toEqual(page);
});
