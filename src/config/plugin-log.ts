import { redactText } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";

/** Hands the lines of a plugin's standard error to a log, without secrets that can be told by their shape, a private key over several lines included. */
export function pluginLog(log: Logger, command: string): (line: string) => void {
  let isInsideKey = false;
  return (line) => {
    const wasInsideKey = isInsideKey;
    if (/-----BEGIN [A-Z ]*PRIVATE/.test(line)) isInsideKey = true;
    if (line.includes("-----END ")) isInsideKey = false;
    log.info("An exec plugin says", { command, line: wasInsideKey ? "[redacted]" : redactText(line) });
  };
}
