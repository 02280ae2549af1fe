import type { Clock } from "../async/index.ts";
import type { Logger, Metrics } from "../observe/index.ts";
import type { Impersonation } from "./client-config.ts";
import type { ClientCertificate } from "./credential-source.ts";

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which exec plugins may run: all, none, or those in a list. An entry is a command as it stands in a kubeconfig or an absolute path; what
 * leads to the same file is the same. There must be one at least.
 */
export type PluginPolicy = "allow-all" | "deny-all" | { readonly allow: readonly string[] };

/** How exec plugins are run. */
export interface PluginOptions {
  /** Default: `allow-all`, as for kubectl. A kubeconfig from somebody else is a program of somebody else. */
  readonly policy?: PluginPolicy | undefined;
  readonly timeoutMs?: number | undefined;
  /** Whether somebody sits at the standard input. Default: whether it is a terminal. */
  readonly isTerminal?: boolean | undefined;
  /** Counts the runs, under the names that Go's clients use. */
  readonly metrics?: Metrics | undefined;
}

/** What is said explicitly, and wins over what a kubeconfig or a pod says. An empty text says nothing. */
export interface ConfigOverrides {
  /** Instead of the `current-context`. */
  readonly context?: string | undefined;
  /** The name of a cluster in the kubeconfig, instead of the context's. */
  readonly cluster?: string | undefined;
  /** The name of a user in the kubeconfig, instead of the context's. */
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
  /** Also takes away the `tls-server-name` of the kubeconfig, which belonged to its server. */
  readonly server?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly proxyUrl?: string | undefined;
  /** In PEM. This, `caFile` or `insecureSkipTlsVerify: true` replaces all that the kubeconfig says about trust. */
  readonly ca?: string | undefined;
  readonly caFile?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** This or any other credential here replaces all credentials of the kubeconfig's user. */
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Replaces all that the kubeconfig says about impersonation. */
  readonly impersonate?: Impersonation | undefined;
}

/** What every way to load a configuration takes. */
export interface ConfigOptions extends ConfigOverrides {
  /** The process's own by default. Also where the proxy of this machine is looked for. */
  readonly environment?: Environment | undefined;
  /** When files are read again and credentials end. */
  readonly clock?: Clock | undefined;
  /** Told what went on in the background: a file that could not be read again, what a plugin printed. Default: nobody. */
  readonly log?: Logger | undefined;
  readonly plugins?: PluginOptions | undefined;
}
