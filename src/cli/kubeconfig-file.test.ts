import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { CommandError } from "./errors.ts";
import { writeKubeconfigFile } from "./kubeconfig-file.ts";

const named = [{ name: "setpoint" }];
const own = JSON.stringify({ apiVersion: "v1", kind: "Config", clusters: named, users: named, contexts: named });

interface Folder extends AsyncDisposable {
  readonly path: string;
}

async function newFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "setpoint-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test("one that nobody named a place for is private and goes with its folder [cli/server-kubeconfig, cli/server-end]", async ({
  expect,
}) => {
  const file = await writeKubeconfigFile("text");
  expect(await readFile(file.path, "utf8")).toBe("text");
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file.path))).mode & 0o777).toBe(0o700);
  await file[Symbol.asyncDispose]();
  await expect(stat(dirname(file.path))).rejects.toMatchObject({ code: "ENOENT" });
});

test("one that was asked for is private, alone in its place, and stays [cli/server-kubeconfig]", async ({ expect }) => {
  await using folder = await newFolder();
  const path = join(folder.path, "kubeconfig");
  const file = await writeKubeconfigFile("text", path);
  await file[Symbol.asyncDispose]();
  expect(file.path).toBe(path);
  expect(await readdir(folder.path)).toEqual(["kubeconfig"]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("that of an earlier server is replaced, whoever could read it [cli/server-kubeconfig]", async ({ expect }) => {
  await using folder = await newFolder();
  const path = join(folder.path, "kubeconfig");
  await writeFile(path, own, { mode: 0o644 });
  await writeKubeconfigFile("text", path);
  expect(await readFile(path, "utf8")).toBe("text");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.for([
  ["a kubeconfig with more in it", own.replace("[{", '[{"name":"mine"},{')],
  ["a kubeconfig in YAML", "apiVersion: v1\nkind: Config\n"],
  ["another JSON document", "null"],
  ["an empty file", ""],
])("%s stays as it is [cli/server-kubeconfig-kept]", async ([, text = ""], { expect }) => {
  await using folder = await newFolder();
  const path = join(folder.path, "kubeconfig");
  await writeFile(path, text);
  await expect(writeKubeconfigFile("text", path)).rejects.toSatisfy((error) =>
    CommandError.is(error, "SETPOINT_CLI_FILE"),
  );
  expect(await readFile(path, "utf8")).toBe(text);
  expect(await readdir(folder.path)).toEqual(["kubeconfig"]);
});

test("a link is not followed, wherever it leads [cli/server-kubeconfig-kept]", async ({ expect }) => {
  await using folder = await newFolder();
  const target = join(folder.path, "target");
  const path = join(folder.path, "kubeconfig");
  await symlink(target, path);
  const refused = async (): Promise<void> => {
    await expect(writeKubeconfigFile("text", path)).rejects.toMatchObject({ code: "SETPOINT_CLI_FILE" });
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
  };
  await refused();
  await expect(stat(target)).rejects.toMatchObject({ code: "ENOENT" });
  await writeFile(target, own);
  await refused();
  expect(await readFile(target, "utf8")).toBe(own);
});

test("a folder that is not there is told [cli/failed]", async ({ expect }) => {
  await using folder = await newFolder();
  const path = join(folder.path, "none", "kubeconfig");
  await expect(writeKubeconfigFile("text", path)).rejects.toThrow(`write the kubeconfig ${path}`);
});
