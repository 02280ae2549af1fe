import fc from "fast-check";
import { test } from "vitest";
import { indented } from "./indented.ts";

test("JSON is on the lines on which the platform has it, and what the platform would change stays [apiserver/pretty]", ({
  expect,
}) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => indented(JSON.stringify(value)) === JSON.stringify(value, undefined, 2)),
  );
  expect(indented(String.raw`{"b":[1.0,[],{}],"a":"{\"\\","a":{"10":1,"9":-0}}`)).toBe(String.raw`{
  "b": [
    1.0,
    [],
    {}
  ],
  "a": "{\"\\",
  "a": {
    "10": 1,
    "9": -0
  }
}`);
});
