import { test } from "vitest";
import { parseSource } from "../source/source.ts";
import { parseChapter } from "./chapter.ts";
import { coverageOf } from "./coverage.ts";
import type { Coverage } from "./coverage.ts";
import { coverageJson, printCoverage } from "./print-coverage.ts";
import { testIdsIn } from "./test-ids.ts";

const queue = (state: string, ...lines: readonly string[]): string =>
  `# The work queue\n\nChapter: queue · ${state}\n\n${lines.join("\n")}\n`;

const dedupe = "- `queue/dedupe`: A waiting key is not added again.";
const order = "- `queue/order`: Keys come out in order.";
const shards = "- `queue/shards`: One queue for all. *Differs*: we have one thread.";
const locks = "- `queue/locks`: There is no lock. *Differs*: one thread. *No test*: there is nothing to see.";

function coverage(page: string, tests: string): Coverage {
  return coverageOf(
    [parseChapter("docs/behaviours/queue.md", page)],
    testIdsIn(parseSource("src/queue/a.test.ts", tests)),
  );
}

const problems = (page: string, tests: string): readonly string[] =>
  coverage(page, tests).problems.map(({ message }) => message);

test("a chapter with a test for every line is complete", ({ expect }) => {
  const tests = `test("x [queue/dedupe]", run); test("y [queue/order, queue/shards]", run);`;
  expect(printCoverage(coverage(queue("closed", dedupe, order, shards, locks), tests))).toBe(
    [
      "queue · closed: 4 promises: covered 2 (50 %), differs 2 (50 %), missing 0 (0 %)",
      "  differs  queue/shards: we have one thread.",
      "  differs  queue/locks: one thread. No test: there is nothing to see.",
    ].join("\n"),
  );
});

test("a missing id fails a closed chapter and is only listed in an open one", ({ expect }) => {
  const tests = `test("x [queue/dedupe]", run); test.skip("y [queue/order]", run);`;
  expect(problems(queue("closed", dedupe, order), tests)).toEqual([
    "docs/behaviours/queue.md:6: Write a test with [queue/order] in its name: the chapter queue is closed.",
  ]);
  const open = coverage(queue("open", dedupe, order), tests);
  expect(open.problems).toEqual([]);
  expect(printCoverage(open)).toContain("  missing  queue/order: Keys come out in order.");
});

test("a difference needs a test too", ({ expect }) => {
  expect(problems(queue("closed", shards), "")).toEqual([
    "docs/behaviours/queue.md:5: Write a test with [queue/shards] in its name: the chapter queue is closed.",
  ]);
});

test("an id that no chapter lists fails, in whatever test", ({ expect }) => {
  const message = "src/queue/a.test.ts:1: Add queue/typo to docs/behaviours or correct it: no chapter lists it.";
  expect(problems(queue("open", dedupe), `test("x [queue/typo]", run);`)).toEqual([message]);
  expect(problems(queue("open", dedupe), `test.skip("x [queue/typo]", run);`)).toEqual([message]);
});

test("an id that is listed twice fails", ({ expect }) => {
  expect(problems(queue("open", dedupe, order, dedupe), "")).toEqual([
    "docs/behaviours/queue.md:7: Choose another id than queue/dedupe: it is taken at docs/behaviours/queue.md:5.",
  ]);
});

test("a malformed line fails", ({ expect }) => {
  expect(problems(queue("open", "- a promise"), "")).toHaveLength(1);
});

test("machines get one document", ({ expect }) => {
  const json: unknown = JSON.parse(
    coverageJson(coverage(queue("closed", dedupe, order, shards), `test("x [queue/dedupe, queue/shards]", run);`)),
  );
  expect(json).toEqual({
    chapters: [
      {
        name: "queue",
        title: "The work queue",
        closed: true,
        covered: ["queue/dedupe"],
        differs: [{ id: "queue/shards", reason: "we have one thread." }],
        missing: ["queue/order"],
      },
    ],
    problems: ["docs/behaviours/queue.md:6: Write a test with [queue/order] in its name: the chapter queue is closed."],
  });
});
