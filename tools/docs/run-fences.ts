import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../source/repository.ts";
import type { Fence } from "./fences.ts";
import { moduleOf } from "./fence-module.ts";

/** A fence as a module in the scratch folder. */
interface Example {
  readonly fence: Fence;
  readonly module: string;
}

interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

const longestRunMs = 30_000;

/**
 * Compiles and runs examples as a user of the installed package would, each on its own, in a folder that is removed afterwards.
 * Returns a text for each failure, with the page and line. The package must be built.
 */
export async function runFences(
  fences: readonly Fence[],
  packageFolder: string = repositoryRoot,
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "setpoint-docs-"));
  try {
    install(folder, packageFolder);
    const examples = fences.map((fence, index) => ({ fence, module: `example-${index + 1}.ts` }));
    for (const { fence, module } of examples) writeFileSync(join(folder, module), moduleOf(fence));
    const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
    const types = await runNode([tsc, "-p", ".", "--pretty", "false"], folder);
    if (!types.isOk) return [inPages(types.output, examples)];
    return await runAllIn(folder, examples);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts the package and what it needs for development where an example's imports find them. */
function install(folder: string, packageFolder: string): void {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(packageFolder, "package.json"), "utf8"),
  ) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const link = (name: string, target: string): void => {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(target, join(folder, "node_modules", name));
  };
  link("setpoint", packageFolder);
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    link(name, join(packageFolder, "node_modules", name));
  cpSync(join(import.meta.dirname, "assert-shown.ts"), join(folder, "assert-shown.ts"));
  const compilerOptions = {
    noEmit: true,
    declaration: false,
    isolatedDeclarations: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(packageFolder, "tsconfig.base.json"), compilerOptions }),
  );
}

async function runAllIn(folder: string, examples: readonly Example[]): Promise<readonly string[]> {
  const failures: string[] = [];
  const waiting = [...examples];
  const worker = async (): Promise<void> => {
    for (let example = waiting.shift(); example !== undefined; example = waiting.shift()) {
      const { isOk, output } = await runNode([example.module], folder);
      const { file, line } = example.fence;
      if (!isOk) failures.push(`${file}:${line}: This example fails.\n${inPages(output, examples)}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failures;
}

function runNode(args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, timeout: longestRunMs }, (error, stdout, stderr) => {
      const ending = error?.killed === true ? `It did not end within ${longestRunMs / 1000} s.` : "";
      resolve({ isOk: error === null, output: [stdout, stderr, ending].join("\n").trim() });
    });
  });
}

/** Replaces the names of modules by those of their pages: the lines are the same. */
function inPages(output: string, examples: readonly Example[]): string {
  return output.replaceAll(
    /(?:file:\/\/)?[^\s(]*?(example-\d+\.ts)(?:\((\d+),\d+\))?/g,
    (text, module: string, line: string | undefined) => {
      const file = examples.find((example) => example.module === module)?.fence.file ?? text;
      return line === undefined ? file : `${file}:${line}`;
    },
  );
}
