import { readFileSync } from "node:fs";
import { describe, test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { isAlive } from "./process-identity.ts";
import { ServerProcess, tail } from "./server-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const listening = "require('node:net').createServer().listen(0, '127.0.0.1');";

describe("a server process", () => {
  test("ends when it is asked to", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const server = ServerProcess.start({ name: "a", command: process.execPath, args: ["-e", listening] }, folder.path);
    expect(server.end).toBeUndefined();
    await server.stop(realClock);
    expect(server.end).toBe("was ended by SIGTERM");
    expect(server.identity && isAlive(server.identity)).toBe(false);
    await server.stop(realClock);
  });

  test("that does not end when it is asked to is killed", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const script = `${listening} process.on('SIGTERM', () => {}); console.log('deaf');`;
    const server = ServerProcess.start({ name: "a", command: process.execPath, args: ["-e", script] }, folder.path);
    await expect.poll(() => readFileSync(server.logFile, "utf8")).toContain("deaf");
    await server.stop(realClock, 20);
    expect(server.end).toBe("was ended by SIGKILL");
  });

  test("that ends by itself says how, and its log says why", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const script = "console.log('out'); console.error('no such flag'); process.exitCode = 3;";
    const server = ServerProcess.start({ name: "a", command: process.execPath, args: ["-e", script] }, folder.path);
    await server.ended;
    expect(server.end).toBe("ended with exit code 3");
    expect(server.logTail()).toBe("out\nno such flag");
  });

  test("that can't be started says so", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const server = ServerProcess.start({ name: "a", command: "/nowhere/server", args: [] }, folder.path);
    await server.ended;
    expect(server.identity).toBeUndefined();
    expect(server.end).toContain("could not be started");
    expect(server.logTail()).toBe("(its log is empty)");
    await server.stop(realClock);
  });

  test("is quoted with the end of its log only", ({ expect }) => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    expect(tail(`${lines.join("\n")}\n`)).toBe(lines.slice(80).join("\n"));
  });
});
