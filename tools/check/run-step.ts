import { spawn } from "node:child_process";
import { repositoryRoot } from "../source/repository.ts";
import type { Step } from "./steps.ts";

/** How a step ended, and everything that it printed. */
export interface StepResult {
  readonly isOk: boolean;
  readonly output: string;
}

/** Runs the commands of a step until one fails. Never rejects: a command that can't start has failed. */
export async function runStep({ commands }: Step): Promise<StepResult> {
  const outputs: string[] = [];
  for (const command of commands) {
    const { isOk, output } = await runNode(command);
    outputs.push(output);
    if (!isOk) return { isOk: false, output: outputs.join("") };
  }
  return { isOk: true, output: outputs.join("") };
}

function runNode(args: readonly string[]): Promise<StepResult> {
  const { FORCE_COLOR: _colour, ...plain } = process.env;
  const env = process.stdout.isTTY ? { ...plain, FORCE_COLOR: "1" } : { ...plain, NO_COLOR: "1" };
  const child = spawn(process.execPath, args, { cwd: repositoryRoot, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const append = (text: string): void => {
    output += text;
  };
  child.stdout.setEncoding("utf8").on("data", append);
  child.stderr.setEncoding("utf8").on("data", append);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ isOk: false, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ isOk: code === 0, output }));
  });
}
