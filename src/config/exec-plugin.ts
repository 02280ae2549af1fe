import { isAbsolute } from "node:path";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";

/** Whether a plugin may ask a person: never, if somebody is there, or it can't do without. */
export type InteractiveMode = "Never" | "IfAvailable" | "Always";

/** A program that prints credentials, as a kubeconfig describes it. */
export interface ExecPlugin {
  readonly apiVersion: string;
  /** A path, or a name that is looked for in `PATH`. No shell has a part in it. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Added to the variables of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly installHint?: string | undefined;
  readonly interactiveMode?: InteractiveMode | undefined;
  readonly provideClusterInfo?: boolean | undefined;
}

const group = "client.authentication.k8s.io";
const modes: readonly InteractiveMode[] = ["Never", "IfAvailable", "Always"];

/** Reads `user.exec`. A command with a path in it begins at the folder of the kubeconfig, as other paths do. */
export function readExecPlugin(exec: Section): ExecPlugin {
  const apiVersion = exec.text("apiVersion");
  if (apiVersion !== `${group}/v1` && apiVersion !== `${group}/v1beta1`) {
    throw invalid(exec.placeOf("apiVersion"), "it is none that is known", `${group}/v1 or ${group}/v1beta1`);
  }
  const command = exec.text("command");
  if (command === undefined) throw invalid(exec.placeOf("command"), "found nothing", "the name or path of a program");
  const isPath = /[/\\]/.test(command) && !isAbsolute(command);
  return {
    apiVersion,
    command: isPath ? exec.resolve(command, exec.placeOf("command")) : command,
    args: exec.texts("args"),
    env: readVariables(exec),
    installHint: exec.text("installHint"),
    interactiveMode: readMode(exec, apiVersion),
    provideClusterInfo: exec.flag("provideClusterInfo"),
  };
}

function readVariables(exec: Section): Readonly<Record<string, string>> {
  const entries = exec.sections("env").map((variable): [string, string] => {
    const name = variable.text("name");
    if (name === undefined || /[=\0]/.test(name)) {
      throw invalid(variable.placeOf("name"), "it can't be one", "the name of a variable");
    }
    const value = variable.text("value") ?? "";
    if (value.includes("\0"))
      throw invalid(variable.placeOf("value"), "it ends too early", "a text without zero bytes");
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Version v1 demands that the mode is said; before, it was new. */
function readMode(exec: Section, apiVersion: string): InteractiveMode {
  const said = exec.text("interactiveMode") ?? (apiVersion === `${group}/v1beta1` ? "IfAvailable" : undefined);
  const mode = modes.find((candidate) => candidate === said);
  if (mode !== undefined) return mode;
  const detail = said === undefined ? "found nothing" : "it is none that is known";
  throw invalid(exec.placeOf("interactiveMode"), detail, modes.join(", "));
}
