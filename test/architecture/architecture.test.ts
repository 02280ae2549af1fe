import { test } from "vitest";
import { readRepositoryFile, repositoryFiles } from "../../tools/source/repository.ts";
import { parseSource } from "../../tools/source/source.ts";
import type { Source } from "../../tools/source/source.ts";
import { folderOf } from "./folder-of.ts";
import { importProblems } from "./import-problems.ts";
import { importsOf } from "./imports.ts";
import { isSource, isTest, placementProblems } from "./placement.ts";
import { silencingProblems } from "./silencing-problems.ts";
import { stateProblems } from "./state-problems.ts";

const files = repositoryFiles();
const sources = files.filter(isSource).map((file) => parseSource(file, readRepositoryFile(file)));
const byFile = new Map(sources.map((source) => [source.file, source]));
const load = (file: string): Source | undefined => byFile.get(file);
const published = sources.filter(({ file }) => file.startsWith("src/") && !isTest(file));

const messages = (problems: readonly Error[]): readonly string[] => problems.map(({ message }) => message);

test("the rules read the repository's own files", ({ expect }) => {
  expect(files).toContain("test/architecture/architecture.test.ts");
  expect(files.filter((file) => /^(?:node_modules|dist|\.git)\//.test(file))).toEqual([]);
  expect(published.length).toBeGreaterThan(0);
});

test("every file lies in a folder of the architecture", ({ expect }) => {
  expect(messages(files.flatMap(placementProblems))).toEqual([]);
});

test("every import is one that the architecture allows", ({ expect }) => {
  expect(messages(sources.flatMap(importProblems))).toEqual([]);
});

test("no module of the package has state", ({ expect }) => {
  expect(messages(published.flatMap((source) => stateProblems(source, load)))).toEqual([]);
});

test("no comment switches a check off", ({ expect }) => {
  expect(messages(sources.flatMap(silencingProblems))).toEqual([]);
});

test("every package that src imports is installed with the package", ({ expect }) => {
  const { dependencies = {} } = JSON.parse(readRepositoryFile("package.json")) as {
    dependencies?: Record<string, string>;
  };
  const missing = published.flatMap((source) =>
    importedPackages(source).filter((name) => !Object.hasOwn(dependencies, name)),
  );
  expect(missing).toEqual([]);
});

function importedPackages(source: Source): readonly string[] {
  const { packages = [] } = folderOf(source.file)?.folder ?? {};
  const specifiers = importsOf(source).map(({ specifier }) => specifier ?? "");
  return packages === "any"
    ? []
    : packages.filter((name) => specifiers.some((specifier) => `${specifier}/`.startsWith(`${name}/`)));
}
