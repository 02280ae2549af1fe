import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realClock } from "../../src/async/index.ts";
import { endAbandonedTestRuns } from "./abandoned-runs.ts";
import { describeSkipped, realControlPlaneAvailable, skippedSuitesVariable } from "./describe-real.ts";
import { sharedGuardianVariable, spawnTestGuardian } from "./testing.ts";

/**
 * Vitest's global set-up: one guardian for the whole run, which starts the servers when the first test asks for them. Its tear-down ends
 * them; should the run be killed, the guardian does. Test processes are told by environment variables, which their children inherit too.
 */
export async function setup(): Promise<() => Promise<void>> {
  await endAbandonedTestRuns(realClock);
  return realControlPlaneAvailable() ? shareGuardian() : collectSkipped();
}

async function shareGuardian(): Promise<() => Promise<void>> {
  const guardian = await spawnTestGuardian(process.env);
  process.env[sharedGuardianVariable] = guardian.socket;
  return () => guardian.end();
}

async function collectSkipped(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "setpoint-skipped-"));
  const file = join(folder, "suites");
  process.env[skippedSuitesVariable] = file;
  return async () => {
    const suites = await readFile(file, "utf8").catch(() => "");
    await rm(folder, { recursive: true, force: true });
    if (suites !== "") process.stderr.write(`\n${describeSkipped(suites.trimEnd().split("\n").sort(), process.env)}\n`);
  };
}
