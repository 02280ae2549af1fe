import { readRepositoryFile, repositoryFiles } from "../source/repository.ts";
import { parseSource } from "../source/source.ts";
import { parseChapter } from "./chapter.ts";
import { coverageOf } from "./coverage.ts";
import { coverageJson, printCoverage } from "./print-coverage.ts";
import { testIdsIn } from "./test-ids.ts";

const files = repositoryFiles();
const chapterFiles = files.filter((file) => /^docs\/behaviours\/[^/]+\.md$/.test(file) && !file.endsWith("/README.md"));
const chapters = chapterFiles.map((file) => parseChapter(file, readRepositoryFile(file)));

const testFiles = files.filter((file) => file.endsWith(".test.ts"));
const found = testFiles.map((file) => testIdsIn(parseSource(file, readRepositoryFile(file))));
const tests = { ids: found.flatMap(({ ids }) => ids), problems: found.flatMap(({ problems }) => problems) };

const coverage = coverageOf(chapters, tests);
console.log(process.argv.includes("--json") ? coverageJson(coverage) : printCoverage(coverage));
process.exitCode = coverage.problems.length === 0 ? 0 : 1;
