import type { Clock } from "../async/index.ts";
import { createLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";

/** A logger that writes to standard error: for a person if that is a terminal, as JSON if not. */
export function stderrLogger(clock: Clock): Logger {
  const { stderr } = process;
  return createLogger({ clock, isTerminal: stderr.isTTY, write: (line) => void stderr.write(line) });
}
