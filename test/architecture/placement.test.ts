import { test } from "vitest";
import { placementProblems } from "./placement.ts";

test.for([
  "src/helpers.ts",
  "src/util/strings.ts",
  "test/misc/a.test.ts",
  "test/a.test.ts",
  "examples/main.ts",
  "lib/a.ts",
  "lib/notes.txt",
  "script.ts",
  "perf.data",
  "jitted-1-2.so",
])("%s lies in no folder of the architecture", (file, { expect }) => {
  expect(placementProblems(file).map(({ message }) => message)).toEqual([
    `${file}:1: Move this file into a folder of test/architecture/folders.ts, or add its folder there.`,
  ]);
});

test.for([
  "src/index.ts",
  "src/kinds.ts",
  "src/queue/work-queue.ts",
  "src/apiserver/http/server.ts",
  "src/types/apps/v1/index.ts",
  "test/e2e/a.test.ts",
  "examples/07-workqueue/main.ts",
  "examples/README.md",
  "docs/behaviours/queue.md",
  "tools/control-plane/go.mod",
  "vitest.config.ts",
  "README.md",
])("%s has its place", (file, { expect }) => {
  expect(placementProblems(file)).toEqual([]);
});
