import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs the text of a program as if it were a module in `folder`, and gives what it prints as JSON. */
export async function runProgram(folder: string, program: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder });
  return JSON.parse(stdout) as unknown;
}
