import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../source/repository.ts";

/** The rules that each file breaks, by its path: `setpoint(no-ambient-time)`. A file that breaks none is not in it. */
export type Findings = ReadonlyMap<string, readonly string[]>;

/** Lints `files` (path to text) under the repository's own configuration, in a folder of their own that is removed afterwards. */
export function lintInScratch(files: Readonly<Record<string, string>>): Findings {
  const folder = mkdtempSync(join(tmpdir(), "setpoint-lint-"));
  try {
    for (const path of [".oxlintrc.json", "tsconfig.base.json", "tsconfig.json", "tools/lint"]) {
      cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const oxlint = join(repositoryRoot, "node_modules/oxlint/bin/oxlint");
    const run = spawnSync(process.execPath, [oxlint, "--format", "json", ...Object.keys(files)], {
      cwd: folder,
      encoding: "utf8",
    });
    return findingsOf(run.stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function findingsOf(output: string): Findings {
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  const byFile = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map(byFile.entries().map(([file, found]) => [file, found.map(({ code }) => code)]));
}
