import { globSync, statSync } from "node:fs";
import { join } from "node:path";

/** A folder counts as well: a removed file makes it newer. */
const inputs: readonly string[] = [
  "src/**/",
  "src/**/*.ts",
  "tools/build.ts",
  "tools/build/**",
  "tsconfig*.json",
  "package.json",
  "package-lock.json",
];

/** Whether there is no build in `root`, or anything that goes into one is newer than `dist/index.js`. */
export function isStale(root: string): boolean {
  const built = changedAt(join(root, "dist/index.js"));
  if (built === undefined) return true;
  const files = globSync(inputs.map((pattern) => join(root, pattern)));
  return files.some((file) => (changedAt(file) ?? Infinity) > built);
}

function changedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
