import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { temporaryFolder } from "../control-plane/temporary-folder.ts";
import { repositoryRoot } from "../source/repository.ts";

const copied: readonly string[] = [
  "package.json",
  "tsconfig.base.json",
  "tsconfig.build.json",
  "tools/build.ts",
  "tools/build",
  "tools/source/repository.ts",
  "src/async",
];
const packages: readonly string[] = ["@types", "rolldown", "typescript", "undici-types"];

interface ScratchRepository extends AsyncDisposable {
  readonly path: string;
  readonly build: (...flags: readonly string[]) => { readonly status: number | null; readonly stdout: string };
}

/** A repository with our way of building and little to build. */
async function scratchRepository(): Promise<ScratchRepository> {
  await using open = new AsyncDisposableStack();
  const { path } = open.use(await temporaryFolder());
  for (const file of copied) await cp(join(repositoryRoot, file), join(path, file), { recursive: true });
  await mkdir(join(path, "node_modules"));
  for (const name of packages)
    await symlink(join(repositoryRoot, "node_modules", name), join(path, "node_modules", name));
  await writeFile(join(path, "src/index.ts"), `export { Backoff } from "./async/index.ts";\n`);
  const moved = open.move();
  return {
    path,
    build: (...flags) => spawnSync(process.execPath, ["tools/build.ts", ...flags], { cwd: path, encoding: "utf8" }),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

// Each of these starts a compiler.
test("a build has a module and its declarations, and a second one is made only when needed", async ({ expect }) => {
  await using repository = await scratchRepository();
  expect(repository.build()).toMatchObject({ status: 0, stdout: "" });
  const files = await readdir(join(repository.path, "dist"), { recursive: true });
  expect(files).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "async/index.js", "async/backoff.d.ts"]));
  expect(files.filter((file) => file.endsWith(".js"))).toHaveLength(2);
  const { ino } = await stat(join(repository.path, "dist"));
  expect(repository.build("--if-stale")).toMatchObject({ status: 0 });
  expect((await stat(join(repository.path, "dist"))).ino).toBe(ino);
});

test.for([
  ["the types are wrong", `export const a: number = "1";\n`],
  ["the bundler has a remark", `export const a: unknown = eval("1");\n`],
] as const)("a build leaves nothing when %s, not even the one before", async ([, text], { expect }) => {
  await using repository = await scratchRepository();
  await mkdir(join(repository.path, "dist"));
  await writeFile(join(repository.path, "dist/index.js"), "");
  await writeFile(join(repository.path, "src/index.ts"), text);
  expect(repository.build()).toMatchObject({ status: 1 });
  expect(await readdir(repository.path)).not.toContain("dist");
  expect((await readdir(join(repository.path, "node_modules"))).toSorted()).toEqual(packages.toSorted());
});
