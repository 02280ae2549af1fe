import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { installedSize, lockedPackages } from "./installed-package.ts";

async function addFile(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

test("all files of all packages count, also of those in scopes and inside other packages", async ({ expect }) => {
  await using folder = await temporaryFolder();
  await addFile(folder.path, "node_modules/yaml/package.json", "12345");
  await addFile(folder.path, "node_modules/yaml/dist/deep/index.js", "12345");
  await addFile(folder.path, "node_modules/@types/node/index.d.ts", "12345");
  await addFile(folder.path, "node_modules/@types/ws/index.d.ts", "12345");
  await addFile(folder.path, "node_modules/yaml/node_modules/ws/index.js", "12345");
  await addFile(folder.path, "node_modules/.bin/yaml", "12345");
  await addFile(folder.path, "elsewhere/index.js", "12345");
  expect(await installedSize(folder.path)).toEqual({ bytes: 30, packages: 4 });
});

test("of a lock file only what is needed at run time counts", async ({ expect }) => {
  await using folder = await temporaryFolder();
  const packages = { "": {}, "node_modules/yaml": {}, "node_modules/vitest": { dev: true } };
  await addFile(folder.path, "package-lock.json", JSON.stringify({ packages }));
  expect(await lockedPackages(join(folder.path, "package-lock.json"))).toEqual(["node_modules/yaml"]);
});
