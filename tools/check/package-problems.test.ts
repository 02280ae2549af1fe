import { test } from "vitest";
import { packageProblems } from "./package-problems.ts";

const file = (path: string, size = 1): { path: string; size: number } => ({ path, size });

test("what is built and the usual papers may be published", ({ expect }) => {
  const paths = ["dist/index.js", "dist/testing/index.js", "package.json", "README.md", "LICENSE", "bin/setpoint.js"];
  expect(packageProblems(paths.map((path) => file(path)))).toEqual([]);
});

test.for([
  "dist/queue/queue.test.js",
  "dist/queue/model.fixture.js",
  "dist/queue/queue.js.map",
  "src/index.ts",
  "test/e2e/a.ts",
  ".oxlintrc.json",
])("%s may not be published", (path, { expect }) => {
  expect(packageProblems([file(path)])).toEqual([`Do not publish ${path}: change "files" in package.json.`]);
});

test("a package may unpack to 4 MB and no more", ({ expect }) => {
  expect(packageProblems([file("dist/a.js", 3_999_999), file("dist/b.js", 1)])).toEqual([]);
  expect(packageProblems([file("dist/a.js", 3_999_999), file("dist/b.js", 2)])).toEqual([
    "Make the package smaller: it unpacks to 4000001 bytes of at most 4000000. Its largest files: dist/a.js (3999999), dist/b.js (2).",
  ]);
});
