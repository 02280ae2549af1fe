import { Problem } from "../../tools/source/problem.ts";
import { folderOf } from "./folder-of.ts";
import { folders } from "./folders.ts";

const sourceEnding = /\.[cm]?[jt]sx?$/;

/** Whether a file is code that the rules read. */
export function isSource(file: string): boolean {
  return sourceEnding.test(file);
}

/** Whether a file is a test beside the code, or what such tests share (`.fixture.ts`): it is not part of the package. */
export function isTest(file: string): boolean {
  return /\.(?:test|fixture)\.[cm]?[jt]sx?$/.test(file);
}

/** What may lie at the root: configuration, and what everybody looks for there. */
const rootFile = /^(?:\..+|[A-Z]+(?:\.md)?|[\w.-]+\.json|[\w.-]+\.config\.[cm]?[jt]s)$/;

/** A file must lie in a folder of the architecture. What a tool has left at the root is not to be kept. */
export function placementProblems(file: string): readonly Problem[] {
  const [top = "", ...rest] = file.split("/");
  if (rest.length === 0) return rootFile.test(file) ? [] : [misplaced(file)];
  const isKnown = isSource(file)
    ? folderOf(file) !== undefined
    : folders.some(({ path }) => path.split("/")[0] === top);
  return isKnown ? [] : [misplaced(file)];
}

function misplaced(file: string): Problem {
  return new Problem(
    { file, line: 1 },
    "Move this file into a folder of test/architecture/folders.ts, or add its folder there.",
  );
}
