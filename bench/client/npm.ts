import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs the npm that was called, so that a benchmark does not depend on what else is on the PATH. Gives what it prints. */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  const cli = process.env["npm_execpath"];
  const [command, first] = cli === undefined ? ["npm", []] : [process.execPath, [cli]];
  const { stdout } = await run(command, [...first, ...args], { cwd });
  return stdout;
}
