import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { ControlPlaneError } from "./errors.ts";
import { binariesFolder, controlPlaneVersions } from "./versions.ts";
import type { Environment } from "./versions.ts";

/** Where binaries were found and where they were not. */
export interface BinarySearch {
  /** Paths by name, of those that were found. */
  readonly found: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
  /** The folders that were looked into, first to last. */
  readonly folders: readonly string[];
}

/** Looks for each binary in `KUBEBUILDER_ASSETS` first and then in the cache. */
export function findBinaries(names: readonly string[], environment: Environment): BinarySearch {
  const assets = environment.KUBEBUILDER_ASSETS;
  const folders = [...(assets ? [resolve(assets)] : []), binariesFolder(environment)];
  const found = new Map<string, string>();
  for (const name of names) {
    const path = folders.map((folder) => join(folder, executableName(name))).find(isExecutable);
    if (path !== undefined) found.set(name, path);
  }
  return { found, missing: names.filter((name) => !found.has(name)), folders };
}

/** The paths of binaries by name. Throws one error that names all that are missing, where they were looked for and how to get them. */
export function requireBinaries(names: readonly string[], environment: Environment): ReadonlyMap<string, string> {
  const search = findBinaries(names, environment);
  if (search.missing.length === 0) return search.found;
  throw new ControlPlaneError(
    "SETPOINT_CONTROL_PLANE_MISSING",
    `looking for the real control plane: ${describeMissing(search)}; ${howToEnable(environment)}`,
  );
}

/** One line: which binaries are missing, and from where. */
export function describeMissing({ missing, folders }: BinarySearch): string {
  return `${missing.join(", ")} not found in ${folders.join(" or ")}`;
}

/** One line: what to do on this machine to have the real control plane. */
export function howToEnable(environment: Environment): string {
  const { kubernetes, go } = controlPlaneVersions();
  const build = `run \`npm run control-plane -- build\`${findGo(environment) === undefined ? ` (needs Go ${go} or newer, https://go.dev/dl)` : ""}`;
  return `to enable it, ${build}, or set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kubectl ${kubernetes}`;
}

/** The path of the `go` command, if there is one on the PATH. */
export function findGo(environment: Environment): string | undefined {
  const folders = (environment.PATH ?? environment.Path ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, executableName("go"))).find(isExecutable);
}

/** The file name of a command on this platform. */
export function executableName(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
