import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheRoot } from "../tools/control-plane/versions.ts";
import type { RunOptions, Sample } from "./benchmark.ts";

const run = promisify(execFile);
const peers = fileURLToPath(new URL("./peers/go", import.meta.url));

/** Where what the benchmarks build and install is kept, outside the checkout. */
export const benchCache: string = join(cacheRoot(process.env), "bench");

/** Runs one of our own programs, which prints one JSON object of numbers. */
export async function runOurs(program: URL, options: RunOptions): Promise<Sample> {
  return runNode(["--expose-gc", fileURLToPath(program), ...flags(options)]);
}

/** Runs Node with arguments that make it print one JSON object of numbers. */
export async function runNode(args: readonly string[], options: { readonly cwd?: string } = {}): Promise<Sample> {
  const { stdout } = await run(process.execPath, args, options);
  return toSample(stdout);
}

/** Builds a peer written in Go. The binary goes to the cache folder, not into the checkout. */
export async function buildGoPeer(name: string): Promise<void> {
  await mkdir(benchCache, { recursive: true });
  try {
    await run("go", ["build", "-o", goPeer(name), `./${name}`], { cwd: peers });
  } catch (cause) {
    throw new Error(`building the Go peer "${name}" failed: is Go 1.26 or newer on the PATH?`, { cause });
  }
}

/** Runs a peer that `buildGoPeer` built. */
export async function runGoPeer(name: string, args: readonly string[]): Promise<Sample> {
  const { stdout } = await run(goPeer(name), args);
  return toSample(stdout);
}

/** Where `buildGoPeer` puts a binary. */
export function goPeer(name: string): string {
  return join(benchCache, name);
}

/** How a side is told the size of its run. */
export function flags({ size, round }: RunOptions): string[] {
  return ["--size", String(size), "--salt", String(round)];
}

function toSample(stdout: string): Sample {
  const value: unknown = JSON.parse(stdout);
  if (typeof value !== "object" || value === null) throw new Error(`benchmark: expected a JSON object, got ${stdout}`);
  return Object.fromEntries(Object.entries(value).map(([name, number]) => [name, Number(number)]));
}
