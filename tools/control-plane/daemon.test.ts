import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { findDaemon, startDaemon, stopDaemon } from "./daemon.ts";
import type { DaemonOptions } from "./daemon.ts";
import { isAlive, signalProcess } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { readRunState } from "./run-state.ts";
import { serve, writeStandInServers } from "./stand-in-servers.ts";
import type { StandInScripts } from "./stand-in-servers.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { daemonFolder } from "./versions.ts";

interface Daemon extends DaemonOptions, AsyncDisposable {
  /** The guardian and its servers, as the run's own state names them. */
  processes(): readonly ProcessIdentity[];
}

/** A place for a daemon of stand-in servers. Whatever runs there is ended with it. */
async function daemonPlace(scripts?: StandInScripts): Promise<Daemon & { readonly folder: string }> {
  const folder = await temporaryFolder();
  const environment = {
    SETPOINT_CACHE: folder.path,
    KUBEBUILDER_ASSETS: await writeStandInServers(folder.path, scripts),
  };
  const options = { clock: realClock, environment };
  return {
    ...options,
    folder: folder.path,
    processes: () => {
      const { guardian, servers = [] } = readRunState(daemonFolder(environment)) ?? {};
      return guardian === undefined ? [] : [guardian, ...servers];
    },
    [Symbol.asyncDispose]: async () => {
      await stopDaemon(options);
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("the control plane that outlives its command", { timeout: 30_000 }, () => {
  test("is started once, found again and ended without a trace", async ({ expect }) => {
    await using daemon = await daemonPlace();
    expect(await findDaemon(daemon)).toBeUndefined();
    const { running, isNew } = await startDaemon(daemon);
    expect(isNew).toBe(true);
    expect(running.server).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(statSync(running.kubeconfig).mode & 0o777).toBe(0o600);
    expect(await startDaemon(daemon)).toEqual({ running, isNew: false });
    expect(await findDaemon(daemon)).toEqual(running);

    const processes = daemon.processes();
    expect(processes.filter(isAlive)).toHaveLength(3);
    expect(await stopDaemon(daemon)).toMatchObject({ wasRunning: true });
    expect(processes.filter(isAlive)).toEqual([]);
    expect(existsSync(daemonFolder(daemon.environment))).toBe(false);
    expect(await stopDaemon(daemon)).toMatchObject({ wasRunning: false });
  });

  test("says so when one of its servers has died, until it is stopped", async ({ expect }) => {
    await using daemon = await daemonPlace();
    await startDaemon(daemon);
    const server = daemon.processes()[2];
    expect(server !== undefined && signalProcess(server, "SIGKILL")).toBe(true);
    await expect
      .poll(() => startDaemon(daemon).catch((error: unknown) => error))
      .toMatchObject({ code: "SETPOINT_CONTROL_PLANE_DIED" });
    await stopDaemon(daemon);
    expect(await startDaemon(daemon)).toMatchObject({ isNew: true });
  });

  test("can be stopped and started again after its guardian was killed", async ({ expect }) => {
    await using daemon = await daemonPlace();
    for (const next of [stopDaemon, startDaemon]) {
      await startDaemon(daemon);
      const processes = daemon.processes();
      const [guardian, ...servers] = processes;
      expect(guardian !== undefined && signalProcess(guardian, "SIGKILL")).toBe(true);
      await expect.poll(() => processes.filter(isAlive)).toEqual(servers);
      await next(daemon);
      expect(processes.filter(isAlive)).toEqual([]);
    }
  });

  test("takes another port when somebody has taken the one it chose", async ({ expect }) => {
    const unlucky = `
      const { appendFileSync } = require("node:fs");
      const attempts = __filename + ".attempts";
      appendFileSync(attempts, "x");
      if (require("node:fs").statSync(attempts).size < 3) throw new Error("listen: bind: address already in use");
      ${serve}
    `;
    await using daemon = await daemonPlace({ "kube-apiserver": unlucky });
    expect(await startDaemon(daemon)).toMatchObject({ isNew: true });
    expect(readFileSync(join(daemon.folder, "assets", "kube-apiserver.attempts"), "utf8")).toBe("xxx");
    expect(daemon.processes().filter(isAlive)).toHaveLength(3);
  });

  test.for(["etcd", "kube-apiserver"] as const)(
    "that can't start %s for another reason tries once, shows the end of its log and leaves nothing",
    async (name, { expect }) => {
      await using daemon = await daemonPlace({
        [name]: `
          require("node:fs").appendFileSync(__filename + ".attempts", "x");
          console.error("unknown flag: --x");
          process.exitCode = 2;
        `,
      });
      const failure = await startDaemon(daemon).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "SETPOINT_CONTROL_PLANE_START" });
      const message = `starting ${name}: it ended with exit code 2; the end of its log:\nunknown flag: --x`;
      expect(String(failure)).toContain(message);
      expect(readFileSync(join(daemon.folder, "assets", `${name}.attempts`), "utf8")).toBe("x");
      expect(existsSync(daemonFolder(daemon.environment))).toBe(false);
    },
  );

  test("needs the binaries, and says how to get them", async ({ expect }) => {
    await using folder = await temporaryFolder();
    const starting = startDaemon({ clock: realClock, environment: { SETPOINT_CACHE: folder.path } });
    await expect(starting).rejects.toMatchObject({ code: "SETPOINT_CONTROL_PLANE_MISSING" });
  });
});
