import { maxDurationLength } from "./defaults.ts";
import { InvalidInputError } from "./errors.ts";
import { excerpt } from "./quote.ts";

const nanosecondsPer: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  // The micro sign, and the Greek letter that looks like it.
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);
const least = -(2n ** 63n);

/**
 * The nanoseconds that a `Duration` of a document stands for, exactly: `1h2m3.5s`, in Go's grammar and within Go's 64 bits. Throws
 * `SETPOINT_INVALID_TIME`. Options of this package are read by another function, which gives milliseconds.
 */
export function parseMetaDuration(text: string, place?: string): bigint {
  const isText = typeof text === "string" && text.length <= maxDurationLength;
  const amount = isText ? sumOfParts(text.replace(/^[+-]/, "")) : undefined;
  const isNegative = isText && text.startsWith("-");
  if (amount === undefined) throw invalidDuration(`found ${excerpt(text)}`, place);
  if (amount > -least || (amount === -least && !isNegative)) throw invalidDuration("64 bits do not hold it", place);
  return isNegative ? -amount : amount;
}

/** A number of nanoseconds as Go writes it: `1h2m3.5s`, `250ms`, `0s`. Reads back to the same. */
export function formatMetaDuration(nanoseconds: bigint): string {
  const amount = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (amount === 0n) return "0s";
  return (nanoseconds < 0n ? "-" : "") + (amount < 10n ** 9n ? formatSubsecond(amount) : formatSeconds(amount));
}

function sumOfParts(text: string): bigint | undefined {
  if (text === "0") return 0n;
  const part = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;
  let sum = 0n;
  do {
    const [, whole = "", decimals = "", unit = ""] = part.exec(text) ?? [];
    if (whole + decimals === "") return undefined;
    const scale = nanosecondsPer.get(unit) ?? 0n;
    sum += BigInt(whole) * scale + (BigInt(decimals) * scale) / 10n ** BigInt(decimals.length);
  } while (part.lastIndex < text.length);
  return sum;
}

function formatSubsecond(amount: bigint): string {
  if (amount < 1_000n) return `${amount}ns`;
  return amount < 1_000_000n ? `${decimal(amount, 3)}\u00b5s` : `${decimal(amount, 6)}ms`;
}

function formatSeconds(amount: bigint): string {
  const minutes = amount / 60_000_000_000n;
  const seconds = `${decimal(amount % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** The amount with its last digits after a point, without zeros at the end. */
function decimal(amount: bigint, digits: number): string {
  const padded = String(amount).padStart(digits + 1, "0");
  const decimals = padded.slice(-digits).replace(/0+$/, "");
  return padded.slice(0, -digits) + (decimals === "" ? "" : `.${decimals}`);
}

function invalidDuration(detail: string, place: string | undefined): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_TIME",
    attempt: "parse the duration",
    place,
    detail,
    expected: "a duration such as 1h30m, 1.5s or 250ms, of at most 2^63 - 1 nanoseconds",
  });
}
