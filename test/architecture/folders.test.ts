import { test } from "vitest";
import { readRepositoryFile } from "../../tools/source/repository.ts";
import { folders } from "./folders.ts";

const ownParts = (path: string): boolean => path.startsWith("src/apiserver");

test("imports point upward in the table, except among the parts of the API server", ({ expect }) => {
  const order = folders.map(({ path }) => path).filter((path) => path.startsWith("src/"));
  const downward = folders.flatMap(({ path, imports }) =>
    imports
      .filter((target) => order.indexOf(target) >= order.indexOf(path) && !(ownParts(path) && ownParts(target)))
      .map((target) => `${path} → ${target}`),
  );
  expect(downward.filter((arrow) => arrow.startsWith("src/"))).toEqual([]);
});

test("every import of the table names a folder of the table", ({ expect }) => {
  const paths = new Set(folders.map(({ path }) => path));
  const unknown = folders.flatMap(({ imports }) => imports.filter((target) => !paths.has(target)));
  expect(new Set(unknown)).toEqual(new Set(["test/*"]));
});

test("the controller is above neither the configuration nor the certificates", ({ expect }) => {
  const controller = folders.find(({ path }) => path === "src/controller");
  expect(controller?.imports.map((path) => path.replace("src/", ""))).toEqual([
    "async",
    "model",
    "wire",
    "types",
    "schema",
    "observe",
    "queue",
    "client",
    "clientset",
    "informer",
  ]);
});

test("lint keeps the platform's globals out of exactly the portable folders", ({ expect }) => {
  const portable = folders.filter(({ isPortable }) => isPortable).map(({ path }) => `${path}/**`);
  const config = readRepositoryFile(".oxlintrc.json").replaceAll(/^\s*\/\/.*$/gm, "");
  const { overrides } = JSON.parse(config) as { overrides: { files: string[]; rules: Record<string, unknown> }[] };
  const guarded = overrides.find(({ rules }) => "no-restricted-globals" in rules);
  expect(guarded?.files.toSorted()).toEqual(portable.toSorted());
});
