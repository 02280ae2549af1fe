import { InvalidDurationError } from "./errors.ts";

/** A length of time as options take it: a number of milliseconds, or a text such as `"1h30m"`, `"250ms"` or `"1.5s"`. */
export type Duration = number | string;

const nanosecondsPer: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  // The micro sign, and the Greek letter that looks like it.
  "\u00b5s": 1_000n,
  "\u03bcs": 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** Go keeps a duration in a signed 64-bit number of nanoseconds; no longer one could be told to a Go program. */
const longestNanoseconds = 2n ** 63n - 1n;
const longestMs = Number(longestNanoseconds) / 1e6;

/** No duration needs more, and a text of any length is refused in no time. */
const longestText = 256;

const anExample = 'a duration such as "1h30m", "250ms" or "1.5s", or a finite number of milliseconds';

/**
 * The milliseconds that a duration stands for. A text follows Go's grammar: decimal numbers, each with a unit (`ns`, `us`, `µs`, `ms`, `s`,
 * `m`, `h`), one sign in front, or just `0`. A number is taken as milliseconds; a text needs its units. Exact to the nanosecond.
 * Anything else is refused with an `InvalidDurationError` that names `place`.
 */
export function parseDuration(input: Duration, place = "an option"): number {
  if (typeof input === "number") return checkedMs(input, place);
  const isText = typeof input === "string" && input.length <= longestText;
  const nanoseconds = isText ? sumOfParts(input) : undefined;
  if (nanoseconds === undefined) throw new InvalidDurationError({ place, input, expected: anExample });
  if (nanoseconds > longestNanoseconds) throw tooLong(input, place);
  const ms = Number(nanoseconds / 1_000_000n) + Number(nanoseconds % 1_000_000n) / 1e6;
  return input.startsWith("-") && ms > 0 ? -ms : ms;
}

/** The shortest text that Go would print, e.g. `1h30m0s`, `1.5s`, `250ms`, `0s`, rounded to the nanosecond. `parseDuration` reads it back. */
export function formatDuration(ms: number): string {
  const absoluteMs = Math.abs(checkedMs(ms, "formatDuration"));
  const wholeMs = Math.trunc(absoluteMs);
  const nanoseconds = BigInt(wholeMs) * 1_000_000n + BigInt(Math.round((absoluteMs - wholeMs) * 1e6));
  const text = nanoseconds < 1_000_000_000n ? formatSubsecond(nanoseconds) : formatSeconds(nanoseconds);
  return ms < 0 && nanoseconds > 0n ? `-${text}` : text;
}

/** The nanoseconds without the sign, or `undefined` when the text breaks the grammar. */
function sumOfParts(text: string): bigint | undefined {
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return 0n;
  const part = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;
  let sum = 0n;
  do {
    const [, whole = "", decimals = "", unit = ""] = part.exec(unsigned) ?? [];
    if (whole === "" && decimals === "") return undefined;
    const scale = nanosecondsPer[unit] ?? 0n;
    sum += BigInt(whole) * scale + (BigInt(decimals) * scale) / 10n ** BigInt(decimals.length);
  } while (part.lastIndex < unsigned.length);
  return sum;
}

function formatSubsecond(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return "0s";
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}\u00b5s`;
  return `${decimal(nanoseconds, 6)}ms`;
}

function formatSeconds(nanoseconds: bigint): string {
  const minutes = nanoseconds / 60_000_000_000n;
  const seconds = `${decimal(nanoseconds % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** `value` with its last `digits` digits after the point, without zeros at the end. */
function decimal(value: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const decimals = String(value % scale)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return decimals === "" ? String(value / scale) : `${value / scale}.${decimals}`;
}

function checkedMs(ms: number, place: string): number {
  if (!Number.isFinite(ms)) throw new InvalidDurationError({ place, input: ms, expected: anExample });
  if (Math.abs(ms) > longestMs) throw tooLong(ms, place);
  return ms;
}

function tooLong(input: Duration, place: string): InvalidDurationError {
  return new InvalidDurationError({ place, input, expected: "at most 2^63 - 1 nanoseconds, which is about 292 years" });
}
