import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "vitest";
import { realClock, VirtualClock } from "../../src/async/index.ts";
import { acquireLock } from "./lock.ts";
import { identifyProcess } from "./process-identity.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("a lock", () => {
  test("is held by one at a time, and goes to the next when it is given back", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "sub", "lock");
    const first = await acquireLock(path, { clock: realClock });
    const waiting = Promise.withResolvers<number>();
    const second = acquireLock(path, { clock: realClock, onWait: ({ pid }) => waiting.resolve(pid) });
    expect(await waiting.promise).toBe(process.pid);

    await first[Symbol.asyncDispose]();
    await using _second = await second;
    expect(await readdir(join(folder.path, "sub"))).toEqual(["lock"]);
  });

  test("never has two holders, however many want it", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    let holders = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      await using _lock = await acquireLock(path, { clock: realClock });
      most = Math.max(most, (holders += 1));
      await readdir(folder.path);
      holders -= 1;
    };
    await Promise.all(Array.from({ length: 4 }, work));
    expect(most).toBe(1);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test("of a process that is gone is taken over", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    await writeFile(path, JSON.stringify(identifyProcess(child.pid ?? 0)));
    child.stdin.end();
    await once(child, "exit");

    await using _lock = await acquireLock(path, { clock: new VirtualClock() });
    expect(await readdir(folder.path)).toEqual(["lock"]);
  });

  test.for([
    [
      "a process whose id was given to another",
      JSON.stringify({ ...identifyProcess(process.pid), startedAt: "long ago" }),
    ],
    ["a process of an earlier boot", JSON.stringify({ ...identifyProcess(process.pid), boot: "another boot" })],
    ["nobody: a file that is no lock of ours", "not a lock"],
    ["nobody: an empty file", ""],
  ] as const)("of %s is taken over", async ([, content], { expect }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    await writeFile(path, content);
    await using _lock = await acquireLock(path, { clock: new VirtualClock() });
    expect(await readdir(folder.path)).toEqual(["lock"]);
  });

  test("is not waited for any longer than the signal allows", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    await using _held = await acquireLock(path, { clock: realClock });
    const stop = new AbortController();
    const reason = new Error("enough");
    const waiting = acquireLock(path, { clock: realClock, signal: stop.signal, onWait: () => stop.abort(reason) });
    await expect(waiting).rejects.toBe(reason);
  });
});
