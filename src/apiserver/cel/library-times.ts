import { declare, member } from "./declaration.ts";
import type { FunctionDeclaration, Overload, Run } from "./declaration.ts";
import { secondsOf } from "./time-text.ts";
import { Duration, Failure, Timestamp } from "./value.ts";

const parts: readonly (readonly [string, string, (date: Date) => number])[] = [
  ["getFullYear", "year", (date) => date.getUTCFullYear()],
  ["getMonth", "month", (date) => date.getUTCMonth()],
  ["getDayOfYear", "day_of_year", (date) => dayOfYear(date)],
  ["getDayOfMonth", "day_of_month", (date) => date.getUTCDate() - 1],
  ["getDate", "day_of_month_1_based", (date) => date.getUTCDate()],
  ["getDayOfWeek", "day_of_week", (date) => date.getUTCDay()],
  ["getHours", "hours", (date) => date.getUTCHours()],
  ["getMinutes", "minutes", (date) => date.getUTCMinutes()],
  ["getSeconds", "seconds", (date) => date.getUTCSeconds()],
  ["getMilliseconds", "milliseconds", (date) => date.getUTCMilliseconds()],
];

const spans: Readonly<Record<string, bigint>> = {
  hours: 3_600_000_000_000n,
  minutes: 60_000_000_000n,
  seconds: 1_000_000_000n,
  milliseconds: 1_000_000n,
};

/** The parts of instants and of spans of time. */
export function times(): readonly FunctionDeclaration[] {
  return parts.map(([name, id, read]) => {
    const run: Run = (own, zone) => {
      if (!(own instanceof Timestamp)) return new Failure("no such overload");
      const date = inZone(own, typeof zone === "string" ? zone : "UTC");
      return date === undefined ? new Failure(`unknown time zone ${String(zone)}`) : BigInt(read(date));
    };
    const withZone = id === "seconds" ? "timestamp_to_seconds_tz" : `timestamp_to_${id}_with_tz`;
    return declare(
      name,
      member(`timestamp_to_${id}`, "timestamp -> int", run),
      member(withZone, "timestamp, string -> int", run),
      ...ofDuration(id),
    );
  });
}

function ofDuration(id: string): readonly Overload[] {
  const span = spans[id];
  if (span === undefined) return [];
  const work: Run = (own) => {
    if (!(own instanceof Duration)) return new Failure("no such overload");
    return own.nanos / span;
  };
  return [member(`duration_to_${id}`, "duration -> int", work)];
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);
}

/** A date whose parts in UTC are those of the instant in a zone: `UTC`, `-08:00` or a name. */
function inZone(timestamp: Timestamp, zone: string): Date | undefined {
  const seconds = Number(secondsOf(timestamp));
  const millis = Number(((timestamp.nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n) / 1_000_000;
  const time = seconds * 1000 + Math.floor(millis);
  const offset = /^([+-]?)(\d\d):(\d\d)$/.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return new Date(time + (offset[1] === "-" ? -minutes : minutes) * 60_000);
  }
  if (zone === "UTC" || zone === "") return new Date(time);
  return namedZone(new Date(time), zone);
}

function namedZone(date: Date, timeZone: string): Date | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const name = format.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
    const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(date.getTime() + (sign === "-" ? -shift : shift));
  } catch {
    return undefined;
  }
}
