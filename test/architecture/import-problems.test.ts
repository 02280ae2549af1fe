import { describe, test } from "vitest";
import { parseSource } from "../../tools/source/source.ts";
import { importProblems } from "./import-problems.ts";

function problemsIn(file: string, text: string): readonly string[] {
  return importProblems(parseSource(file, text)).map(({ message }) => message);
}

describe("a wrong import is found in every syntax", () => {
  test.for([
    `import { realClock } from "../queue/index.ts";`,
    `import "../queue/index.ts";`,
    `import type { WorkQueue } from "../queue/index.ts";`,
    `import { type WorkQueue } from "../queue/index.ts";`,
    `import * as queue from "../queue/index.ts";`,
    `export { WorkQueue } from "../queue/index.ts";`,
    `export type { WorkQueue } from "../queue/index.ts";`,
    `export * from "../queue/index.ts";`,
    `const queue = await import("../queue/index.ts");`,
    "const queue = await import(`../queue/index.ts`);",
    `type Queue = import("../queue/index.ts").WorkQueue;`,
    `type Queue = typeof import("../queue/index.ts");`,
  ])("%s", (text, { expect }) => {
    expect(problemsIn("src/async/clock.ts", text)).toEqual([
      "src/async/clock.ts:1: Do not import src/queue from src/async: src/async imports nothing.",
    ]);
  });
});

test.for([`const queue = require("../queue/index.ts");`, `import queue = require("../queue/index.ts");`])(
  "CommonJS is refused: %s",
  (text, { expect }) => {
    expect(problemsIn("src/async/clock.ts", text)).toEqual([
      "src/async/clock.ts:1: Use `import`: the package is ESM only.",
    ]);
  },
);

test("a problem names the line and what the folder may import", ({ expect }) => {
  const text = `import { realClock } from "../async/index.ts";\n\nimport { Client } from "../client/index.ts";\n`;
  expect(problemsIn("src/queue/work-queue.ts", text)).toEqual([
    "src/queue/work-queue.ts:3: Do not import src/client from src/queue: src/queue may import async, observe.",
  ]);
});

test("an import that is computed at run time is refused, for nobody can check it", ({ expect }) => {
  const computed = "src/cli/main.ts:1: Write the imported module as a plain string, so that this check can read it.";
  expect(problemsIn("src/cli/main.ts", "await import(name);")).toEqual([computed]);
  expect(problemsIn("src/cli/main.ts", "await import(`../${name}/index.ts`);")).toEqual([computed]);
});

test("the API server and the client are strangers", ({ expect }) => {
  expect(problemsIn("src/apiserver/http/server.ts", `import "../../client/index.ts";`)).toHaveLength(1);
  expect(problemsIn("src/client/client.ts", `import "../apiserver/index.ts";`)).toHaveLength(1);
});

test("the parts of the API server are folders of their own", ({ expect }) => {
  expect(
    problemsIn("src/apiserver/http/server.ts", `import "../storage/index.ts"; import "../registry/index.ts";`),
  ).toEqual([]);
  expect(problemsIn("src/apiserver/storage/memory.ts", `import "../http/server.ts";`)).toHaveLength(1);
  expect(problemsIn("src/apiserver/storage/memory.ts", `import "../../observe/index.ts";`)).toHaveLength(1);
});

describe("a folder of src is used through its index", () => {
  test("other folders, tests and tools may not reach past it", ({ expect }) => {
    const advice = "Import src/async/index.ts instead of src/async/clock.ts: a folder is used through its index.";
    expect(problemsIn("src/queue/a.ts", `import "../async/clock.ts";`)).toEqual([`src/queue/a.ts:1: ${advice}`]);
    expect(problemsIn("test/e2e/a.test.ts", `import "../../src/async/clock.ts";`)).toEqual([
      `test/e2e/a.test.ts:1: ${advice}`,
    ]);
    expect(problemsIn("tools/check.ts", `import "../src/async/clock.ts";`)).toEqual([`tools/check.ts:1: ${advice}`]);
  });

  test("the folder itself may", ({ expect }) => {
    expect(problemsIn("src/queue/limit/a.ts", `import "../heap.ts"; import "./b.ts";`)).toEqual([]);
  });

  test("generated types are used through the index of a group and version", ({ expect }) => {
    expect(problemsIn("src/kinds.ts", `export { Deployment } from "./types/apps/v1/index.ts";`)).toEqual([]);
    expect(problemsIn("src/kinds.ts", `export { Deployment } from "./types/apps/v1/deployment.ts";`)).toHaveLength(1);
  });
});

