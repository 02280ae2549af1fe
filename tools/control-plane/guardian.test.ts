import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { endAbandonedRun, endAbandonedTestRuns, testRunPrefix } from "./abandoned-runs.ts";
import { ControlPlaneError } from "./errors.ts";
import { askGuardian, spawnGuardian } from "./guardian-client.ts";
import type { GuardianPlan, GuardianRequest } from "./guardian-protocol.ts";
import { isAlive, signalProcess } from "./process-identity.ts";
import { readRunState, runFiles } from "./run-state.ts";
import type { RunState } from "./run-state.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { moduleFolder } from "./versions.ts";

// The servers here are stand-ins that listen and do nothing else: what is tested is who ends them.

const listening = "require('node:net').createServer().listen(0, '127.0.0.1');";
const server = (name: string, script = listening): { name: string; command: string; args: string[] } => ({
  name,
  command: process.execPath,
  args: ["-e", script],
});
const twoServers: GuardianPlan = { kind: "commands", commands: [server("a"), server("b")] };
const patient = { timeout: 10_000 };

function stateOf(folder: string): RunState {
  const state = readRunState(folder);
  if (state === undefined) throw new Error(`read the state of ${folder}: there is none`);
  return state;
}

/** A process of its own that owns a guardian in `folder`, has it start its servers, and then waits for ever. */
async function startOwner(
  folder: string,
  options: { readonly detached?: boolean; readonly script?: string } = {},
): Promise<ChildProcess> {
  const source = `
    import { askGuardian, spawnGuardian } from ${JSON.stringify(join(moduleFolder, "guardian-client.ts"))};
    const guardian = await spawnGuardian(${JSON.stringify(folder)}, ${JSON.stringify(twoServers)});
    await askGuardian(guardian.socket, "start");
    ${options.script ?? "process.stdin.resume();"}
    console.log("started");
  `;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: options.detached ?? false,
  });
  await once(createInterface({ input: owner.stdout }), "line");
  return owner;
}

describe("a guardian", () => {
  test("starts its servers when it is first asked, once for everybody", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    await using guardian = await spawnGuardian(run, twoServers);
    expect(stateOf(run).servers).toEqual([]);

    const answers = await Promise.all([1, 2, 3].map(() => askGuardian(guardian.socket, "start")));
    const { servers } = stateOf(run);
    expect(servers).toHaveLength(2);
    expect(answers).toEqual([servers, servers, servers]);
    expect(servers.every(isAlive)).toBe(true);
  });

  test("keeps its folder and what is in it to its owner", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    await using _guardian = await spawnGuardian(run, twoServers);
    expect(statSync(run).mode & 0o777).toBe(0o700);
    expect(statSync(join(run, runFiles.state)).mode & 0o777).toBe(0o600);
  });

  test("leaves neither process nor folder when it is ended", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    const guardian = await spawnGuardian(run, twoServers);
    await askGuardian(guardian.socket, "start");
    const state = stateOf(run);
    await guardian.end();
    await guardian.end();
    expect([state.guardian, ...state.servers].filter(isAlive)).toEqual([]);
    expect(existsSync(run)).toBe(false);
  });

  test("reports a server that ended by itself, with the end of its log", async ({ expect }) => {
    await using folder = await temporaryFolder();
    await using guardian = await spawnGuardian(join(folder.path, "run"), {
      kind: "commands",
      commands: [server("a"), server("b", "console.error('disk full'); process.exitCode = 4;")],
    });
    await expect
      .poll(() => askGuardian(guardian.socket, "start").then(String, (error: Error) => error.message), patient)
      .toMatch(/b was running and then ended with exit code 4; the end of its log:\ndisk full/);
    const failure = await askGuardian(guardian.socket, "start").catch((error: unknown) => error);
    expect(ControlPlaneError.is(failure, "SETPOINT_CONTROL_PLANE_DIED")).toBe(true);
  });

  test("that is gone is a typed error for whoever asks it", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const asking = askGuardian(join(folder.path, "nobody.sock"), "start");
    await expect(asking).rejects.toMatchObject({ code: "SETPOINT_CONTROL_PLANE_GUARDIAN" });
  });

  test("whose socket would have too long a path is refused before anything starts", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "x".repeat(100));
    await expect(spawnGuardian(run, twoServers)).rejects.toMatchObject({ code: "SETPOINT_CONTROL_PLANE_GUARDIAN" });
    expect(existsSync(run)).toBe(false);
  });

  test("that can't start says why and leaves no folder", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    const failure = await spawnGuardian(run, undefined as unknown as GuardianPlan).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "SETPOINT_CONTROL_PLANE_GUARDIAN" });
    expect(String(failure)).toMatch(/it ended with code 1; the end of its log:\n[^]*TypeError/);
    expect(existsSync(run)).toBe(false);
  });

  test("answers a request that it does not know with an error", async ({ expect }) => {
    await using folder = await temporaryFolder();
    await using guardian = await spawnGuardian(join(folder.path, "run"), twoServers);
    const asking = askGuardian(guardian.socket, "dance" as GuardianRequest);
    await expect(asking).rejects.toMatchObject({ code: "SETPOINT_CONTROL_PLANE_GUARDIAN" });
  });
});

