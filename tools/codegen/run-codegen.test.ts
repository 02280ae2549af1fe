import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { runCodegen } from "./run-codegen.ts";
import { discovered, kindSchema, readerOf, smallDocuments } from "./small-api.ts";
import { temporarySource } from "./temporary-source.ts";

const documents = smallDocuments([
  {
    group: "a.io",
    resources: [discovered("Widget")],
    schemas: { "demo.a.v1.Widget": kindSchema("a.io/v1", "Widget", { size: { type: "integer" } }) },
  },
]);

interface Run {
  readonly code: 0 | 1;
  readonly lines: readonly string[];
}

async function run(sourceFolder: string, check: boolean, served: Record<string, unknown> = documents): Promise<Run> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  return { code: await runCodegen({ reader: readerOf(served), sourceFolder, check, print }), lines };
}

test("the first run writes, the second has nothing to do and changes no byte", async ({ expect }) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  expect((await run(source, false)).code).toBe(0);
  const first = await readFile(join(source, "types/a/v1/index.ts"), "utf8");
  expect(await run(source, false)).toEqual({
    code: 0,
    lines: ["Nothing to do: 5 generated files, Kubernetes v1.99.0."],
  });
  expect(await readFile(join(source, "types/a/v1/index.ts"), "utf8")).toBe(first);
});

test("a check passes when the output is current", async ({ expect }) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await run(source, false);
  expect((await run(source, true)).code).toBe(0);
});

test("a check names what is not current, fails and writes nothing", async ({ expect }) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await run(source, false);
  await writeFile(join(source, "kinds.ts"), "edited");
  await rm(join(source, "types"), { recursive: true });
  expect(await run(source, true)).toEqual({
    code: 1,
    lines: [
      "differs  src/kinds.ts",
      "missing  src/types/a/v1/index.ts",
      "2 not current of 5 generated files, Kubernetes v1.99.0. Run: npm run codegen",
    ],
  });
  expect((await readdir(source)).toSorted()).toEqual(["clientset", "kinds.ts"]);
  expect(await readFile(join(source, "kinds.ts"), "utf8")).toBe("edited");
});

test("a document that can not be read leaves the old output as it is", async ({ expect }) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await run(source, false);
  const before = await readFile(join(source, "kinds.ts"), "utf8");
  const { "/openapi/v3/apis/a.io/v1?hash=1": _, ...partial } = documents;
  await expect(run(source, false, { ...partial, "/version": { gitVersion: "v2.0.0" } })).rejects.toThrow("found 404");
  expect(await readFile(join(source, "kinds.ts"), "utf8")).toBe(before);
});
