import { plainText } from "./number-text.ts";
import { Duration, Failure, Timestamp } from "./value.ts";

const second = 1_000_000_000n;
const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: second,
  m: 60n * second,
  h: 3600n * second,
};

const minSeconds = -62_135_596_800n;
const maxSeconds = 253_402_300_799n;
const maxNanos = 2n ** 63n - 1n;

/** A span of time as Go reads it: `1h30m`, `-1.5s`, `0`. */
export function parseDuration(text: string): Duration | undefined {
  if (/^[+-]?0$/.test(text)) return new Duration(0n);
  if (!/^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(text)) return undefined;
  let total = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of text.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g)) {
    const scale = units[unit] ?? 1n;
    total += BigInt(whole || "0") * scale;
    if (fraction !== "") total += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
  }
  if (total > maxNanos + (text.startsWith("-") ? 1n : 0n)) return undefined;
  return new Duration(text.startsWith("-") ? -total : total);
}

const instant = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** An instant as RFC 3339 writes it. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const found = instant.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, seconds] = found.slice(1, 7).map(Number);
  const days = daysOf({ year: year ?? 0, month: month ?? 0, day: day ?? 0 });
  if (days === undefined || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (seconds ?? 0) > 59) return undefined;
  const fraction = BigInt((found[7] ?? "").padEnd(9, "0").slice(0, 9));
  const zone = (Number(found[9] ?? 0) * 60 + Number(found[10] ?? 0)) * (found[8] === "-" ? -1 : 1);
  if (Number(found[9] ?? 0) > 23 || Number(found[10] ?? 0) > 59) return undefined;
  const total =
    BigInt(days) * 86_400n + BigInt((hour ?? 0) * 3600 + (minute ?? 0) * 60 + (seconds ?? 0)) - BigInt(zone * 60);
  return new Timestamp(total * second + fraction, zone);
}

/** A day as an instant: the start of it. */
export function parseDate(text: string): Timestamp | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
}

/** Days since 1970, if there is such a day. */
function daysOf({ year, month, day }: { year: number; month: number; day: number }): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() / 86_400_000;
}

/** An instant if the language can name it. */
export function timestampOrFailure(nanos: bigint, zone = 0): Timestamp | Failure {
  const seconds = floorDivide(nanos, second);
  return seconds < minSeconds || seconds > maxSeconds ? new Failure("timestamp overflow") : new Timestamp(nanos, zone);
}

/** A span of time if it is not too long. */
export function durationOrFailure(nanos: bigint): Duration | Failure {
  return nanos > maxNanos || nanos < -maxNanos - 1n ? new Failure("duration overflow") : new Duration(nanos);
}

/** Seconds since 1970, rounded down. */
export function secondsOf({ nanos }: Timestamp): bigint {
  return floorDivide(nanos, second);
}

function floorDivide(value: bigint, by: bigint): bigint {
  return value < 0n && value % by !== 0n ? value / by - 1n : value / by;
}

/** `2020-01-01T00:00:00.5Z`. */
export function timestampText(timestamp: Timestamp): string {
  const seconds = secondsOf(timestamp);
  const fraction = String(timestamp.nanos - seconds * second)
    .padStart(9, "0")
    .replace(/0+$/, "");
  const whole = new Date((Number(seconds) + timestamp.zone * 60) * 1000).toISOString().slice(0, 19);
  return `${whole}${fraction === "" ? "" : `.${fraction}`}${zoneText(timestamp.zone)}`;
}

function zoneText(zone: number): string {
  if (zone === 0) return "Z";
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
  return `${zone < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/** In seconds: `90s`, `0.001s`. */
export function durationText({ nanos }: Duration): string {
  const value = Number(nanos / second) + Number(nanos % second) / 1e9;
  return `${value === 0 ? "0" : plainText(value)}s`;
}
