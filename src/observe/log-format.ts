import { errorText } from "./error-text.ts";
import { quoteVisibly, showVisibly } from "./escape.ts";
import type { LogLevel } from "./logger.ts";
import { isSecretName } from "./secret-names.ts";
import type { ValueWriter } from "./value-writer.ts";

/** What every record has. */
export interface LogHead {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: LogLevel;
  /** Without secrets; not yet escaped. */
  readonly message: string;
}

/** One field to write. */
export interface LogField {
  readonly name: string;
  readonly value: unknown;
}

/** How records look. */
export interface LogFormat {
  /** One field, ready to be put into a record; undefined when there is nothing to write. */
  field(field: LogField, writer: ValueWriter): string | undefined;
  /** The line, with its line end. */
  record(head: LogHead, fields: readonly string[]): string;
}

/** One JSON object a line. A field that has the name of `time`, `level` or `message` becomes `fields.time` and so on. */
export const jsonFormat: LogFormat = Object.freeze({
  field({ name, value }: LogField, writer: ValueWriter): string | undefined {
    const text = writer.field(name, value);
    const isReserved = name === "time" || name === "level" || name === "message";
    return text === undefined
      ? undefined
      : `,${quoteVisibly(writer.text(isReserved ? `fields.${name}` : name))}:${text}`;
  },
  record({ time, level, message }: LogHead, fields: readonly string[]): string {
    return `{"time":"${isoTime(time)}","level":"${level}","message":${quoteVisibly(message)}${fields.join("")}}\n`;
  },
});

/** For people: the time of day in UTC, the level, the message, `name=value`. */
export function prettyFormat(color: boolean): LogFormat {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  return Object.freeze({
    field({ name, value }: LogField, writer: ValueWriter): string | undefined {
      const text = prettyValue({ name, value }, writer);
      return text === undefined ? undefined : ` ${paint(dim, `${bareOrQuoted(writer.text(name))}=`)}${text}`;
    },
    record({ time, level, message }: LogHead, fields: readonly string[]): string {
      const label = paint(colors[level], level.toUpperCase().padEnd(5));
      const gap = fields.length === 0 ? "" : " ";
      return `${paint(dim, isoTime(time).slice(11))} ${label} ${showVisibly(message)}${gap}${fields.join("")}\n`;
    },
  });
}

const dim = 2;
const colors: Readonly<Record<LogLevel, number>> = { debug: 36, info: 32, warn: 33, error: 31 };

function prettyValue({ name, value }: LogField, writer: ValueWriter): string | undefined {
  if (value instanceof Error && !isSecretName(name)) return quoteVisibly(writer.text(errorText(value, writer.stacks)));
  const json = writer.field(name, value);
  return json === undefined || !isBare.test(json) ? json : json.slice(1, -1);
}

/** A JSON string that can be read, and told from what is around it, without its quotes. */
const isBare = /^"[\w./:@%+[\]-]+"$/;

function bareOrQuoted(text: string): string {
  const quoted = quoteVisibly(text);
  return isBare.test(quoted) ? text : quoted;
}

function isoTime(time: number): string {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : "unknown";
}
