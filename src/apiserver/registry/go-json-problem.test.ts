import { test } from "vitest";
import { goJsonProblem } from "./go-json-problem.ts";

test("a text that is no JSON is told in Go's words [apiserver/json-words]", ({ expect }) => {
  const told = (text: string): string => goJsonProblem(text);
  expect(told("{")).toBe("unexpected end of JSON input");
  expect(told('{"a":')).toBe("unexpected end of JSON input");
  expect(told("{} {}")).toBe("invalid character '{' after top-level value");
  expect(told("[x]")).toBe("invalid character 'x' looking for beginning of value");
  expect(told("{a}")).toBe("invalid character 'a' looking for beginning of object key string");
});
