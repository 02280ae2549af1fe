import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, test } from "vitest";
import { describeReal, skippedSuitesVariable } from "./describe-real.ts";
import { isAlive } from "./process-identity.ts";
import { readRunState } from "./run-state.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { sharedGuardianVariable } from "./testing.ts";
import { moduleFolder } from "./versions.ts";

// Whole test runs inside of a test: what a run prints, and what it leaves behind when it is killed, can be seen only from outside.

/** Starts a test run in `folder` with our set-up and one test file. */
async function startRun(
  folder: string,
  testFile: string,
  environment: Record<string, string | undefined>,
): Promise<ChildProcess> {
  const root = join(folder, "project");
  await mkdir(root);
  const setup = join(moduleFolder, "global-setup.ts");
  await writeFile(
    join(root, "vitest.config.mjs"),
    `export default { test: { globals: true, globalSetup: ${JSON.stringify(setup)} } };`,
  );
  await writeFile(join(root, "some.test.ts"), testFile);
  const vitest = resolve(moduleFolder, "../../node_modules/vitest/vitest.mjs");
  return spawn(process.execPath, [vitest, "run", "--root", root], {
    env: {
      ...process.env,
      [sharedGuardianVariable]: undefined,
      [skippedSuitesVariable]: undefined,
      VITEST: undefined,
      NO_COLOR: "1",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

async function outcome(run: ChildProcess): Promise<{ readonly code: unknown; readonly output: string }> {
  if (run.stdout === null || run.stderr === null) throw new Error("run tests: the run has no output");
  const [stdout, stderr, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, "exit") as Promise<[unknown]>,
  ]);
  return { code, output: stdout + stderr };
}

const twoSuites = `
  import { describeReal } from ${JSON.stringify(join(moduleFolder, "describe-real.ts"))};
  test("a plain test", () => {});
  for (const name of ["first suite", "second suite"]) describeReal(name, () => { test("a test", () => { throw new Error("ran"); }); });
`;

describe("a test run without the binaries", { timeout: 60_000 }, () => {
  const absent = (folder: string): Record<string, string | undefined> => ({
    SETPOINT_CACHE: folder,
    KUBEBUILDER_ASSETS: undefined,
    CI: undefined,
  });

  test("skips the real suites and says so in one line that names them and the way out", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const { code, output } = await outcome(await startRun(folder.path, twoSuites, absent(folder.path)));
    expect(code, output).toBe(0);
    const lines = output.split("\n").filter((line) => line.includes("SKIPPED"));
    expect(lines).toEqual([
      expect.stringContaining("2 suites that need a real control plane (first suite, second suite)"),
    ]);
    expect(lines[0]).toContain("npm run control-plane -- build");
    expect(output).toMatch(/1 passed \| 2 skipped/);
  });

  test("fails in CI, and says why", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const { code, output } = await outcome(
      await startRun(folder.path, twoSuites, { ...absent(folder.path), CI: "true" }),
    );
    expect(code).toBe(1);
    expect(output).toContain("etcd, kube-apiserver, kubectl not found in");
    expect(output).toMatch(/2 failed \| 1 passed/);
  });
});

describeReal("a test run with the binaries", () => {
  test("can be killed while it uses the servers: none is left", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const noteFile = join(folder.path, "kubeconfig-path");
    const run = await startRun(
      folder.path,
      `
        import { renameSync, writeFileSync } from "node:fs";
        import { startRealControlPlane } from ${JSON.stringify(join(moduleFolder, "testing.ts"))};
        test("uses the servers for ever", { timeout: 600_000 }, async () => {
          await using cp = await startRealControlPlane();
          writeFileSync(${JSON.stringify(`${noteFile}.new`)}, cp.kubeconfig);
          renameSync(${JSON.stringify(`${noteFile}.new`)}, ${JSON.stringify(noteFile)});
          await new Promise(() => {});
        });
      `,
      {},
    );
    await expect.poll(() => existsSync(noteFile) || run.exitCode !== null, { timeout: 120_000 }).toBe(true);
    const runFolder = dirname(readFileSync(noteFile, "utf8"));
    const { guardian, servers } = readRunState(runFolder) ?? {};
    expect(servers?.filter(isAlive)).toHaveLength(2);

    process.kill(-(run.pid ?? 0), "SIGKILL");
    await expect
      .poll(() => [guardian, ...(servers ?? [])].filter((one) => one !== undefined && isAlive(one)), {
        timeout: 30_000,
      })
      .toEqual([]);
    expect(existsSync(runFolder)).toBe(false);
  });
});
