import { appendFileSync } from "node:fs";
import * as vitest from "vitest";
import { describeMissing, findBinaries, howToEnable, requireBinaries } from "./binaries.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import type { Environment } from "./versions.ts";

/** The variable that tells the processes of one test run where to note the suites that they skip. */
export const skippedSuitesVariable = "SETPOINT_CONTROL_PLANE_SKIPPED";

/** Whether the programs of a real control plane are on this machine. */
export function realControlPlaneAvailable(environment: Environment = process.env): boolean {
  return findBinaries(controlPlaneDefaults.binaries, environment).missing.length === 0;
}

/**
 * A suite against a real API server. On a machine without one it is skipped, and the run says so in one line at its end; in CI, where
 * nobody reads such lines, it fails instead.
 */
export function describeReal(name: string, define: () => void, environment: Environment = process.env): void {
  if (realControlPlaneAvailable(environment)) {
    vitest.describe(name, { timeout: controlPlaneDefaults.testTimeoutMs }, define);
  } else if (isContinuousIntegration(environment)) {
    vitest.test(`${name}: the real control plane is there, as CI demands`, () => {
      requireBinaries(controlPlaneDefaults.binaries, environment);
    });
  } else {
    noteSkipped(name, environment);
    vitest.describe(name, { skip: true }, define);
  }
}

/** The one line that says what was skipped and how to have it run. */
export function describeSkipped(suites: readonly string[], environment: Environment): string {
  const search = findBinaries(controlPlaneDefaults.binaries, environment);
  const what = `${suites.length} ${suites.length === 1 ? "suite" : "suites"} that need a real control plane (${suites.join(", ")})`;
  return `SKIPPED: ${what}: ${describeMissing(search)}; ${howToEnable(environment)}`;
}

/** Services put different things into `CI`: whatever is not a no is a yes. */
export function isContinuousIntegration({ CI = "" }: Environment): boolean {
  return !["", "false", "0"].includes(CI);
}

/** Outside of a run that collects the notes, the line is printed at once. */
function noteSkipped(name: string, environment: Environment): void {
  const file = environment[skippedSuitesVariable];
  if (file) appendFileSync(file, `${name}\n`);
  else process.stderr.write(`${describeSkipped([name], environment)}\n`);
}
