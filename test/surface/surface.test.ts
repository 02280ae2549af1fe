import { test } from "vitest";
import { readRepositoryFile, repositoryFiles } from "../../tools/source/repository.ts";
import { parseSource } from "../../tools/source/source.ts";
import type { Source } from "../../tools/source/source.ts";
import { folderOf } from "../architecture/folder-of.ts";
import { isTest } from "../architecture/placement.ts";
import { publishedEntries } from "./entries.ts";
import type { PackageExports } from "./entries.ts";
import { printSurface } from "./print-surface.ts";
import { contractProblems, exportedNames, moduleCommentProblems, namelessExportProblems } from "./surface.ts";

const files = repositoryFiles().filter((file) => /^src\/.*\.ts$/.test(file) && !isTest(file));
const modules = new Map(files.map((file) => [file, parseSource(file, readRepositoryFile(file))]));
const load = (file: string): Source | undefined => modules.get(file);

const { exports } = JSON.parse(readRepositoryFile("package.json")) as { exports: PackageExports };
const entries = publishedEntries(exports, files);

/** The folders of the architecture that exist, each by its index. Generated types have none of their own. */
const indexes = new Set(files.map((file) => folderOf(file)?.path ?? "").filter((path) => path !== "src/types"));
const indexFiles = [...indexes].map((path) => (path.endsWith(".ts") ? path : `${path}/index.ts`));
const indexModules = indexFiles.map(load).filter((source) => source !== undefined);

const messages = (problems: readonly Error[]): readonly string[] => problems.map(({ message }) => message);

test("every entry of the package and every folder has its module", ({ expect }) => {
  const wanted = new Set([...entries.map(({ file }) => file), ...indexFiles]);
  expect([...wanted].filter((file) => !modules.has(file))).toEqual([]);
});

test("the exported names are those of surface.txt", async ({ expect }) => {
  const surface = entries.flatMap(({ name, file }) => {
    const source = load(file);
    return source === undefined ? [] : [{ entry: name, names: exportedNames(source, load) }];
  });
  const advice =
    "The exported names differ from test/surface/surface.txt. If that is meant, run `npx vitest run test/surface -u`, read the difference as a user would, and add a changeset";
  await expect(printSurface(surface), advice).toMatchFileSnapshot("./surface.txt");
});

test("every exported name has a contract comment", ({ expect }) => {
  expect(messages(indexModules.flatMap((source) => contractProblems(source, load)))).toEqual([]);
});

test("every folder says in its index what it promises", ({ expect }) => {
  expect(messages(indexModules.flatMap(moduleCommentProblems))).toEqual([]);
});

test("every export has a name", ({ expect }) => {
  expect(messages([...modules.values()].flatMap(namelessExportProblems))).toEqual([]);
});
