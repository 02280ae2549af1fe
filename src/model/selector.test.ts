import { test } from "vitest";
import { Requirement } from "./requirement.ts";
import type { Labels } from "./requirement.ts";
import { everything, nothing, selectorFromLabels } from "./selector.ts";
import { parseSelector } from "./selector-parser.ts";

const choices: readonly (readonly [selector: string, labels: Labels, chosen: boolean])[] = [
  ["app=web", { app: "web" }, true],
  ["app==web", { app: "web" }, true],
  ["app=web", { app: "api" }, false],
  ["app=", { app: "" }, true],
  ["app!=web", { app: "api" }, true],
  ["app!=web", { app: "web" }, false],
  ["app in (web,api)", { app: "api" }, true],
  ["app in (web,api)", { app: "db" }, false],
  ["app in ()", { app: "" }, true],
  ["app notin (web,api)", { app: "db" }, true],
  ["app notin (web,api)", { app: "web" }, false],
  ["app", { app: "" }, true],
  ["!app", { app: "" }, false],
  ["app=web,tier=front", { app: "web", tier: "front" }, true],
  ["app=web,tier=front", { app: "web", tier: "back" }, false],
  ["app in (a,b,c,d,e,f,g,h,i,j)", { app: "j" }, true],
  ["app in (a,b,c,d,e,f,g,h,i,j)", { app: "k" }, false],
  ["app notin (a,b,c,d,e,f,g,h,i,j)", { app: "j" }, false],
];

test.for(choices)("%s, %o: %o [model/selector-match]", ([selector, labels, chosen], { expect }) => {
  expect(parseSelector(selector).matches(labels)).toBe(chosen);
});

test("an absent label satisfies !=, notin and !, and nothing else [model/selector-absent-label]", ({ expect }) => {
  const chosen = (text: string): boolean => {
    const selector = parseSelector(text);
    expect(selector.matches({})).toBe(selector.matches(undefined));
    return selector.matches({ other: "x" });
  };
  expect(["app!=web", "app notin (web)", "app notin ()", "!app"].map(chosen)).toEqual([true, true, true, true]);
  expect(["app", "app=", "app in ()", "app in (web)", "app>1", "app<1"].map(chosen)).not.toContain(true);
});

test("> and < compare 64-bit integers, and no other text is larger or smaller [model/selector-integers]", ({
  expect,
}) => {
  const chosen = (selector: string, value: string): boolean => parseSelector(selector).matches({ n: value });
  expect([chosen("n>9", "10"), chosen("n>10", "10"), chosen("n<10", "9"), chosen("n<9", "10")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(chosen("n>9007199254740992", "9007199254740993")).toBe(true);
  expect(chosen("n<9223372036854775807", "-9223372036854775808")).toBe(true);
  expect(chosen("n>007", "+08")).toBe(true);
  for (const value of [
    "",
    "x",
    "1.5",
    "1e3",
    "0x10",
    " 1",
    "9223372036854775808",
    "-9223372036854775809",
    "9".repeat(99),
  ]) {
    expect([chosen("n>0", value), chosen("n<0", value)]).toEqual([false, false]);
  }
});

test("a label with the name of an inherited property is only a label [model/own-properties-only]", ({ expect }) => {
  for (const key of ["constructor", "toString", "hasOwnProperty", "valueOf"]) {
    expect(parseSelector(key).matches({})).toBe(false);
    expect(parseSelector(`!${key}`).matches({})).toBe(true);
    expect(parseSelector(`${key}=x`).matches({ [key]: "x" })).toBe(true);
    expect(parseSelector(`${key}=x`).matches(Object.create({ [key]: "x" }) as Labels)).toBe(false);
  }
});

test("everything restricts nothing, and nothing stays nothing [model/selector-everything]", ({ expect }) => {
  const web = new Requirement({ key: "app", operator: "=", values: ["web"] });
  expect([everything().matches({}), everything().matches(undefined), nothing().matches({ app: "web" })]).toEqual([
    true,
    true,
    false,
  ]);
  expect([everything().isEverything, everything().isNothing]).toEqual([true, false]);
  expect([nothing().isEverything, nothing().isNothing]).toEqual([false, true]);
  expect(everything().add(web).toString()).toBe("app=web");
  expect(nothing().add(web)).toBe(nothing());
  expect([String(everything()), String(nothing())]).toEqual(["", ""]);
});

test("adding to a selector makes another one, sorted by key [model/selector-add]", ({ expect }) => {
  const selector = parseSelector("m=1");
  const larger = selector.add(
    new Requirement({ key: "z", operator: "exists" }),
    new Requirement({ key: "a", operator: "!" }),
    new Requirement({ key: "m", operator: "in", values: ["2", "1"] }),
  );
  expect(String(larger)).toBe("!a,m=1,m in (1,2),z");
  expect(String(selector)).toBe("m=1");
});

test("the value that a selector leaves possible for a label is told [model/selector-exact-value]", ({ expect }) => {
  const told = (text: string): string | undefined => parseSelector(text).exactValueOf("app");
  expect(["app=web", "app==web", "app in (web)", "a,app=web"].map(told)).toEqual(["web", "web", "web", "web"]);
  expect(["", "app", "!app", "app!=web", "app notin (web)", "app in (a,b)", "app>1", "b=c"].map(told)).toEqual(
    Array.from({ length: 8 }),
  );
});

test("labels choose the objects that carry them all [model/selector-from-labels]", ({ expect }) => {
  const selector = selectorFromLabels({ tier: "front", app: "web" });
  expect(String(selector)).toBe("app=web,tier=front");
  expect(selector.matches({ app: "web", tier: "front", more: "x" })).toBe(true);
  expect(selector.matches({ app: "web" })).toBe(false);
  expect(selectorFromLabels({}).isEverything).toBe(true);
  expect(selectorFromLabels(undefined).isEverything).toBe(true);
});

test.for<[unknown]>([
  [{ "-app": "web" }],
  [{ app: "-" }],
  [{ app: 7 }],
  [{ app: null }],
  ["app=web"],
  [null],
  [["app"]],
])("the labels %o are refused [model/selector-from-labels]", ([labels], { expect }) => {
  expect(() => selectorFromLabels(labels as Labels, "spec.labels")).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_SELECTOR", place: "spec.labels" }),
  );
});

test("a selector cannot be changed [model/selector-add]", ({ expect }) => {
  const values = ["b", "a"];
  const requirement = new Requirement({ key: "app", operator: "in", values });
  values.push("c");
  expect(requirement.values).toEqual(["b", "a"]);
  expect(Object.isFrozen(requirement.values)).toBe(true);
  expect(Object.isFrozen(parseSelector("a,b").requirements)).toBe(true);
});
