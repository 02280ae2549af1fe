import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "vitest";
import { repositoryRoot } from "../source/repository.ts";
import { runFences } from "./run-fences.ts";

/** A package with one entry, `setpoint/queue`, whose `limit` is 3. It is removed with its block. */
function scratchPackage(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "setpoint-package-"));
  mkdirSync(join(folder, "dist"));
  const exports = { "./queue": { types: "./dist/queue.d.ts", default: "./dist/queue.js" } };
  const manifest = { name: "setpoint", type: "module", exports, devDependencies: { "@types/node": "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "dist/queue.js"), "export const limit = 3;\n");
  writeFileSync(join(folder, "dist/queue.d.ts"), "export declare const limit: number;\n");
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  symlinkSync(join(repositoryRoot, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const fence = (line: number, code: string): { file: string; line: number; code: string } => ({
  file: "docs/queue.md",
  line,
  code,
});
const start = `import { limit } from "setpoint/queue";\n`;

// Each of these starts a compiler.
describe("running examples", { timeout: 60_000 }, () => {
  test("examples that hold are silent", async ({ expect }) => {
    using installed = scratchPackage();
    const fences = [fence(3, `${start}limit; // => 3`), fence(9, `const a = [1]; // => [1]`)];
    expect(await runFences(fences, installed.folder)).toEqual([]);
  });

  test("an example that shows a wrong value fails at its line", async ({ expect }) => {
    using installed = scratchPackage();
    const failures = await runFences(
      [fence(3, `${start}limit; // => 4`), fence(9, `const a = 1; // => 1`)],
      installed.folder,
    );
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^docs\/queue\.md:3: This example fails\.\n[^]*Line 4 shows 4, but the value is 3\./);
  });

  test("an example that does not compile fails at its line", async ({ expect }) => {
    using installed = scratchPackage();
    const failures = await runFences([fence(3, `${start}limit.toFixed("x");`)], installed.folder);
    expect(failures[0]).toMatch(/^docs\/queue\.md:4: error TS2345/);
  });

  test("an example can import only what the package publishes", async ({ expect }) => {
    using installed = scratchPackage();
    const failures = await runFences(
      [fence(3, `import { limit } from "setpoint/dist/queue.js";\nlimit;`)],
      installed.folder,
    );
    expect(failures[0]).toMatch(/^docs\/queue\.md:3: error TS2307/);
  });

  test("an example that throws fails", async ({ expect }) => {
    using installed = scratchPackage();
    const failures = await runFences([fence(3, `throw new Error("no luck");`)], installed.folder);
    expect(failures[0]).toContain("no luck");
  });
});
