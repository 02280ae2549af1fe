import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { ClientConfig } from "./client-config.ts";
import { ConfigError } from "./errors.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";
import { readLimited } from "./read-limited.ts";

/** Which kubeconfig to load, and where to look for it. */
export interface LoadKubeconfigOptions {
  /** This file and no other. */
  readonly path?: string | undefined;
  /** Instead of the file's `current-context`. */
  readonly context?: string | undefined;
  /** The process's own by default. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The user's own by default. */
  readonly homeFolder?: string | undefined;
}

/**
 * Loads the kubeconfig at `path`, else the first file of the list `KUBECONFIG` that exists, else `~/.kube/config`. Files of the list are not
 * merged. Throws a `ConfigError`.
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<ClientConfig> {
  const place = resolve(findFile(options));
  const text = await readLimited({ path: place, place });
  return parseKubeconfig(text, { place, folder: dirname(place), context: options.context });
}

function findFile(options: LoadKubeconfigOptions): string {
  const { path, environment = process.env, homeFolder = homedir() } = options;
  if (path !== undefined) return path;
  const listed = (environment["KUBECONFIG"] ?? "").split(delimiter).filter((name) => name !== "");
  const candidates = listed.length === 0 ? [join(homeFolder, ".kube", "config")] : listed;
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found !== undefined) return found;
  throw new ConfigError({
    code: "SETPOINT_CONFIG_MISSING",
    place: listed.length === 0 ? "~/.kube/config" : "KUBECONFIG",
    detail: `there is no file ${candidates.join(" or ")}`,
    expected: "a kubeconfig there, or in the variable KUBECONFIG, or in the option `path`",
  });
}
