import { realClock } from "../src/async/index.ts";
import { runStep } from "./check/run-step.ts";
import { steps } from "./check/steps.ts";

const wanted = process.argv.slice(2);
const names = steps.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));

/** Runs the wanted steps, or all, and goes on after a failure: one run tells everything. */
async function check(): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const started = realClock.monotonic();
    const { isOk, output } = await runStep(step);
    const seconds = ((realClock.monotonic() - started) / 1000).toFixed(1);
    console.log(`${isOk ? "ok    " : "FAILED"} ${step.name.padEnd(12)} ${seconds.padStart(5)} s`);
    if (isOk) continue;
    failed.push(step.name);
    console.log(`${output.trim().replaceAll(/^/gm, "  ")}\n`);
  }
  return failed;
}

if (unknown.length > 0) {
  console.log(`There is no step ${unknown.join(", ")}. The steps are ${names.join(", ")}.`);
  process.exitCode = 2;
} else {
  const failed = await check();
  console.log(failed.length === 0 ? "Everything holds." : `Failed: ${failed.join(", ")}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
