import { dirname } from "node:path";
import { realClock } from "../../src/async/index.ts";
import { parseArguments, usage } from "./arguments.ts";
import { findBinaries } from "./binaries.ts";
import { buildBinaries } from "./build.ts";
import { findDaemon, startDaemon, stopDaemon } from "./daemon.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { ControlPlaneError } from "./errors.ts";

const surroundings = { clock: realClock, environment: process.env };

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function build(names: readonly string[]): Promise<void> {
  await buildBinaries(names.length > 0 ? names : controlPlaneDefaults.binaries, { ...surroundings, print });
}

async function start(): Promise<void> {
  const startedAt = realClock.monotonic();
  const { running, isNew } = await startDaemon(surroundings);
  const seconds = ((realClock.monotonic() - startedAt) / 1000).toFixed(1);
  print(isNew ? `started in ${seconds} s: ${running.server}` : `already running: ${running.server}`);
  print(`kubeconfig: ${running.kubeconfig}`);
  print(`try: ${running.kubectlPath} --kubeconfig ${running.kubeconfig} get ns`);
}

async function stop(): Promise<void> {
  const { wasRunning, abandonedRuns } = await stopDaemon(surroundings);
  print(wasRunning ? "stopped: no process is left" : "nothing to stop: no control plane is running");
  if (abandonedRuns > 0) print(`also ended: ${abandonedRuns} abandoned test run(s)`);
}

async function status(): Promise<void> {
  const { found, missing } = findBinaries(controlPlaneDefaults.binaries, process.env);
  for (const [name, path] of found) print(`${name}: ${path}`);
  for (const name of missing) print(`${name}: not built`);
  const running = await findDaemon(surroundings);
  print(running === undefined ? "not running" : `running: ${running.server}, kubeconfig ${running.kubeconfig}`);
}

async function env(): Promise<void> {
  const running = await findDaemon(surroundings);
  if (running === undefined)
    throw new ControlPlaneError(
      "SETPOINT_CONTROL_PLANE_START",
      "printing the environment: no control plane is running; start it first",
    );
  print(`export KUBECONFIG='${running.kubeconfig}'`);
  print(`export PATH='${dirname(running.kubectlPath)}':"$PATH"`);
}

async function main(words: readonly string[]): Promise<number> {
  const command = parseArguments(words);
  switch (command.name) {
    case "build":
      await build(command.binaries);
      return 0;
    case "help":
      process.stdout.write(usage);
      return 0;
    case "misused":
      process.stderr.write(`control-plane: ${command.problem}\n\n${usage}`);
      return 2;
    default:
      await { start, stop, status, env }[command.name]();
      return 0;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!ControlPlaneError.is(error)) throw error;
  process.stderr.write(`control-plane: ${error.message}\n`);
  if (error.code === "SETPOINT_CONTROL_PLANE_DIED")
    process.stderr.write("`npm run control-plane -- stop` clears it away\n");
  process.exitCode = 1;
}
