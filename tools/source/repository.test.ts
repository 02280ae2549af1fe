import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { repositoryFiles } from "./repository.ts";

/** A folder with some empty files and a `.gitignore`. It is removed with its block. */
function scratchRepository(ignored: string, files: readonly string[]): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "setpoint-repository-"));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
  writeFileSync(join(folder, ".gitignore"), ignored);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test("all files are listed but those of git and those that it ignores", ({ expect }) => {
  const ignored = "# Built.\nnode_modules/\ndist/\n\n.codegen-*/\n*.log\n";
  const hidden = [".git/HEAD", "dist/index.js", "ui/node_modules/a/b.js", ".codegen-x/a.ts", "npm.log", "src/a.log"];
  using repository = scratchRepository(ignored, ["src/dist.ts", "src/queue/a.ts", "README.md", ...hidden]);
  expect(repositoryFiles(repository.folder)).toEqual([".gitignore", "README.md", "src/dist.ts", "src/queue/a.ts"]);
});

test.for(["!dist", "/dist", "src/a.ts"])("a rule that it does not understand is refused: %s", (rule, { expect }) => {
  using repository = scratchRepository(`${rule}\n`, []);
  expect(() => repositoryFiles(repository.folder)).toThrow("expected a name that may hold `*`");
});
