import { describe, test } from "vitest";
import { parseSource } from "../../tools/source/source.ts";
import type { Source } from "../../tools/source/source.ts";
import { publishedEntries } from "./entries.ts";
import { printSurface } from "./print-surface.ts";
import { contractProblems, exportedNames, moduleCommentProblems, namelessExportProblems } from "./surface.ts";

/** A small package: its index and the modules behind it. */
function packageOf(modules: Readonly<Record<string, string>>): {
  index: Source;
  load: (file: string) => Source | undefined;
} {
  const sources = new Map(
    Object.entries(modules).map(([name, text]) => [`src/queue/${name}`, parseSource(`src/queue/${name}`, text)]),
  );
  const index = sources.get("src/queue/index.ts") ?? parseSource("src/queue/index.ts", "");
  return { index, load: (file) => sources.get(file) };
}

function surfaceOf(modules: Readonly<Record<string, string>>, entry = "setpoint/queue"): string {
  const { index, load } = packageOf(modules);
  return printSurface([{ entry, names: exportedNames(index, load) }]);
}

function contractMessages(modules: Readonly<Record<string, string>>): readonly string[] {
  const { index, load } = packageOf(modules);
  return contractProblems(index, load).map(({ message }) => message);
}

describe("entries", () => {
  test("an entry is the module that its built file comes from", ({ expect }) => {
    const exports = {
      ".": { default: "./dist/index.js" },
      "./queue": { types: "./dist/queue/index.d.ts", default: "./dist/queue/index.js" },
    };
    expect(publishedEntries(exports, [])).toEqual([
      { name: "setpoint", file: "src/index.ts" },
      { name: "setpoint/queue", file: "src/queue/index.ts" },
    ]);
  });

  test("a pattern is an entry for each module that it matches; data is no entry", ({ expect }) => {
    const exports = { "./types/*": { default: "./dist/types/*/index.js" }, "./package.json": "./package.json" };
    const files = ["src/types/apps/v1/index.ts", "src/types/apps/v1/deployment.ts", "src/queue/index.ts"];
    expect(publishedEntries(exports, files)).toEqual([
      { name: "setpoint/types/apps/v1", file: "src/types/apps/v1/index.ts" },
    ]);
  });
});

describe("the surface", () => {
  test("has one line for each name, with what it is, followed through re-exports", ({ expect }) => {
    const surface = surfaceOf({
      "index.ts": `export { WorkQueue, make as makeQueue } from "./queue.ts"; export type { Key } from "./key.ts"; export { limit };
        import { limit } from "./key.ts";`,
      "queue.ts": `/** A queue. */ export class WorkQueue {} export { make } from "./make.ts";`,
      "make.ts": `export function make(): void {}`,
      "key.ts": `export type Key = string; export const limit = 1; export const Key = 1;`,
    });
    expect(surface).toBe(
      "setpoint/queue\n  stable const + type Key\n  stable class WorkQueue\n  stable const limit\n  stable function makeQueue\n",
    );
  });

  test("a name is unstable by a tag in its comment", ({ expect }) => {
    const surface = surfaceOf({
      "index.ts": `/** Queues. */\nexport { a, b, c } from "./a.ts";`,
      "a.ts": `/** A. */\nexport const a = 1;\n/**\n * B.\n * @unstable\n */\nexport const b = 1;\n/** C.\n * @experimental since yesterday */\nexport const c = 1;`,
    });
    expect(surface).toBe("setpoint/queue\n  stable const a\n  unstable const b\n  unstable const c\n");
  });

  test("all names are unstable by a tag in the module's comment or by the entry's path", ({ expect }) => {
    const modules = {
      "index.ts": `/**\n * Queues.\n * @unstable\n */\nexport { a } from "./a.ts";`,
      "a.ts": `export const a = 1;`,
    };
    expect(surfaceOf(modules)).toContain("unstable const a");
    const plain = { "index.ts": `export { a } from "./a.ts";`, "a.ts": `export const a = 1;` };
    expect(surfaceOf(plain, "setpoint/unstable/queue")).toContain("unstable const a");
  });

  test("generated names share one line", ({ expect }) => {
    const index = parseSource("src/kinds.ts", `export { Pod, Node } from "./types/core/v1/index.ts";`);
    const types = parseSource(
      "src/types/core/v1/index.ts",
      `export interface Pod {} export const Pod = 1; export interface Node {}`,
    );
    const names = exportedNames(index, (file) => (file === types.file ? types : undefined));
    expect(printSurface([{ entry: "setpoint/kinds", names }])).toBe("setpoint/kinds\n  stable generated Node, Pod\n");
  });
});

describe("contract comments", () => {
  test.for([
    `export const a = 1;`,
    `// A value.\nexport const a = 1;`,
    `/* A value. */\nexport const a = 1;`,
    `/** */\nexport const a = 1;`,
    `/** @unstable */\nexport const a = 1;`,
    `/** A value. */\nconst b = 1;\nexport const a = b;`,
  ])("are missing in %s", (text, { expect }) => {
    const line = text.split("\n").findIndex((found) => found.includes("const a")) + 1;
    expect(contractMessages({ "index.ts": `export { a } from "./a.ts";`, "a.ts": text })).toEqual([
      `src/queue/a.ts:${line}: Say in a /** comment */ directly before a what it promises: it is exported by src/queue/index.ts.`,
    ]);
  });

  test("stand directly before the declaration, on one of several declarations of a name", ({ expect }) => {
    const text = `/** A resource. */\nexport const a = 1;\nexport type a = string;\n/**\n * Adds.\n */\nexport function b(): void;\nexport function b(x?: number): void {}`;
    expect(contractMessages({ "index.ts": `export { a, b } from "./a.ts";`, "a.ts": text })).toEqual([]);
  });

  test("can't be checked for a name whose declaration is not ours", ({ expect }) => {
    expect(contractMessages({ "index.ts": `\nexport { parse } from "yaml";` })).toEqual([
      "src/queue/index.ts:2: Export parse from the module that declares it: its declaration was not found.",
    ]);
  });
});

describe("a module comment", () => {
  const messagesFor = (text: string): number => moduleCommentProblems(parseSource("src/queue/index.ts", text)).length;

  test("is the first thing in the module and has words", ({ expect }) => {
    expect(messagesFor(`/** Queues. They keep no order. */\nexport { a } from "./a.ts";`)).toBe(0);
    expect(messagesFor(`/** Queues. */\n\nexport const a = 1;`)).toBe(0);
  });

  test("is not the comment of a declaration, nor one further down, nor an empty one", ({ expect }) => {
    expect(messagesFor(`/** A value. */\nexport const a = 1;`)).toBe(1);
    expect(messagesFor(`export { a } from "./a.ts";\n/** Queues. */`)).toBe(1);
    expect(messagesFor(`/** @module */\nexport { a } from "./a.ts";`)).toBe(1);
    expect(messagesFor(`// Queues.\nexport { a } from "./a.ts";`)).toBe(1);
    expect(messagesFor(`export { a } from "./a.ts";`)).toBe(1);
  });
});

test("export * and default exports are refused", ({ expect }) => {
  const source = parseSource(
    "src/queue/index.ts",
    `export * from "./a.ts";\nexport * as b from "./b.ts";\nexport default 1;`,
  );
  expect(namelessExportProblems(source).map(({ message }) => message)).toEqual([
    "src/queue/index.ts:1: List the exported names one by one instead of `export *`.",
    "src/queue/index.ts:2: List the exported names one by one instead of `export *`.",
    "src/queue/index.ts:3: Export this by a name instead of as the default.",
  ]);
});
