import type { Clock } from "../async/index.ts";
import { defaultLogLevel, defaultLogLimits } from "./defaults.ts";
import { ObserveError } from "./errors.ts";
import { jsonFormat, prettyFormat } from "./log-format.ts";
import type { LogFormat } from "./log-format.ts";
import type { LogFields, LogFieldsSource, Logger, LogLevel, LogMessage } from "./logger.ts";
import { ValueWriter } from "./value-writer.ts";

/** What a logger is made with. */
export interface LoggerOptions {
  /** Takes one line with its line end, such as `(line) => process.stderr.write(line)`. What it throws is dropped. */
  readonly write: (line: string) => void;
  readonly clock: Pick<Clock, "now">;
  /** The least important level that is written. Default: `defaultLogLevel`. */
  readonly level?: LogLevel | undefined;
  /** `auto`, the default, is `pretty` when the lines go to a terminal, `json` otherwise. */
  readonly format?: "pretty" | "json" | "auto" | undefined;
  /** Whether `write` goes to a terminal. Default: no. */
  readonly isTerminal?: boolean | undefined;
  /** Whether the pretty format uses colours. Default: on a terminal. */
  readonly color?: boolean | undefined;
  /** Whether errors are written with their stack. Default: when the level is `debug`. */
  readonly stacks?: boolean | undefined;
}

/** A logger that writes one line for each record. Throws `SETPOINT_LOGGER_INVALID` on an unknown level or format. */
export function createLogger(options: LoggerOptions): Logger {
  const { write, clock, level = defaultLogLevel, format = "auto", isTerminal = false, color = isTerminal } = options;
  if (!Object.hasOwn(ranks, level)) {
    throw invalid(`expected a level of ${Object.keys(ranks).join(", ")}, got ${level}`);
  }
  if (!formats.includes(format)) throw invalid(`expected a format of ${formats.join(", ")}, got ${format}`);
  const isPretty = format === "pretty" || (format === "auto" && isTerminal);
  const { stacks = level === "debug" } = options;
  const sink = { write, clock, stacks, rank: ranks[level], format: isPretty ? prettyFormat(color) : jsonFormat };
  return new LineLogger(sink, new Map());
}

const formats: readonly string[] = ["pretty", "json", "auto"];
const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

interface Sink {
  readonly write: (line: string) => void;
  readonly clock: Pick<Clock, "now">;
  readonly format: LogFormat;
  readonly stacks: boolean;
  /** Records below it are dropped. */
  readonly rank: number;
}

class LineLogger implements Logger {
  readonly #sink: Sink;
  readonly #rank: number;
  /** The fields of every record, ready to be put into one, by name. */
  readonly #bound: ReadonlyMap<string, string>;

  constructor(sink: Sink, bound: ReadonlyMap<string, string>) {
    this.#sink = sink;
    this.#rank = sink.rank;
    this.#bound = bound;
  }

  debug(message: LogMessage, fields?: LogFieldsSource): void {
    if (this.#rank <= ranks.debug) this.#log("debug", message, fields);
  }

  info(message: LogMessage, fields?: LogFieldsSource): void {
    if (this.#rank <= ranks.info) this.#log("info", message, fields);
  }

  warn(message: LogMessage, fields?: LogFieldsSource): void {
    if (this.#rank <= ranks.warn) this.#log("warn", message, fields);
  }

  error(message: LogMessage, fields?: LogFieldsSource): void {
    this.#log("error", message, fields);
  }

  with(fields: LogFields): Logger {
    const bound = new Map(this.#bound);
    this.#render(fields, new ValueWriter(this.#sink), bound);
    return new LineLogger(this.#sink, bound);
  }

  enabled(level: LogLevel): boolean {
    return this.#rank <= ranks[level];
  }

  #log(level: LogLevel, message: LogMessage, fields: LogFieldsSource | undefined): void {
    const { write, clock, format } = this.#sink;
    try {
      const writer = new ValueWriter(this.#sink);
      const text = writer.text(messageOf(message));
      const rendered = new Map(this.#bound);
      if (fields !== undefined) this.#render(fields, writer, rendered);
      write(format.record({ time: clock.now(), level, message: text }, [...rendered.values()]));
    } catch {
      // A record must not break what it is about, and a logger has nobody to complain to.
    }
  }

  /** Adds the fields to `rendered`, in place of those that are there under the same name; beyond the limit it only says that there are more. */
  #render(source: LogFieldsSource, writer: ValueWriter, rendered: Map<string, string>): void {
    try {
      const fields = fieldsOf(source);
      writer.enter(fields);
      for (const name of Object.keys(fields)) {
        const isFull = rendered.size >= defaultLogLimits.entries && !rendered.has(name);
        if (isFull && rendered.has("…")) continue;
        const text = isFull ? this.#field({ "…": "more" }, "…", writer) : this.#field(fields, name, writer);
        if (text !== undefined) rendered.set(isFull ? "…" : name, text);
      }
    } catch {
      rendered.set("fields", this.#field({ fields: "[unreadable]" }, "fields", writer) ?? "");
    }
  }

  #field(fields: LogFields, name: string, writer: ValueWriter): string | undefined {
    const { format } = this.#sink;
    try {
      return format.field({ name, value: fields[name] }, writer);
    } catch {
      return format.field({ name, value: "[unreadable]" }, writer);
    }
  }
}

function messageOf(message: LogMessage): string {
  try {
    const text: unknown = typeof message === "function" ? message() : message;
    return typeof text === "string" ? text : `[${typeof text}]`;
  } catch {
    return "[unreadable]";
  }
}

function fieldsOf(source: LogFieldsSource): LogFields {
  const fields: unknown = typeof source === "function" ? source() : source;
  if (fields instanceof Error) return { error: fields };
  return typeof fields === "object" && fields !== null ? (fields as LogFields) : {};
}

function invalid(expectation: string): ObserveError {
  return new ObserveError("SETPOINT_LOGGER_INVALID", `Making a logger: ${expectation}`);
}
