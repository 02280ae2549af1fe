import { InvalidInputError } from "./errors.ts";
import { excerpt } from "./quote.ts";

const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** The years that four digits can write begin at the first and end before the second. */
const firstMs = -62_167_219_200_000;
const endMs = 253_402_300_800_000;

/**
 * The time that a timestamp of a document stands for, in milliseconds since 1970. It has to be as RFC 3339 writes it, in any time zone.
 * Microseconds are kept as a fraction, exactly until the year 2248; what is finer is cut off, for Kubernetes stores nothing finer.
 * Throws `SETPOINT_INVALID_TIME`.
 */
export function parseTime(text: string, place?: string): number {
  const match = typeof text === "string" ? rfc3339.exec(text) : null;
  const ms = match === null ? undefined : toMs(match);
  if (ms !== undefined) return ms;
  throw new InvalidInputError({
    code: "SETPOINT_INVALID_TIME",
    attempt: "parse the time",
    place,
    detail: `found ${excerpt(text)}`,
    expected: "an existing date and time such as 2026-01-31T12:00:00Z",
  });
}

/** A time as Kubernetes' `Time` is written: whole seconds, UTC. A fraction is cut off. */
export function formatTime(ms: number): string {
  return `${isoText(ms).slice(0, "2026-01-31T12:00:00".length)}Z`;
}

/** A time as Kubernetes' `MicroTime` is written: six decimals, UTC. Rounded to the microsecond. */
export function formatMicroTime(ms: number): string {
  const wholeMs = Math.floor(ms);
  const micros = Math.round((ms - wholeMs) * 1_000);
  // Rounding up may complete a millisecond.
  const iso = isoText(micros < 1_000 ? wholeMs : wholeMs + 1);
  return `${iso.slice(0, -1)}${String(micros % 1_000).padStart(3, "0")}Z`;
}

function toMs(match: RegExpExecArray): number | undefined {
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "", fraction = "", sign, ...zone] = match;
  const date = new Date(0);
  // Set one by one: the platform would take a year below 100 for one of the last century.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const [zoneHours = "0", zoneMinutes = "0"] = zone;
  const minutesEast = (sign === "-" ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes));
  const seconds = (Number(hour) * 60 + Number(minute) - (sign === undefined ? 0 : minutesEast)) * 60 + Number(second);
  return date.getTime() + seconds * 1_000 + Number(fraction.slice(0, 6).padEnd(6, "0")) / 1_000;
}

function isoText(ms: number): string {
  if (ms >= firstMs && ms < endMs) return new Date(Math.floor(ms)).toISOString();
  throw new InvalidInputError({
    code: "SETPOINT_INVALID_TIME",
    attempt: "format a time",
    detail: `found ${ms} milliseconds since 1970`,
    expected: "a time in the years 0 to 9999",
  });
}
