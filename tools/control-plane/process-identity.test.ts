import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, test } from "vitest";
import { identifyProcess, isAlive, signalProcess } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

function identityOf(pid: number | undefined): ProcessIdentity {
  const identity = identifyProcess(pid ?? 0);
  if (identity === undefined) throw new Error(`identify process ${pid}: it is not there`);
  return identity;
}

describe("a process", () => {
  test("is alive until it ends", async ({ expect }) => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    const identity = identityOf(child.pid);
    expect(isAlive(identity)).toBe(true);

    child.stdin.end();
    await once(child, "exit");
    expect(isAlive(identity)).toBe(false);
    expect(signalProcess(identity, "SIGTERM")).toBe(false);
  });

  test("that got the id of one that is gone is not mistaken for it, and gets none of its signals", ({ expect }) => {
    const gone = { ...identityOf(process.pid), startedAt: "long ago" };
    expect(isAlive(gone)).toBe(false);
    // Would end this very process.
    expect(signalProcess(gone, "SIGKILL")).toBe(false);
  });

  test("that ended is gone, even if its parent has not noticed", async ({ expect }) => {
    const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
    const orphan = identityOf(Number(line));
    try {
      expect(signalProcess(orphan, "SIGKILL")).toBe(true);
      await expect.poll(() => isAlive(orphan)).toBe(false);
      expect(isAlive(identityOf(parent.pid))).toBe(true);
    } finally {
      parent.kill("SIGKILL");
    }
  });
});
