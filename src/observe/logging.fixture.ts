import { VirtualClock } from "../async/index.ts";
import { createLogger } from "./create-logger.ts";
import type { LoggerOptions } from "./create-logger.ts";
import type { Logger } from "./logger.ts";

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** A logger and the lines that it writes. */
export function logging(options: Partial<LoggerOptions> = {}): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const clock = new VirtualClock({ startMs });
  return { logger: createLogger({ clock, write: (line) => lines.push(line), ...options }), lines };
}

/** The one line that `log` writes. */
export function lineOf(options: Partial<LoggerOptions>, log: (logger: Logger) => void): string {
  const { logger, lines } = logging(options);
  log(logger);
  if (lines.length !== 1) throw new Error(`expected one line, got ${lines.length}`);
  return lines[0] ?? "";
}
