import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, test } from "vitest";
import { identifyProcess, isAlive, isOutOfSight, signalProcess } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

function identityOf(pid: number | undefined): ProcessIdentity {
  const identity = identifyProcess(pid ?? 0);
  if (identity === undefined) throw new Error(`identify process ${pid}: it is not there`);
  return identity;
}

const waitForEver = "setInterval(() => {}, 1_000_000);";

// It starts a child, prints its id, and then blocks its own event loop, so that it never learns of the child's end.
const negligentParent = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", ${JSON.stringify(waitForEver)}], { stdio: "ignore" });
  require("node:fs").writeSync(1, child.pid + "\\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
`;

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

  test.for([
    ["that got the id of one that is gone", { startedAt: "long ago" }],
    ["that got the id and the start of one before the last boot", { boot: "another boot" }],
    ["that has the id and the start of one in another container", { pidNamespace: "pid:[1]" }],
  ] as const)("%s is not mistaken for it, and gets none of its signals", ([, difference], { expect }) => {
    const gone = { ...identityOf(process.pid), ...difference };
    expect(isAlive(gone)).toBe(false);
    // Would end this very process.
    expect(signalProcess(gone, "SIGKILL")).toBe(false);
  });

  test("that ended is gone, even if its parent has not noticed", async ({ expect }) => {
    const parent = spawn(process.execPath, ["-e", negligentParent], { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
    const orphan = identityOf(Number(line));
    try {
      expect(signalProcess(orphan, "SIGKILL")).toBe(true);
      await expect.poll(() => isAlive(orphan)).toBe(false);
      expect(isAlive(identityOf(parent.pid))).toBe(true);
    } finally {
      signalProcess(orphan, "SIGKILL");
      parent.kill("SIGKILL");
    }
  });

  test("may run out of sight only in another container of the same boot", ({ expect }) => {
    const own = identityOf(process.pid);
    expect(isOutOfSight(own)).toBe(false);
    expect(isOutOfSight({ ...own, pidNamespace: "pid:[1]" })).toBe(true);
    expect(isOutOfSight({ ...own, boot: "another boot", pidNamespace: "pid:[1]" })).toBe(false);
  });

  test.runIf(process.platform === "linux")("is told by its boot and its pid namespace too", ({ expect }) => {
    expect(identityOf(process.pid)).toMatchObject({
      boot: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      pidNamespace: expect.stringMatching(/^pid:\[\d+\]$/),
    });
  });
});
