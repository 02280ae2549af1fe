import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../source/problem.ts";
import { readRepositoryFile, repositoryFiles, repositoryRoot } from "../source/repository.ts";
import { fencesIn } from "./fences.ts";
import { runFences } from "./run-fences.ts";

const pages = repositoryFiles().filter((file) => /^(?:README\.md|ARCHITECTURE\.md|docs\/.*\.md)$/.test(file));
const found = pages.map((page) => fencesIn(page, readRepositoryFile(page)));
const fences = found.flatMap((page) => page.fences);
const failures = found.flatMap((page) => page.problems.map(({ message }) => message));

if (!existsSync(join(repositoryRoot, "dist")))
  failures.push("Run `npm run build` first: examples use the built package.");
else {
  try {
    failures.push(...(await runFences(fences)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    failures.push(error.message);
  }
}

console.log(failures.length === 0 ? `${fences.length} examples in ${pages.length} pages run.` : failures.join("\n"));
process.exitCode = failures.length === 0 ? 0 : 1;
