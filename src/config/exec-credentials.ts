import { isatty } from "node:tty";
import { realClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import type { Environment, PluginOptions } from "./config-options.ts";
import type { CredentialSource } from "./credential-source.ts";
import { configDefaults } from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import type { ConfigErrorCode } from "./errors.ts";
import { readExecCredential } from "./exec-credential.ts";
import { execInfo } from "./exec-info.ts";
import type { ExecCluster } from "./exec-info.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { findCommand } from "./find-command.ts";
import { pluginLog } from "./plugin-log.ts";
import { checkPolicy, isAllowed } from "./plugin-policy.ts";
import { RenewedCredentials } from "./renewed-credentials.ts";
import type { EndingCredential } from "./renewed-credentials.ts";
import { runPlugin } from "./run-plugin.ts";
import type { PluginResult } from "./run-plugin.ts";

/** How and for which cluster a plugin is run. */
export interface ExecCredentialsOptions extends PluginOptions {
  readonly cluster?: ExecCluster | undefined;
  readonly environment?: Environment | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Logger | undefined;
  /** What the plugin is called in messages. */
  readonly place?: string | undefined;
}

/**
 * Credentials that a program prints. It is run when the first one is asked for, shortly before one ends and after a server refused one; never
 * twice at a time. It gets the variables of this process, its own and `KUBERNETES_EXEC_INFO`.
 */
export function execCredentials(plugin: ExecPlugin, options: ExecCredentialsOptions = {}): CredentialSource {
  const { clock = realClock, log = silentLogger, place = `the program ${JSON.stringify(plugin.command)}` } = options;
  checkPolicy(options.policy ?? "allow-all");
  const call: Call = { ...options, plugin, place, clock, log, environment: options.environment ?? process.env };
  return new RenewedCredentials({ renew: (signal) => callPlugin(call, signal), canRenew: () => true, clock, log });
}

interface Call extends ExecCredentialsOptions {
  readonly plugin: ExecPlugin;
  readonly place: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: Environment;
}

async function callPlugin(call: Call, signal: AbortSignal): Promise<EndingCredential> {
  const { plugin, clock } = call;
  const { exitCode, output } = await counted(call, () => start(call, signal));
  if (exitCode !== 0) {
    const detail = exitCode === null ? "it was ended by a signal" : `it ended with the code ${exitCode}`;
    throw problem(call, { code: "SETPOINT_CONFIG_PLUGIN", detail, expected: "the code 0; the log has what it said" });
  }
  try {
    return readExecCredential(output, { apiVersion: plugin.apiVersion, nowMs: clock.now() });
  } catch (error) {
    if (!ConfigError.is(error)) throw error;
    const detail = `what it printed can't be used: ${error.message}`;
    throw problem(call, {
      code: "SETPOINT_CONFIG_PLUGIN",
      detail,
      expected: `an ExecCredential of ${plugin.apiVersion}`,
    });
  }
}

async function start(call: Call, signal: AbortSignal): Promise<PluginResult> {
  const { plugin, environment, clock, log, place } = call;
  const { command, args = [], env = {} } = plugin;
  const isInteractive = mayAsk(call);
  if (!(await isAllowed(call.policy ?? "allow-all", { command, environment }))) {
    const detail = `the command ${JSON.stringify(command)} is not allowed`;
    throw problem(call, {
      code: "SETPOINT_CONFIG_PLUGIN_REFUSED",
      detail,
      expected: "a command that plugins.policy allows",
    });
  }
  const file = await findCommand(command, environment);
  if (file === undefined) {
    const detail = `there is no program ${JSON.stringify(command)}`;
    throw problem(call, {
      code: "SETPOINT_CONFIG_PLUGIN_MISSING",
      detail,
      expected: `it to be installed${hint(plugin)}`,
    });
  }
  const info = execInfo(plugin, { cluster: call.cluster, isInteractive });
  const { timeoutMs = isInteractive ? configDefaults.interactivePluginMs : configDefaults.pluginMs } = call;
  const variables = { ...environment, ...env, KUBERNETES_EXEC_INFO: info };
  const onLine = pluginLog(log, command);
  return runPlugin({ file, args, env: variables, isInteractive, timeoutMs, clock, signal, onLine, place });
}

function mayAsk(call: Call): boolean {
  const { interactiveMode = "IfAvailable" } = call.plugin;
  if (interactiveMode === "Never") return false;
  const isTerminal = call.isTerminal ?? isatty(0);
  if (isTerminal || interactiveMode === "IfAvailable") return isTerminal;
  throw problem(call, {
    code: "SETPOINT_CONFIG_PLUGIN",
    detail: "it has to ask a person, and the standard input is no terminal",
    expected: "a terminal, or another interactiveMode than Always",
  });
}

/** The kubeconfig's words for whoever misses the program. They may hold what would steer a terminal: that is shown as its number. */
function hint({ installHint }: ExecPlugin): string {
  if (installHint === undefined) return "";
  const clean = installHint.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t\n\r]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${hex.padStart(4, "0")}`;
  });
  return `: ${clean}`;
}

async function counted(call: Call, run: () => Promise<PluginResult>): Promise<PluginResult> {
  const calls = call.metrics?.counter("rest_client_exec_plugin_call_total", {
    help: "Runs of exec plugins by how they ended",
    labels: ["code", "call_status"],
  });
  try {
    const result = await run();
    const status = result.exitCode === 0 ? "no_error" : "plugin_execution_error";
    calls?.labels({ code: String(result.exitCode ?? 1), call_status: status }).inc();
    return result;
  } catch (error) {
    const isMissing = ConfigError.is(error, "SETPOINT_CONFIG_PLUGIN_MISSING");
    calls?.labels({ code: "1", call_status: isMissing ? "plugin_not_found_error" : "client_internal_error" }).inc();
    throw error;
  }
}

interface PluginProblem {
  readonly code: ConfigErrorCode;
  readonly detail: string;
  readonly expected: string;
}

function problem({ place }: Call, { code, detail, expected }: PluginProblem): ConfigError {
  return new ConfigError({ code, attempt: "run the exec plugin of", place, detail, expected });
}
