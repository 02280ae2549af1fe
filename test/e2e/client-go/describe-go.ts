import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as vitest from "vitest";
import { executableName, findGo } from "../../../tools/control-plane/binaries.ts";
import { isContinuousIntegration } from "../../../tools/control-plane/describe-real.ts";
import { cacheRoot } from "../../../tools/control-plane/versions.ts";

/** Where the first build compiles all of client-go. */
const timeoutMs = 600_000;

/** A suite that needs Go. Without it the suite is skipped aloud, or fails in CI, where nobody reads that. */
export function describeGo(name: string, define: (build: () => Promise<string>) => void): void {
  const go = findGo(process.env);
  if (go !== undefined) {
    vitest.describe(name, { timeout: timeoutMs }, () => define(() => buildProgram(go)));
  } else if (isContinuousIntegration(process.env)) {
    vitest.test(`${name}: Go is there, as CI demands`, ({ expect }) => expect(go).toBeDefined());
  } else {
    process.stderr.write(`SKIPPED: ${name}: go not found on the PATH; to enable it, install Go (https://go.dev/dl)\n`);
    vitest.describe(name, { skip: true }, () => define(async () => ""));
  }
}

/** Builds the program of this folder outside the checkout, and gives its path. What is built already is not built again. */
async function buildProgram(go: string): Promise<string> {
  const folder = join(cacheRoot(process.env), "test");
  await mkdir(folder, { recursive: true });
  const program = join(folder, executableName("client-go"));
  // A workspace around the checkout must not change what is built.
  const env = { ...process.env, GOWORK: "off" };
  await promisify(execFile)(go, ["build", "-mod=readonly", "-o", program, "."], { cwd: import.meta.dirname, env });
  return program;
}
