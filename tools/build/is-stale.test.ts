import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { temporaryFolder } from "../control-plane/temporary-folder.ts";
import { isStale } from "./is-stale.ts";

const inputs: readonly string[] = [
  "src/index.ts",
  "src/client/http1/connection.ts",
  "tools/build.ts",
  "tools/build/bundle.ts",
  "tsconfig.base.json",
  "package.json",
  "package-lock.json",
];

/** A repository whose build is at second 1000 and everything else at second 500. */
async function builtRepository(): Promise<AsyncDisposable & { readonly path: string }> {
  await using open = new AsyncDisposableStack();
  const { path } = open.use(await temporaryFolder());
  for (const file of [...inputs, "README.md", "dist/index.js"]) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), "");
    await utimes(join(path, file), 500, 500);
  }
  for (const folder of ["src", "src/client", "src/client/http1", "tools/build"])
    await utimes(join(path, folder), 500, 500);
  await utimes(join(path, "dist/index.js"), 1000, 1000);
  const moved = open.move();
  return { path, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

test("a build is not stale while what went into it is older", async ({ expect }) => {
  await using repository = await builtRepository();
  await utimes(join(repository.path, "README.md"), 1001, 1001);
  expect(isStale(repository.path)).toBe(false);
});

test.for(inputs)("a build is stale when %s is newer", async (file, { expect }) => {
  await using repository = await builtRepository();
  await utimes(join(repository.path, file), 1001, 1001);
  expect(isStale(repository.path)).toBe(true);
});

test("a build is stale when a source file was removed", async ({ expect }) => {
  await using repository = await builtRepository();
  await rm(join(repository.path, "src/client/http1/connection.ts"));
  expect(isStale(repository.path)).toBe(true);
});

test("no build is stale", async ({ expect }) => {
  await using repository = await builtRepository();
  await rm(join(repository.path, "dist"), { recursive: true });
  expect(isStale(repository.path)).toBe(true);
});
