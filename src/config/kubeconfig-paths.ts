import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { Environment } from "./config-options.ts";

/** Where to look for kubeconfigs. */
export interface KubeconfigLocation {
  /** This file and no other. */
  readonly path?: string | undefined;
  /** The process's own by default. */
  readonly environment?: Environment | undefined;
  /** The user's own by default. */
  readonly homeFolder?: string | undefined;
}

/** The files that may hold the configuration, the most important one first, and what named them. */
export interface KubeconfigPaths {
  readonly paths: readonly string[];
  readonly from: "path" | "KUBECONFIG" | "~/.kube/config";
}

/** The option `path` alone, else the list `KUBECONFIG`, in which each file counts once, else the file in the home folder. */
export function kubeconfigPaths({ path, environment = process.env, homeFolder }: KubeconfigLocation): KubeconfigPaths {
  if (path !== undefined) return { paths: [resolve(path)], from: "path" };
  const listed = (environment["KUBECONFIG"] ?? "").split(delimiter).filter((name) => name !== "");
  if (listed.length > 0) return { paths: [...new Set(listed)].map((name) => resolve(name)), from: "KUBECONFIG" };
  return { paths: [join(homeFolder ?? homedir(), ".kube", "config")], from: "~/.kube/config" };
}
