import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { moduleFolder } from "../../control-plane/versions.ts";
import { CodegenError } from "../errors.ts";

/** A published Go module on this machine. */
export interface GoModule {
  readonly path: string;
  /** With its leading `v`: `v0.36.3`. */
  readonly version: string;
  /** The absolute path of its folder in the module cache. */
  readonly folder: string;
}

const run = promisify(execFile);

/** What a machine needs where this fails. */
const remedy = "Go, and the modules of the real control plane (npm run control-plane -- build)";

/** Finds modules as the control plane's `go.mod` pins them, in the order asked for. Downloads nothing that is there. */
export async function findGoModules(paths: readonly string[]): Promise<readonly GoModule[]> {
  const format = "{{with .Replace}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{else}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}";
  const lines = await go(["list", "-mod=readonly", "-m", "-f", format, ...paths]);
  return lines.map((line) => {
    const [path = "", version = "", folder = ""] = line.split("\t");
    if (folder === "") throw failure(path, "the module is not in the module cache");
    return { path, version, folder };
  });
}

async function go(args: readonly string[]): Promise<readonly string[]> {
  try {
    const { stdout } = await run("go", args, { cwd: moduleFolder, env: { ...process.env, GOWORK: "off" } });
    return stdout.trim().split("\n");
  } catch (cause) {
    throw failure(`go ${args[0] ?? ""}`, cause instanceof Error ? cause.message.trim() : String(cause), cause);
  }
}

function failure(what: string, problem: string, cause?: unknown): CodegenError {
  const message = `Finding the Go modules of the protobuf tables, ${what}: ${problem} (expected ${remedy})`;
  return new CodegenError("SETPOINT_CODEGEN_PROTOBUF", message, { cause });
}
