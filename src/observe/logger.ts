/** How important a record is, from least to most. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** The structured part of a record. Any value may be given; it is printed within bounds and with its secrets taken out. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A message, or a function that makes one: it is called only if the record is written. */
export type LogMessage = string | (() => string);

/** The fields, or a function that makes them: it is called only if the record is written. */
export type LogFieldsSource = LogFields | (() => LogFields);

/**
 * Where records go. No method ever throws, and a record below the level costs one comparison.
 *
 * Each record is one line, whatever is in it; secrets are replaced before anything is written.
 */
export interface Logger {
  debug(message: LogMessage, fields?: LogFieldsSource): void;
  info(message: LogMessage, fields?: LogFieldsSource): void;
  warn(message: LogMessage, fields?: LogFieldsSource): void;
  error(message: LogMessage, fields?: LogFieldsSource): void;
  /** A logger that adds `fields` to each record. The fields are read now, once. */
  with(fields: LogFields): Logger;
  /** Whether a record of this level would be written. */
  enabled(level: LogLevel): boolean;
}
