import { maxQuantityLength } from "./defaults.ts";
import { InvalidInputError } from "./errors.ts";
import { divideAwayFromZero, Quantity } from "./quantity.ts";
import { interpretSuffix } from "./quantity-suffix.ts";
import type { QuantitySuffix } from "./quantity-suffix.ts";

/** What Kubernetes' message says of the form; what it accepts is slightly more. */
const stated = "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$";
const accepted = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/;
const largest = (2n ** 63n - 1n) * 10n ** 9n;

/** The parts of the text of a quantity, without leading zeros. */
interface Parts {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: QuantitySuffix;
}

/**
 * Reads a quantity: `1.5`, `100m`, `2Gi`, `12e6`. A document may also hold a plain number. As in Kubernetes, what is finer than a
 * billionth is rounded away from zero, and an amount with a binary suffix is at most 2^63 - 1. The `detail` of the
 * `SETPOINT_INVALID_QUANTITY` it throws is Kubernetes' message.
 */
export function parseQuantity(input: string | number, place?: string): Quantity {
  const text = typeof input === "number" ? String(input) : input;
  if (typeof text !== "string" || text.length > maxQuantityLength) {
    throw invalidQuantity(`found no text of at most ${maxQuantityLength} characters`, place);
  }
  const parts = split(text, place);
  const nano = amountOf(parts);
  const { format } = parts.suffix;
  // An amount below one has no exact binary form.
  const isBelowOne = format === "BinarySI" && nano !== 0n && nano > -(10n ** 9n) && nano < 10n ** 9n;
  return new Quantity({
    nano,
    format: isBelowOne ? "DecimalSI" : format,
    text: isKept(parts) ? text : undefined,
  });
}

function split(text: string, place: string | undefined): Parts {
  const match = text === "" ? null : accepted.exec(text);
  if (match === null) throw invalidQuantity(`quantities must match the regular expression '${stated}'`, place);
  const [, sign = "", allWhole = "", fraction = "", suffixText = ""] = match;
  const suffix = interpretSuffix(suffixText);
  if (suffix === undefined) throw invalidQuantity("unable to parse quantity's suffix", place);
  const parts = { isNegative: sign === "-", whole: allWhole.replace(/^0+/, "") || "0", fraction, suffix };
  // Kubernetes takes a text without digits for zero, unless it needs more than 64 bits to find out.
  if (allWhole + fraction === "" && !isQuick(parts)) {
    throw invalidQuantity("unable to parse numeric part of quantity", place);
  }
  return parts;
}

function amountOf({ isNegative, whole, fraction, suffix }: Parts): bigint {
  const digits = BigInt(whole + fraction);
  const power = (suffix.base === 10 ? suffix.exponent : 0) - fraction.length + 9;
  const factor = suffix.base === 2 ? 2n ** BigInt(suffix.exponent) : 1n;
  const scaled = digits * factor * 10n ** BigInt(Math.max(power, 0));
  const nano = divideAwayFromZero(scaled, 10n ** BigInt(Math.max(-power, 0)));
  const capped = suffix.base === 2 && nano > largest ? largest : nano;
  return isNegative ? -capped : capped;
}

/** Whether Kubernetes reads the amount without big integers, by its estimate of the digits. Only then it may keep the text. */
function isQuick({ whole, fraction, suffix }: Parts): boolean {
  if (suffix.base === 2) return fraction === "" && whole.length <= 14 - (suffix.exponent * 3) / 10;
  return whole.length + fraction.length <= 18 && suffix.exponent - fraction.length >= -9;
}

/** Whether Kubernetes takes the text for canonical and prints it as it is. */
function isKept(parts: Parts): boolean {
  const { whole, fraction, suffix } = parts;
  if (!isQuick(parts)) return false;
  if (suffix.base === 2) return BigInt(whole) % 8n !== 0n;
  const digits = whole + fraction;
  return (suffix.exponent - fraction.length) % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
}

function invalidQuantity(detail: string, place: string | undefined): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_QUANTITY",
    attempt: "parse the quantity",
    place,
    detail,
    expected: "a number with an optional suffix, such as 1.5, 100m, 2Gi or 12e6",
  });
}
