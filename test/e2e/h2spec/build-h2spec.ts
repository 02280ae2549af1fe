import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { executableName, findGo } from "../../../tools/control-plane/binaries.ts";
import { cacheRoot } from "../../../tools/control-plane/versions.ts";

/** Builds h2spec as `go.mod` pins it, outside the checkout, and gives its path. What is built already is not built again. */
export async function buildH2spec(): Promise<string> {
  const folder = join(cacheRoot(process.env), "test");
  await mkdir(folder, { recursive: true });
  const program = join(folder, executableName("h2spec"));
  // A workspace around the checkout must not change what is built.
  const env = { ...process.env, GOWORK: "off" };
  const args = ["build", "-mod=readonly", "-o", program, "github.com/summerwind/h2spec/cmd/h2spec"];
  await promisify(execFile)(findGo(process.env) ?? "go", args, { cwd: import.meta.dirname, env });
  return program;
}
