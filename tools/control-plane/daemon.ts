import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../src/async/index.ts";
import { endAbandonedRun, endAbandonedTestRuns, killProcesses, untilGone } from "./abandoned-runs.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { askGuardian, spawnGuardian } from "./guardian-client.ts";
import { acquireLock } from "./lock.ts";
import { isAlive } from "./process-identity.ts";
import { readRunState, runFiles } from "./run-state.ts";
import type { RunState } from "./run-state.ts";
import { controlPlaneBinaries, parseRunning } from "./running.ts";
import type { RunningControlPlane } from "./running.ts";
import { daemonFolder } from "./versions.ts";
import type { Environment } from "./versions.ts";

/** What is needed to start, find and stop the control plane that outlives the command that started it. */
export interface DaemonOptions {
  readonly clock: Clock;
  readonly environment: Environment;
}

/** The control plane that runs, and whether this call started it. */
export interface StartedDaemon {
  readonly running: RunningControlPlane;
  readonly isNew: boolean;
}

/** Starts the control plane, unless it runs already. If this process is killed before it is done, nothing stays behind. */
export async function startDaemon({ clock, environment }: DaemonOptions): Promise<StartedDaemon> {
  const folder = daemonFolder(environment);
  await using _lock = await acquireLock(`${folder}.lock`, { clock });
  const running = await findDaemon({ clock, environment });
  if (running !== undefined) return { running, isNew: false };
  const binaries = controlPlaneBinaries(environment);
  await endAbandonedRun(folder, clock);
  await rm(folder, { recursive: true, force: true });
  const guardian = await spawnGuardian(folder, { kind: "control-plane", binaries });
  try {
    const started = parseRunning(await askGuardian(guardian.socket, "start"));
    await askGuardian(guardian.socket, "keep");
    guardian.release();
    return { running: started, isNew: true };
  } catch (error) {
    await guardian.end();
    throw error;
  }
}

/** The control plane that runs, if any. Throws if it was started but one of its servers has died since. */
export async function findDaemon({ environment }: DaemonOptions): Promise<RunningControlPlane | undefined> {
  const folder = daemonFolder(environment);
  const state = readRunState(folder);
  if (state === undefined || !isAlive(state.guardian)) return undefined;
  return parseRunning(await askGuardian(join(folder, runFiles.socket), "start"));
}

/** What `stop` found. */
export interface StoppedDaemon {
  readonly wasRunning: boolean;
  /** Runs of tests whose guardian had been killed, ended on the way. */
  readonly abandonedRuns: number;
}

/**
 * Ends the control plane if it runs, and the test runs that a killed guardian left behind. Resolves only when no process of the control
 * plane is left; a test run that can't be ended is reported instead.
 */
export async function stopDaemon({ clock, environment }: DaemonOptions): Promise<StoppedDaemon> {
  const folder = daemonFolder(environment);
  await using _lock = await acquireLock(`${folder}.lock`, { clock });
  const state = readRunState(folder);
  if (state !== undefined) await endRun(folder, state, clock);
  await rm(folder, { recursive: true, force: true });
  return { wasRunning: state !== undefined, abandonedRuns: await endAbandonedTestRuns(clock) };
}

/** The guardian is asked first; whatever does not end in time is killed. */
async function endRun(folder: string, state: RunState, clock: Clock): Promise<void> {
  const processes = [state.guardian, ...state.servers];
  if (isAlive(state.guardian)) {
    const { stopDeadlineMs: deadlineMs } = controlPlaneDefaults;
    await askGuardian(join(folder, runFiles.socket), "stop", clock.timeout(deadlineMs)).catch(() => {});
    await untilGone(processes, { clock, deadlineMs });
  }
  await killProcesses(processes, clock);
}
