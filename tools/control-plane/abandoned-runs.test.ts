import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import type { Clock } from "../../src/async/index.ts";
import { endAbandonedTestRuns } from "./abandoned-runs.ts";
import { identifyProcess, isAlive } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { isPrivateFolder, writeRunState } from "./run-state.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface Victim extends Disposable {
  readonly identity: ProcessIdentity;
}

/** A process that an abandoned run may name as its server. */
function startVictim(): Victim {
  const child: ChildProcess = spawn(process.execPath, ["-e", "setInterval(() => {}, 1_000_000)"], { stdio: "ignore" });
  return { identity: identify(child.pid), [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

function identify(pid: number | undefined): ProcessIdentity {
  const identity = identifyProcess(pid ?? 0);
  if (identity === undefined) throw new Error(`identify process ${pid}: it is not there`);
  return identity;
}

/** A folder that says: its guardian is gone, and these are its servers. */
async function writeAbandonedRun(
  folder: string,
  servers: readonly ProcessIdentity[],
  guardian: Partial<ProcessIdentity> = { startedAt: "long ago" },
): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  writeRunState(folder, { guardian: { ...identify(process.pid), ...guardian }, servers });
}

describe("abandoned test runs", () => {
  test("of ours are ended and removed", async ({ expect }) => {
    await using folder = await temporaryFolder();
    using victim = startVictim();
    await writeAbandonedRun(join(folder.path, "run-1"), [victim.identity]);
    await writeAbandonedRun(join(folder.path, "other-1"), []);

    expect(await endAbandonedTestRuns(realClock, { prefix: join(folder.path, "run-") })).toBe(1);
    expect(isAlive(victim.identity)).toBe(false);
    expect(existsSync(join(folder.path, "run-1"))).toBe(false);
    expect(existsSync(join(folder.path, "other-1"))).toBe(true);
  });

  test.for(["701", "710", "720", "755", "777"])(
    "in a folder that others can enter, mode %s, are left alone: they could name any process",
    async (mode, { expect }) => {
      await using folder = await temporaryFolder();
      using victim = startVictim();
      const run = join(folder.path, "run-1");
      await writeAbandonedRun(run, [victim.identity]);
      await chmod(run, Number.parseInt(mode, 8));

      expect(await endAbandonedTestRuns(realClock, { prefix: join(folder.path, "run-") })).toBe(0);
      expect(isAlive(victim.identity)).toBe(true);
      expect(existsSync(run)).toBe(true);
    },
  );

  test.runIf(process.getuid)("of another user are left alone", async ({ expect }) => {
    await using folder = await temporaryFolder();
    using victim = startVictim();
    const run = join(folder.path, "run-1");
    await writeAbandonedRun(run, [victim.identity]);

    const uid = (process.getuid?.() ?? 0) + 1;
    expect(await endAbandonedTestRuns(realClock, { prefix: join(folder.path, "run-"), uid })).toBe(0);
    expect(isAlive(victim.identity)).toBe(true);
    expect(existsSync(run)).toBe(true);
  });

  test("behind a link are left alone: anybody can link to a folder of ours", async ({ expect }) => {
    await using folder = await temporaryFolder();
    using victim = startVictim();
    await writeAbandonedRun(join(folder.path, "elsewhere"), [victim.identity]);
    await symlink(join(folder.path, "elsewhere"), join(folder.path, "run-1"));

    expect(await endAbandonedTestRuns(realClock, { prefix: join(folder.path, "run-") })).toBe(0);
    expect(isAlive(victim.identity)).toBe(true);
    expect(existsSync(join(folder.path, "run-1"))).toBe(true);
  });

  test("whose guardian may live in another container are left alone", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run-1");
    await writeAbandonedRun(run, [], { pidNamespace: "pid:[1]" });

    expect(await endAbandonedTestRuns(realClock, { prefix: join(folder.path, "run-") })).toBe(0);
    expect(existsSync(run)).toBe(true);
  });

  test("that can't be ended are named, and do not keep the others from it", async ({ expect }) => {
    await using folder = await temporaryFolder();
    for (const name of ["run-1", "run-2"]) await writeAbandonedRun(join(folder.path, name), []);
    let calls = 0;
    const clock: Clock = {
      ...realClock,
      monotonic: () => {
        calls += 1;
        if (calls === 1) throw new Error("the first can't be ended");
        return realClock.monotonic();
      },
    };

    const lines: string[] = [];
    const report = (line: string): unknown => lines.push(line);
    expect(await endAbandonedTestRuns(clock, { prefix: join(folder.path, "run-"), report })).toBe(1);
    const [left, ...others] = ["run-1", "run-2"]
      .map((name) => join(folder.path, name))
      .filter((run) => existsSync(run));
    expect(others).toEqual([]);
    expect(lines).toEqual([expect.stringContaining(`${left}: Error: the first can't be ended`)]);
  });
});

describe("a private folder", () => {
  test("is a folder, and is there", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const uid = process.getuid?.();
    const file = join(folder.path, "file");
    await writeFile(file, "", { mode: 0o600 });
    expect(isPrivateFolder(folder.path, uid)).toBe(true);
    expect(isPrivateFolder(file, uid)).toBe(false);
    expect(isPrivateFolder(join(folder.path, "missing"), uid)).toBe(false);
  });
});
