import { isAbsolute, normalize } from "node:path";
import type { Environment, PluginPolicy } from "./config-options.ts";
import { findCommand } from "./find-command.ts";
import { invalid } from "./section.ts";

/** Refuses a policy that can't be meant: a list that allows nothing, or an entry that is no command. */
export function checkPolicy(policy: PluginPolicy): void {
  const place = "the options: plugins.policy";
  if (policy === "allow-all" || policy === "deny-all") return;
  const allow: unknown = typeof policy === "object" && policy !== null ? policy.allow : undefined;
  if (!Array.isArray(allow) || allow.length === 0) {
    throw invalid(place, "it allows no plugin in particular", "allow-all, deny-all, or a list with a command at least");
  }
  if (allow.every(isCommand)) return;
  throw invalid(place, "an entry is no command", "the bare name of a program, or an absolute path without . and ..");
}

/** A command that is asked for, and where names are looked for. */
export interface PolicyQuestion {
  readonly command: string;
  readonly environment: Environment;
}

/** Whether the command may be run: it is in the list as it stands there, or an entry leads to the same file. */
export async function isAllowed(policy: PluginPolicy, { command, environment }: PolicyQuestion): Promise<boolean> {
  if (typeof policy === "string") return policy === "allow-all";
  if (policy.allow.includes(command)) return true;
  const asked = await findCommand(command, environment);
  const allowed = await Promise.all(policy.allow.map((entry) => findCommand(entry, environment)));
  return asked !== undefined && allowed.includes(asked);
}

function isCommand(entry: unknown): boolean {
  if (typeof entry !== "string" || entry === "") return false;
  return isAbsolute(entry) ? normalize(entry) === entry : !/[/\\]/.test(entry);
}
