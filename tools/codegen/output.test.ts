import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { CodegenError } from "./errors.ts";
import { generatedComment } from "./generated-comment.ts";
import { compareOutput, writeOutput } from "./output.ts";
import type { Files } from "./output.ts";
import { temporarySource } from "./temporary-source.ts";

const generated = (text: string): string => `${generatedComment("v1.99.0", [])}\n${text}\n`;

async function put(source: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(source, path)), { recursive: true });
  await writeFile(join(source, path), text);
}

async function write(source: string, files: Files): Promise<void> {
  await writeOutput(source, files, await compareOutput(source, files));
}

test("names what is missing, differs or is stale, and nothing else", async ({ expect }) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await put(source, "kinds.ts", generated("old"));
  await put(source, "types/a/v1/index.ts", generated("same"));
  await put(source, "types/gone/v1/index.ts", generated("gone"));
  await put(source, "types/pack/index.ts", "// By hand.\n");
  await put(source, "clientset/gone-v1-client.ts", generated("gone"));
  await put(source, "clientset/client-set.test.ts", "// By hand.\n");
  const files = new Map([
    ["kinds.ts", generated("new")],
    ["types/a/v1/index.ts", generated("same")],
    ["types/b/v1/index.ts", generated("b")],
  ]);
  expect(await compareOutput(source, files)).toEqual([
    { path: "clientset/gone-v1-client.ts", problem: "stale" },
    { path: "kinds.ts", problem: "differs" },
    { path: "types/b/v1/index.ts", problem: "missing" },
    { path: "types/gone/v1/index.ts", problem: "stale" },
  ]);
});

test("writing leaves no difference, removes stale files with their folders and keeps what is written by hand", async ({
  expect,
}) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await put(source, "types/gone/v1/index.ts", generated("gone"));
  await put(source, "types/half/v1/index.ts", generated("gone"));
  await put(source, "types/half/v1/by-hand.test.ts", "// By hand.\n");
  const files = new Map([
    ["kinds.ts", generated("kinds")],
    ["types/a/v1/index.ts", generated("a")],
  ]);
  await write(source, files);
  expect(await compareOutput(source, files)).toEqual([]);
  expect(await readFile(join(source, "types/a/v1/index.ts"), "utf8")).toBe(generated("a"));
  expect((await readdir(join(source, "types"))).toSorted()).toEqual(["a", "half"]);
  expect(await readdir(join(source, "types/half/v1"))).toEqual(["by-hand.test.ts"]);
  expect(await readdir(dirname(source))).toEqual(["src"]);
});

test("a file that is current is not touched", async ({ expect }) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await put(source, "types/a/v1/index.ts", generated("a"));
  const before = await stat(join(source, "types/a/v1/index.ts"));
  await write(
    source,
    new Map([
      ["types/a/v1/index.ts", generated("a")],
      ["kinds.ts", generated("kinds")],
    ]),
  );
  const after = await stat(join(source, "types/a/v1/index.ts"));
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test("a file that can not be replaced is a typed error with its cause, and no staging folder is left", async ({
  expect,
}) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await put(source, "types/a", "a file where a folder must be");
  const attempt = writeOutput(source, new Map([["types/a/v1/index.ts", generated("a")]]), [
    { path: "types/a/v1/index.ts", problem: "missing" },
  ]);
  await expect(attempt).rejects.toSatisfy(
    (error) => CodegenError.is(error, "SETPOINT_CODEGEN_OUTPUT") && error.cause !== undefined,
  );
  expect(await readdir(dirname(source))).toEqual(["src"]);
});

test("a text that can not be staged leaves every file as it was", async ({ expect }) => {
  await using temporary = await temporarySource();
  const source = temporary.path;
  await put(source, "kinds.ts", generated("old"));
  const unwritable = { toString: () => generated("never") } as unknown as string;
  const files = new Map([
    ["kinds.ts", generated("new")],
    ["types/a/v1/index.ts", unwritable],
  ]);
  await expect(write(source, files)).rejects.toThrow(CodegenError);
  expect(await readFile(join(source, "kinds.ts"), "utf8")).toBe(generated("old"));
});
