import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { ControlPlaneError } from "./errors.ts";

/** Environment variables, as a value: nothing here reads `process.env` by itself. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the Go module pins. `go.mod` is the only place that says it. */
export interface ControlPlaneVersions {
  /** With its leading `v`, like `v1.36.3`. */
  readonly kubernetes: string;
  readonly etcd: string;
  /** The oldest Go that can build it, like `1.26.0`. */
  readonly go: string;
}

/** The folder of the Go module. */
export const moduleFolder: string = import.meta.dirname;

/** Reads the versions out of the text of a `go.mod`. */
export function parseVersions(goMod: string): ControlPlaneVersions {
  const find = (what: string, pattern: RegExp): string => {
    const version = pattern.exec(goMod)?.[1];
    if (version !== undefined) return version;
    throw new ControlPlaneError(
      "SETPOINT_CONTROL_PLANE_VERSIONS",
      `reading go.mod: expected a line that says the version of ${what}`,
    );
  };
  return {
    kubernetes: find("k8s.io/kubernetes", /^(?:require)?\s*k8s\.io\/kubernetes (v\S+)/m),
    etcd: find("go.etcd.io/etcd/server/v3", /^(?:require)?\s*go\.etcd\.io\/etcd\/server\/v3 (v\S+)/m),
    go: find("Go", /^go (\S+)/m),
  };
}

/** The versions that this checkout pins. */
export function controlPlaneVersions(): ControlPlaneVersions {
  return parseVersions(readFileSync(join(moduleFolder, "go.mod"), "utf8"));
}

/** Where everything of ours outside the checkout lives: `SETPOINT_CACHE`, else the user's cache folder. */
export function cacheRoot(environment: Environment): string {
  if (environment.SETPOINT_CACHE) return resolve(environment.SETPOINT_CACHE);
  const base = environment.XDG_CACHE_HOME;
  // The XDG specification tells to ignore a relative path.
  return base !== undefined && isAbsolute(base) ? join(base, "setpoint") : join(homedir(), ".cache", "setpoint");
}

/** Where built binaries are kept, keyed by version and platform: another version never overwrites this one. */
export function binariesFolder(
  environment: Environment,
  versions: ControlPlaneVersions = controlPlaneVersions(),
): string {
  const key = `kubernetes-${versions.kubernetes}-etcd-${versions.etcd}-${process.platform}-${process.arch}`;
  return join(cacheRoot(environment), "control-plane", key);
}

/** The run folder of the control plane that `start` leaves running. */
export function daemonFolder(environment: Environment): string {
  return join(cacheRoot(environment), "control-plane", "run", "default");
}
