import fc from "fast-check";
import { test } from "vitest";
import { nextTurn } from "../../async/index.ts";
import type { ValidationRule } from "../../types/apiextensions/v1/index.ts";
import { CustomVersion } from "../crd/index.ts";
import { CelRules } from "./index.ts";

const list = { type: "array", items: { type: "integer" } };

function versionOf(...rules: readonly string[]): CustomVersion {
  const validations = rules.map((rule): ValidationRule => ({ rule }));
  const spec = {
    type: "object",
    properties: { list, absent: { type: "integer" } },
    "x-kubernetes-validations": validations,
  };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  return new CustomVersion(
    { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } },
    { compiler: new CelRules() },
  );
}

function objectOf(numbers: number): object {
  const spec = { list: Array.from({ length: numbers }, (_, index) => index) };
  return { apiVersion: "cel.example.com/v1", kind: "Dry", metadata: { name: "x" }, spec };
}

function check(version: CustomVersion, numbers: number): readonly string[] {
  return version.check({ next: objectOf(numbers) }).map(({ message = "" }) => message);
}

test("a rule that costs too much ends, and no other is asked after it [apiserver/cel-budget]", ({ expect }) => {
  const bomb = "self.list.all(a, self.list.all(b, self.list.all(c, a + b + c >= 0)))";
  expect(check(versionOf(bomb, "false"), 500)).toEqual([
    `Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${bomb}`,
  ]);
});

/** Rules, and for how many numbers the real server first said that they cost too much. */
const dearest: readonly (readonly [number, string])[] = [
  [324, "self.list.map(a, self.list.filter(b, b > a).size()).size() >= 0"],
  [308, "self.list.all(a, self.list.exists(b, [a, b].size() == 2 && b == a))"],
  [
    250,
    "self.list.all(a, self.list.all(b, self.?absent.orValue(1) == 1 && optional.of(a).optMap(z, z + b).hasValue()))",
  ],
  [
    186,
    "self.list.all(a, self.list.all(b, self.list[?b].hasValue() && [a][?3].orValue(1) == 1 && has(self.list) && !has(self.absent) && (a > b ? self.list : self.list).size() > 0))",
  ],
  [257, "self.list.all(i, v, self.list.transformList(j, w, w + v)[0] >= 0 && {'a': i}.a >= 0 && self.list[i] == v)"],
];

test("an evaluation costs what it costs on the real server [apiserver/cel-cost]", ({ expect }) => {
  for (const [numbers, rule] of dearest) {
    const version = versionOf(rule);
    expect(check(version, numbers - 1), rule).toEqual([]);
    expect(check(version, numbers)[0], rule).toContain("actual cost limit exceeded");
  }
});

test("rules that cost too much together end when the budget of the object is spent [apiserver/cel-budget]", ({
  expect,
}) => {
  const dear = "self.list.all(a, self.list.all(b, a + b >= 0))";
  const causes = check(versionOf(...Array.from({ length: 20 }, () => dear), "false"), 300);
  expect(causes).toEqual([
    'Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});

test("others get their turn while many rules are asked [apiserver/cel-turns]", async ({ expect }) => {
  const dear = "self.list.all(a, self.list.all(b, a + b >= 0))";
  const version = versionOf(...Array.from({ length: 8 }, () => dear));
  let isDone = false;
  let turns = 0;
  const checked = version.checkInTurns({ next: objectOf(250) })?.finally(() => (isDone = true));
  for (; !isDone; turns += 1) await nextTurn();
  expect(await checked).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(8);
  expect(versionOf().checkInTurns({ next: objectOf(1) })).toBeUndefined();
});

test("an optional value that is asked for again and again ends as well [apiserver/cel-budget]", ({ expect }) => {
  const rule = `optional.of(1)${".optMap(x, x + 1)".repeat(100)}.hasValue()`;
  expect(check(versionOf(rule), 1)[0]).toContain("operation cancelled: actual cost limit exceeded");
});

const operators =
  "self .list oldSelf x 1 1.5 1u 'a' \"b\" b'c' true null ( ) [ ] { } , : ? ! - + * / % == != < <= in && || .all( .map( .size()";
const oddities: readonly string[] = [
  "has(",
  ".matches('a')",
  ".format([",
  "__proto__",
  ".toString",
  "\\",
  "`",
  "\n",
  "é",
  "😀",
  "# ",
];
const words: readonly string[] = [...operators.split(" "), ...oddities];

test("whatever is written as a rule is refused or has an answer, and nothing is thrown [apiserver/cel-hostile-input]", ({
  expect,
}) => {
  const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ maxLength: 30 })), (rule) => {
      expect(() => check(versionOf(rule), 3)).not.toThrow();
    }),
    { numRuns: 500 },
  );
  const deep = [
    "(".repeat(5000),
    "! == ".repeat(4990),
    "[".repeat(5000),
    "!".repeat(90_000),
    "-".repeat(90_000),
    "a.".repeat(40_000),
  ];
  for (const rule of [...deep, "1+".repeat(40_000), "a?b:".repeat(20_000), `'${"a".repeat(200_000)}' == ''`]) {
    expect(check(versionOf(rule), 1)[0]).toContain("rule compile error");
  }
});

test("of very many mistakes the first hundred are told, without lines that are too long [apiserver/cel-many-mistakes]", ({
  expect,
}) => {
  const told = (rule: string): string => check(versionOf(rule), 1)[0] ?? "";
  const names = Array.from({ length: 150 }, (_, index) => `z${index}`).join(" && ");
  expect(told(names).match(/ERROR: /g)).toHaveLength(100);
  expect(told(names)).toMatch(/\^\n50 more errors were truncated$/);
  expect(told("@ ".repeat(40_000)).match(/ERROR: /g)).toHaveLength(100);
  expect(told("@ ".repeat(40_000))).toMatch(/\d+: Syntax error: .*\n1 more errors were truncated$/);
  const long = `z == 1 || ${"true || ".repeat(2_050)}true`;
  expect(told(long)).toMatch(/undeclared reference to 'z' \(in container ''\)$/);
});

test("a rule of very many words is refused before it is read [apiserver/cel-size]", ({ expect }) => {
  const numbers = `[${"1,".repeat(5_000)}1].size() > 0`;
  expect(check(versionOf(numbers), 1)[0]).toContain("expression token count exceeds limit: size: 10010, limit 10000");
  expect(check(versionOf(numbers.replace("1,".repeat(10), "")), 1)).toEqual([]);
});
