import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { findBinaries } from "./binaries.ts";
import { buildBinaries, commandPackages } from "./build.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { binariesFolder } from "./versions.ts";
import type { Environment } from "./versions.ts";

// A stand-in for Go that notes its arguments and "builds" a file. The real one takes ten minutes.
const obedientGo = `
  const { appendFileSync, writeFileSync } = require("node:fs");
  const args = process.argv.slice(2);
  appendFileSync(process.env.CALLS, JSON.stringify(args) + "\\n");
  console.error("k8s.io/kubernetes/some/package");
  writeFileSync(args[args.indexOf("-o") + 1], "binary", { mode: 0o755 });
`;
const failingGo = `
  require("node:fs").writeFileSync(process.argv[process.argv.indexOf("-o") + 1], "half a binary", { mode: 0o755 });
  console.error("main.go:1:1: undefined: x");
  process.exitCode = 1;
`;

interface Build {
  readonly environment: Environment;
  readonly lines: string[];
  run(...names: string[]): Promise<void>;
  calls(): Promise<string[][]>;
}

async function prepare(folder: string, go?: string): Promise<Build> {
  const callsFile = join(folder, "calls");
  const environment = { SETPOINT_CACHE: join(folder, "cache"), PATH: folder, CALLS: callsFile };
  if (go !== undefined) {
    await writeFile(join(folder, "go"), `#!${process.execPath}\n${go}`);
    await chmod(join(folder, "go"), 0o755);
  }
  const lines: string[] = [];
  return {
    environment,
    lines,
    run: (...names) => buildBinaries(names, { clock: realClock, environment, print: (line) => lines.push(line) }),
    calls: async () =>
      (await readFile(callsFile, "utf8"))
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as string[]),
  };
}

describe("building", () => {
  test("makes each command once, with its version, and never touches go.mod", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const build = await prepare(folder.path, obedientGo);
    await build.run("etcd", "kubectl");
    await build.run("etcd", "kubectl");

    const calls = await build.calls();
    expect(calls.map((args) => args.at(-1))).toEqual(["go.etcd.io/etcd/server/v3", "k8s.io/kubernetes/cmd/kubectl"]);
    expect(calls[1]).toContain("-mod=readonly");
    expect(calls[1]?.[calls[1].indexOf("-ldflags") + 1]).toMatch(
      / -X k8s\.io\/component-base\/version\.gitVersion=v1\.\d+\.\d+ /,
    );
    expect(findBinaries(["etcd", "kubectl"], build.environment).missing).toEqual([]);
    expect(await readdir(binariesFolder(build.environment))).toEqual(["etcd", "kubectl"]);
  });

  test("says what it does, and when it reuses", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const build = await prepare(folder.path, obedientGo);
    await build.run("etcd");
    await build.run("etcd");
    expect(build.lines).toEqual([
      expect.stringMatching(/^etcd: building go\.etcd\.io\/etcd\/server\/v3 /),
      expect.stringMatching(/^etcd: built in \d+ s$/),
      expect.stringContaining("etcd: built in "),
      expect.stringContaining("etcd: built already, reused from "),
    ]);
  });

  test("at the same time makes a command once", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const build = await prepare(folder.path, obedientGo);
    await Promise.all([build.run("kubectl"), build.run("kubectl"), build.run("kubectl")]);
    expect(await build.calls()).toHaveLength(1);
    expect(build.lines).toContainEqual(expect.stringContaining("another build is running"));
  });

  test("that fails says what Go said, and leaves nothing that looks like a binary", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const build = await prepare(folder.path, failingGo);
    const failure = build.run("kubectl");
    await expect(failure).rejects.toMatchObject({ code: "SETPOINT_CONTROL_PLANE_BUILD" });
    await expect(failure).rejects.toThrow("undefined: x");
    expect(findBinaries(["kubectl"], build.environment).missing).toEqual(["kubectl"]);
  });

  test("removes what a killed build left", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const failing = await prepare(folder.path, failingGo);
    await expect(failing.run("kubectl")).rejects.toThrow();
    const build = await prepare(folder.path, obedientGo);
    await build.run("etcd");
    expect(await readdir(binariesFolder(build.environment))).toEqual(["etcd"]);
  });

  test("without Go says what to install or to set", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const build = await prepare(folder.path);
    const failure = build.run("kubectl");
    await expect(failure).rejects.toMatchObject({ code: "SETPOINT_CONTROL_PLANE_NO_GO" });
    await expect(failure).rejects.toThrow(/Go 1\.\d+.*KUBEBUILDER_ASSETS/);
  });

  test.for(["kube-scheduler", "../etcd", "__proto__", ""])(
    "refuses %j, which the module does not import",
    async (name, { expect }) => {
      await using folder = await temporaryFolder();
      const build = await prepare(folder.path, obedientGo);
      await expect(build.run(name)).rejects.toMatchObject({ code: "SETPOINT_CONTROL_PLANE_UNKNOWN_BINARY" });
      expect(build.lines).toEqual([]);
    },
  );

  test("knows the commands that the module imports", async ({ expect }) => {
    expect([...(await commandPackages()).keys()]).toEqual([
      "etcd",
      "kube-apiserver",
      "kube-controller-manager",
      "kubectl",
    ]);
  });
});
