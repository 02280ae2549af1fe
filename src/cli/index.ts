/**
 * The command line: `setpoint server`.
 *
 * Promised: commands read their words, call what does the work, and print. A command that was misused says what it expected and ends with 2,
 * one that failed says why and ends with 1. What a command made for itself is gone when it ends. Not promised: the words of what is printed.
 *
 * @module
 */
export { CommandError } from "./errors.ts";
export type { CommandErrorCode } from "./errors.ts";
export { runCommand } from "./run-command.ts";
export { processTerminal } from "./terminal.ts";
export type { Terminal } from "./terminal.ts";
