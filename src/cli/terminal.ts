/** What a command has of the world around it. */
export interface Terminal {
  /** Writes what was asked for, as it is. */
  readonly print: (text: string) => void;
  /** Writes what went wrong, as it is. */
  readonly complain: (text: string) => void;
  /** Aborted when the command is to end. */
  readonly signal: AbortSignal;
}

/**
 * The terminal, or whatever else, that the process was started from. The first Ctrl-C asks the command to end, a second one ends the
 * process; nobody being left to read what is printed ends the command as well.
 */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  process.stdout.on("error", end);
  process.stderr.on("error", end);
  return {
    print: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
    signal: stop.signal,
  };
}
