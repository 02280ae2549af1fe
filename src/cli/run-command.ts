import { exitCodes } from "./defaults.ts";
import { CommandError } from "./errors.ts";
import { runServer } from "./server-command.ts";
import type { Terminal } from "./terminal.ts";
import { serverUsage, usage } from "./usage.ts";

/** Runs the command that the words name, and gives the code to end the process with. What goes wrong is printed, never thrown. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = words;
  try {
    if (name === "server") await runServer(rest, terminal);
    else if (name === "help" || name === "--help" || name === "-h") terminal.print(usage);
    else throw unknownCommand(name);
    return exitCodes.done;
  } catch (error) {
    terminal.complain(`setpoint: ${messageOf(error)}\n`);
    if (!CommandError.is(error, "SETPOINT_CLI_USAGE")) return exitCodes.failed;
    terminal.complain(`\n${name === "server" ? serverUsage : usage}`);
    return exitCodes.misused;
  }
}

function unknownCommand(name: string | undefined): CommandError {
  const got = name === undefined ? "none" : JSON.stringify(name);
  return new CommandError("SETPOINT_CLI_USAGE", `read the command: expected server or help, but got ${got}`);
}

/** A cause says what the system said. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTold = !(error.cause instanceof Error) || error.message.includes(error.cause.message);
  return isTold ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}
