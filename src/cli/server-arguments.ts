import { isIP } from "node:net";
import { parseArgs } from "node:util";
import type { AuthorizationMode } from "../apiserver/index.ts";
import { InvalidDurationError, parseDuration } from "../async/index.ts";
import { serverCommandDefaults } from "./defaults.ts";
import { CommandError } from "./errors.ts";

/** What `setpoint server` was told. */
export interface ServerArguments {
  readonly isHelp: boolean;
  readonly port: number;
  readonly authorization: AuthorizationMode;
  /** Absent: the loopback interface. */
  readonly host?: string | undefined;
  /** Absent: one of its own, which goes with the server. */
  readonly kubeconfig?: string | undefined;
  /** A file with more authorities of client certificates. */
  readonly clientCa?: string | undefined;
  /** Absent: a new one. */
  readonly token?: string | undefined;
  /** How long events are kept, in milliseconds; absent: as long as a server keeps them by default. */
  readonly eventTtl?: number | undefined;
}

const options = {
  port: { type: "string" },
  host: { type: "string" },
  kubeconfig: { type: "string" },
  token: { type: "string" },
  "client-ca": { type: "string" },
  authorization: { type: "string" },
  "event-ttl": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the words after `server`. Throws a `CommandError` that says what was expected. */
export function parseServerArguments(words: readonly string[]): ServerArguments {
  const values = valuesOf(words);
  const { port, host, authorization, kubeconfig, token, help = false, "client-ca": clientCa } = values;
  if (host !== undefined && isIP(host) === 0) throw misused("--host", "an IP address of this machine", host);
  if (kubeconfig === "") throw misused("--kubeconfig", "the path of a file", kubeconfig);
  if (clientCa === "") throw misused("--client-ca", "the path of a file", clientCa);
  // What was given may be most of a secret.
  if (token !== undefined && !/^[\w.~+/-]+=*$/.test(token)) throw misused("--token", "a bearer token (RFC 6750)");
  const read = { port: portOf(port), authorization: modeOf(authorization), eventTtl: ttlOf(values["event-ttl"]) };
  return { isHelp: help, ...read, host, kubeconfig, token, clientCa };
}

function valuesOf(words: readonly string[]): Partial<
  Record<"port" | "host" | "authorization" | "kubeconfig" | "token" | "client-ca" | "event-ttl", string>
> & {
  readonly help?: boolean;
} {
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new CommandError("SETPOINT_CLI_USAGE", `read the options of setpoint server: ${problem}`, { cause: error });
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return serverCommandDefaults.port;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw misused("--port", "a number from 0 to 65535", text);
  return port;
}

function modeOf(text: string = serverCommandDefaults.authorization): AuthorizationMode {
  if (text !== "rbac" && text !== "off") throw misused("--authorization", "rbac or off", text);
  return text;
}

function ttlOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const refused = misused("--event-ttl", "a duration such as 1h or 90m, or 0 for ever", text);
  try {
    const ttlMs = parseDuration(text);
    if (ttlMs >= 0) return ttlMs;
  } catch (error) {
    if (!InvalidDurationError.is(error)) throw error;
  }
  throw refused;
}

function misused(option: string, expected: string, input?: string): CommandError {
  const but = input === undefined ? "" : `, but got ${JSON.stringify(input)}`;
  return new CommandError(
    "SETPOINT_CLI_USAGE",
    `read the options of setpoint server: expected ${option} to be ${expected}${but}`,
  );
}
