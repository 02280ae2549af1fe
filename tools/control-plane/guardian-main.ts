import { readFileSync } from "node:fs";
import { realClock, systemRandom } from "../../src/async/index.ts";
import type { GuardianConfig, GuardianPlan } from "./guardian-protocol.ts";
import { Guardian } from "./guardian.ts";
import type { Launcher } from "./launcher.ts";
import { launchControlPlane } from "./start.ts";

// The guardian's process. Its one argument is the path of its configuration; it prints one line when it accepts requests.

function launchPlan(plan: GuardianPlan): (launcher: Launcher) => Promise<unknown> {
  if (plan.kind === "control-plane") return (launcher) => launchControlPlane(plan.binaries, launcher);
  return async (launcher) => plan.commands.map((command) => launcher.spawn(command).identity);
}

// The pipe is watched before anything else is done: an owner that was killed at once is noticed as well.
const ownerGone = new Promise<void>((resolve) => {
  for (const event of ["end", "close", "error"]) process.stdin.on(event, () => resolve());
  process.stdin.resume();
});

const config = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as GuardianConfig;
const guardian = await Guardian.start({
  folder: config.folder,
  socket: config.socket,
  launch: launchPlan(config.plan),
  clock: realClock,
  random: systemRandom,
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void guardian.end());
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exitCode = 1;
  void guardian.end();
});
void ownerGone.then(() => (guardian.isKept ? undefined : guardian.end()));
process.stdout.write("ready\n");
await guardian.closed;
process.exit();
