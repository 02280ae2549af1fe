import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, test } from "vitest";
import { executableName, findBinaries, findGo, howToEnable, requireBinaries } from "./binaries.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { binariesFolder } from "./versions.ts";

async function addProgram(folder: string, name: string, mode = 0o755): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, executableName(name));
  await writeFile(path, "");
  await chmod(path, mode);
  return path;
}

describe("binaries", () => {
  test("are looked for in KUBEBUILDER_ASSETS first and then in the cache", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const environment = { SETPOINT_CACHE: join(folder.path, "cache"), KUBEBUILDER_ASSETS: join(folder.path, "assets") };
    const cache = binariesFolder(environment);
    await addProgram(cache, "etcd");
    const kubectl = await addProgram(cache, "kubectl");
    const etcd = await addProgram(environment.KUBEBUILDER_ASSETS, "etcd");

    expect([...requireBinaries(["etcd", "kubectl"], environment)]).toEqual([
      ["etcd", etcd],
      ["kubectl", kubectl],
    ]);
  });

  test("are found by absolute paths, because servers run in another folder", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const etcd = await addProgram(folder.path, "etcd");
    const assets = relative(process.cwd(), folder.path);
    expect(findBinaries(["etcd"], { KUBEBUILDER_ASSETS: assets }).found.get("etcd")).toBe(etcd);
  });

  test("that are missing are all named in one error, with where they were looked for and what to do", async ({
    expect,
  }) => {
    await using folder = await temporaryFolder();
    const environment = { SETPOINT_CACHE: folder.path, KUBEBUILDER_ASSETS: join(folder.path, "none") };
    await addProgram(binariesFolder(environment), "etcd");
    const requiring = (): unknown => requireBinaries(["etcd", "kube-apiserver", "kubectl"], environment);

    expect(requiring).toThrow(expect.objectContaining({ code: "SETPOINT_CONTROL_PLANE_MISSING" }));
    expect(requiring).toThrow(/: kube-apiserver, kubectl not found in /);
    for (const part of [
      environment.KUBEBUILDER_ASSETS,
      binariesFolder(environment),
      "npm run control-plane -- build",
      "KUBEBUILDER_ASSETS",
    ]) {
      expect(requiring).toThrow(part);
    }
  });

  test("are executable files: neither a folder nor a plain file counts", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const environment = { SETPOINT_CACHE: folder.path };
    await addProgram(binariesFolder(environment), "etcd", 0o644);
    await mkdir(join(binariesFolder(environment), "kubectl"), { mode: 0o755 });

    expect(findBinaries(["etcd", "kubectl"], environment).missing).toEqual(["etcd", "kubectl"]);
  });

  test("can be built with Go, and only a machine without it is told to install it", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const go = await addProgram(folder.path, "go");

    expect(findGo({ PATH: folder.path })).toBe(go);
    expect(findGo({ PATH: "" })).toBeUndefined();
    expect(howToEnable({ PATH: folder.path })).not.toContain("go.dev");
    expect(howToEnable({})).toContain("go.dev");
  });
});