describe("a portable folder", () => {
  test.for(["node:fs", "fs", "node:test", "fs/promises"])("may not import %s", (name, { expect }) => {
    expect(problemsIn("src/model/object.ts", `import "${name}";`)).toEqual([
      `src/model/object.ts:1: Do without ${name}: src/model is portable. Declare the interface that is needed and let a folder that is not portable supply it.`,
    ]);
  });

  test("may not load a built-in module at run time either", ({ expect }) => {
    expect(problemsIn("src/model/object.ts", `process.getBuiltinModule("node:fs");`)).toHaveLength(1);
  });

  test("may import only types from one that is not", ({ expect }) => {
    expect(problemsIn("src/controller/a.ts", `import type { Client } from "../client/index.ts";`)).toEqual([]);
    expect(problemsIn("src/controller/a.ts", `import { Client } from "../client/index.ts";`)).toEqual([
      "src/controller/a.ts:1: Import only types from src/client (`import type`): src/controller is portable and src/client is not.",
    ]);
  });

  test("has tests that may use node, vitest and fast-check, and own the clock", ({ expect }) => {
    const text = `import "node:fs"; import "vitest"; import "fast-check"; import "../async/index.ts";`;
    expect(problemsIn("src/model/object.test.ts", text)).toEqual([]);
    expect(problemsIn("src/model/object.test.ts", `import "../queue/index.ts";`)).toHaveLength(1);
  });
});

test("what tests share is for tests only, and follows their rules", ({ expect }) => {
  expect(problemsIn("src/queue/a.test.ts", `import "./model.fixture.ts";`)).toEqual([]);
  expect(problemsIn("src/queue/model.fixture.ts", `import "node:fs"; import "vitest";`)).toEqual([]);
  expect(problemsIn("src/queue/work-queue.ts", `import "./model.fixture.ts";`)).toEqual([
    "src/queue/work-queue.ts:1: Do not import src/queue/model.fixture.ts here: it is for tests and not part of the package.",
  ]);
});

describe("a package of npm", () => {
  test("is imported only by the folder that declares it", ({ expect }) => {
    expect(problemsIn("src/config/kubeconfig.ts", `import { parse } from "yaml";`)).toEqual([]);
    expect(problemsIn("src/manager/manager.ts", `import { parse } from "yaml/util";`)).toEqual([
      "src/manager/manager.ts:1: Do without the package yaml, or declare it for src/manager in test/architecture/folders.ts.",
    ]);
  });

  test("may have a scope", ({ expect }) => {
    expect(problemsIn("src/client/a.ts", `import "@scope/package/x";`)[0]).toContain("the package @scope/package,");
  });

  test("that runs tests is for test files", ({ expect }) => {
    expect(problemsIn("src/queue/a.ts", `import "vitest";`)).toHaveLength(1);
    expect(problemsIn("src/queue/a.test.ts", `import "zod";`)).toHaveLength(1);
  });
});

describe("outside src", () => {
  test("src imports nothing of it", ({ expect }) => {
    for (const target of [
      "../../tools/check.ts",
      "../../test/e2e/a.ts",
      "../../bench/main.ts",
      "../../dist/index.js",
    ]) {
      expect(problemsIn("src/cli/main.ts", `import "${target}";`)).toHaveLength(1);
    }
    expect(problemsIn("src/cli/main.ts", `import "setpoint/queue";`)).toEqual([
      "src/cli/main.ts:1: Import setpoint/queue by its relative path: src/cli is not built before it runs.",
    ]);
  });

  test("examples import published entry points, and nothing of each other", ({ expect }) => {
    expect(
      problemsIn("examples/07-workqueue/main.ts", `import "setpoint"; import "setpoint/queue"; import "./job.ts";`),
    ).toEqual([]);
    expect(problemsIn("examples/07-workqueue/main.ts", `import "../../src/queue/index.ts";`)).toHaveLength(1);
    expect(problemsIn("examples/07-workqueue/main.ts", `import "../02-network/main.ts";`)).toHaveLength(1);
  });

  test("tools, benchmarks and tests use src", ({ expect }) => {
    for (const file of ["tools/codegen/main.ts", "bench/queue/main.ts", "test/e2e/a.test.ts"]) {
      expect(problemsIn(file, `import "../../src/queue/index.ts";`)).toEqual([]);
    }
    expect(problemsIn("tools/control-plane/main.ts", `import "../../src/certificates/index.ts";`)).toEqual([]);
  });

  test("tools use no tests and no benchmarks", ({ expect }) => {
    expect(
      problemsIn("tools/codegen/main.ts", `import "../../test/e2e/a.ts"; import "../../bench/main.ts";`),
    ).toHaveLength(2);
  });
});
