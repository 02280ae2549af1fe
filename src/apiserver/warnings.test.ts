import { test } from "vitest";
import { statusAnswer } from "./answer.ts";
import { StatusError } from "./registry/index.ts";
import { withWarnings } from "./warnings.ts";

function told(...warnings: readonly string[]): readonly string[] {
  const { headers } = withWarnings(statusAnswer(StatusError.noSuchResource().status), warnings);
  return (headers["warning"]?.split(", ") ?? []).map((one) => one.slice('299 - "'.length, -1));
}

test("a warning is told once, and all together are bounded [apiserver/warning-limits]", ({ expect }) => {
  expect(told()).toEqual([]);
  expect(told("b", "a", "b")).toEqual(["b", "a"]);
  const long = (index: number): string => `${index}`.padEnd(2_000, "x");
  expect(told(long(1), long(2))).toEqual([long(1), long(2)]);
  expect(told(long(1), long(2), long(3), "short")).toEqual(
    [1, 2, 3].map((one) => long(one).slice(0, 256)).concat("short"),
  );
  const many = Array.from({ length: 20 }, (_, index) => long(index));
  expect(told(...many)).toEqual(many.slice(0, 16).map((one) => one.slice(0, 256)));
});

test("a warning is sent in UTF-8, and not at all with control characters [apiserver/warning-limits]", ({ expect }) => {
  expect(told("a\nb", "HostIP:\u00e9", 'say "x"')).toEqual(["HostIP:\u00c3\u00a9", 'say \\"x\\"']);
  expect(told("\u0085")).toEqual([]);
});
