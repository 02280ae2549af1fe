import { describe, test } from "vitest";
import { parseSource } from "../source/source.ts";
import { testIdsIn } from "./test-ids.ts";

const found = (text: string): readonly string[] =>
  testIdsIn(parseSource("src/queue/a.test.ts", text)).ids.map(
    ({ id, line, covers }) => `${id}:${line}${covers ? "" : " not covered"}`,
  );

describe("ids are read from", () => {
  test.for([
    [`test("keys wait [queue/a]", () => {});`, ["queue/a:1"]],
    [`\ntest('keys wait [queue/a, queue/b] in order', () => {});`, ["queue/a:2", "queue/b:2"]],
    ["it(`keys wait ${n} times [queue/a]`, () => {});", ["queue/a:1"]],
    [`test("keys " + "wait [queue/a]", () => {});`, ["queue/a:1"]],
    [`test("keys [queue/a]" + name, () => {});`, ["queue/a:1"]],
    [`test.each([1, 2])("key %i [queue/a]", () => {});`, ["queue/a:1"]],
    [`test.for([1, 2])("key %i [queue/a]", () => {});`, ["queue/a:1"]],
    ["test.each`a | b ${1} | ${2}`('key [queue/a]', () => {});", ["queue/a:1"]],
    [`test.concurrent.only("key [queue/a]", () => {});`, ["queue/a:1"]],
    [`test("key [queue/a]", { timeout: 5, skip: false }, () => {});`, ["queue/a:1"]],
    [`test("key [queue/a]", run, 5000);`, ["queue/a:1"]],
    [`test("key [queue/a]", () => {}, limitMs);`, ["queue/a:1"]],
    [`describe("adding [queue/a]", () => { test.skip("x", () => {}); test("works", () => {}); });`, ["queue/a:1"]],
    [`serverTest("key [queue/a]", () => {});`, ["queue/a:1"]],
    [`describe("adding [queue/a]", () => { test("works", () => {}); });`, ["queue/a:1"]],
    [
      `describe("adding", () => { for (const n of all) test(name, () => {}); test("x [queue/b]", () => {}); });`,
      ["queue/b:1"],
    ],
    [`forEachServer(["real"], () => { test("x [queue/a]", () => {}); });`, ["queue/a:1"]],
    [`test("paths [apiserver/storage/watch]", () => {});`, ["apiserver/storage/watch:1"]],
  ] as const)("%s", ([text, ids], { expect }) => {
    expect(found(text)).toEqual(ids);
  });
});

describe("an id covers nothing in", () => {
  test.for([
    `test.skip("key [queue/a]", () => {});`,
    `test.todo("key [queue/a]");`,
    `test.fails("key [queue/a]", () => {});`,
    `test.skip.for([1])("key [queue/a]", () => {});`,
    `test.skipIf(isWindows)("key [queue/a]", () => {});`,
    `test.runIf(isLinux)("key [queue/a]", () => {});`,
    `test("key [queue/a]");`,
    `test("key [queue/a]", { skip: true }, () => {});`,
    `test("key [queue/a]", { "todo": true }, () => {});`,
    `test("key [queue/a]", { timeout: 5, fails: isWindows }, () => {});`,
    `test("key [queue/a]", { skip }, () => {});`,
    `test("key [queue/a]", { ...options }, () => {});`,
    `test("key [queue/a]", { [name]: true }, () => {});`,
    `test("key [queue/a]", options, () => {});`,
    `test("key [queue/a]", ({ expect, skip }) => { if (isWindows) skip(); });`,
    `test("key [queue/a]", ({ skip: leave }) => { leave(); });`,
    `test("key [queue/a]", (context) => { context.skip("no openssl"); });`,
    `test("key [queue/a]", (context) => { context["skip"](); });`,
    `test("key [queue/a]", (context) => { const { skip } = context; skip(); });`,
    `test.for([1])("key [queue/a]", (row, { skip }) => { skip(row > 1); });`,
    `describe("adding", { skip: true }, () => { test("key [queue/a]", () => {}); });`,
    `describe.skipIf(isWindows)("adding", () => { test("key [queue/a]", () => {}); });`,
    `describe.runIf(isWindows)("adding", () => { test("key [queue/a]", () => {}); });`,
    `describe.todo("adding", () => { test("key [queue/a]", () => {}); });`,
    `describe("adding [queue/a]", () => { test("works", { skip: true }, () => {}); });`,
    `describe("adding [queue/a]", () => { test("works", ({ skip }) => { skip(); }); });`,
    `describe.skip("adding", () => { test("key [queue/a]", () => {}); });`,
    `describe("adding [queue/a]", () => {});`,
    `describe("adding [queue/a]", () => { test.todo("later"); });`,
    `describe("adding [queue/a]", () => { describe.skip("x", () => { test("works", () => {}); }); });`,
  ])("%s", (text, { expect }) => {
    expect(found(text)).toEqual(["queue/a:1 not covered"]);
  });
});

test("other brackets and other strings are no ids", ({ expect }) => {
  const text = `test("a list [1, 2] of [things] and [Apps/V1]", () => { run("[queue/a]"); });\nlog("x [queue/b]", 1);`;
  expect(found(text)).toEqual([]);
});

test("an id that is computed can't be read and is a problem", ({ expect }) => {
  const { problems } = testIdsIn(parseSource("a.test.ts", "\ntest(`key [queue/${name}]`, () => {});"));
  expect(problems.map(({ message }) => message)).toEqual([
    "a.test.ts:2: Write the id in this test's name as plain text.",
  ]);
});
