import { readApi } from "./api-description.ts";
import type { ApiDescription } from "./api-description.ts";
import type { ApiReader } from "./api-reader.ts";
import { generate } from "./generate.ts";
import { compareOutput, writeOutput } from "./output.ts";
import type { Files } from "./output.ts";

/** One run of `npm run codegen`. */
export interface CodegenRun {
  readonly reader: ApiReader;
  /** Makes further files for an API, by their path below `src`. */
  readonly generateMore?: ((api: ApiDescription) => Promise<Files>) | undefined;
  /** The absolute path of `src`. */
  readonly sourceFolder: string;
  /** Write nothing; fail when something would be written. */
  readonly check: boolean;
  readonly print: (line: string) => void;
}

/** Brings the generated files up to date, or only tells which are not. Answers the exit code. */
export async function runCodegen({ reader, generateMore, sourceFolder, check, print }: CodegenRun): Promise<0 | 1> {
  const api = await readApi(reader);
  const files = new Map([...generate(api), ...((await generateMore?.(api)) ?? [])]);
  const differences = await compareOutput(sourceFolder, files);
  const total = `${files.size} generated files, Kubernetes ${api.serverVersion}`;
  if (differences.length === 0) {
    print(`Nothing to do: ${total}.`);
    return 0;
  }
  for (const { path, problem } of differences) print(`${problem.padEnd(8)} src/${path}`);
  if (check) {
    print(`${differences.length} not current of ${total}. Run: npm run codegen`);
    return 1;
  }
  await writeOutput(sourceFolder, files, differences);
  print(`${differences.length} brought up to date of ${total}.`);
  return 0;
}
