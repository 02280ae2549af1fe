import { buildConfig } from "./build-config.ts";
import type { ClientConfig } from "./client-config.ts";
import type { ConfigOptions } from "./config-options.ts";
import { Kubeconfig } from "./kubeconfig.ts";
import { readDocument } from "./read-kubeconfig.ts";

/** How to read the text of a kubeconfig. */
export interface ParseKubeconfigOptions extends ConfigOptions {
  /** What the text is called in messages: its file. */
  readonly place?: string | undefined;
  /** Where relative paths in it begin. Without it they are refused. */
  readonly folder?: string | undefined;
}

/** Reads the text of a kubeconfig, YAML or JSON, and the files that its chosen context names. Runs nothing. Throws a `ConfigError`. */
export async function parseKubeconfig(text: string, options: ParseKubeconfigOptions = {}): Promise<ClientConfig> {
  const { place = "the kubeconfig", folder } = options;
  return buildConfig(new Kubeconfig([await readDocument(text, { file: place, folder })]), options);
}