describe("the owner of a guardian", () => {
  test("can be killed: no process and no folder is left", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    const owner = await startOwner(run);
    const { guardian, servers } = stateOf(run);
    expect(servers.filter(isAlive)).toHaveLength(2);

    owner.kill("SIGKILL");
    await expect.poll(() => [guardian, ...servers].filter(isAlive), patient).toEqual([]);
    expect(existsSync(run)).toBe(false);
  });

  test("can be killed with its whole process group: no process and no folder is left", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    const owner = await startOwner(run, { detached: true });
    const { guardian, servers } = stateOf(run);
    expect(servers.filter(isAlive)).toHaveLength(2);

    process.kill(-(owner.pid ?? 0), "SIGKILL");
    await expect.poll(() => [guardian, ...servers].filter(isAlive), patient).toEqual([]);
    expect(existsSync(run)).toBe(false);
  });

  test("can simply end: the guardian does not keep it, and ends with it", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    const owner = await startOwner(run, { script: "" });
    if (owner.exitCode === null) await once(owner, "exit");
    await expect.poll(() => existsSync(run), patient).toBe(false);
  });

  test("can ask for the servers to be kept; then they live until somebody asks for their end", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    const owner = await startOwner(run, { script: 'await askGuardian(guardian.socket, "keep"); guardian.release();' });
    if (owner.exitCode === null) await once(owner, "exit");
    const socket = join(run, runFiles.socket);
    await askGuardian(socket, "start");
    const { guardian, servers } = stateOf(run);
    expect([guardian, ...servers].filter(isAlive)).toHaveLength(3);

    await askGuardian(socket, "stop");
    expect(servers.filter(isAlive)).toEqual([]);
    await expect.poll(() => isAlive(guardian), patient).toBe(false);
    expect(existsSync(run)).toBe(false);
  });
});

describe("a run whose guardian was killed", () => {
  test("is ended by whoever comes next", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, "run");
    const handle = await spawnGuardian(run, twoServers);
    await askGuardian(handle.socket, "start");
    const { guardian, servers } = stateOf(run);
    expect(await endAbandonedRun(run, realClock)).toBe(false);

    signalProcess(guardian, "SIGKILL");
    await expect.poll(() => isAlive(guardian), patient).toBe(false);
    expect(servers.filter(isAlive)).toHaveLength(2);

    expect(await endAbandonedRun(run, realClock)).toBe(true);
    expect(servers.filter(isAlive)).toEqual([]);
    expect(existsSync(run)).toBe(false);
  });

  test("is found among the temporary files", async ({ expect }) => {
    const run = `${testRunPrefix}abandoned-${process.pid}`;
    const handle = await spawnGuardian(run, twoServers);
    const { guardian } = stateOf(run);
    signalProcess(guardian, "SIGKILL");
    await handle.end();
    await endAbandonedTestRuns(realClock);
    expect(existsSync(run)).toBe(false);
  });
});
