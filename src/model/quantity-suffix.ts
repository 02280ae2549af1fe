import { maxQuantityExponent } from "./defaults.ts";

/** The three ways in which Kubernetes writes an amount: `12M`, `12Mi` and `12e6`. */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/** What a suffix stands for: a power of its base. */
export interface QuantitySuffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes: readonly string[] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const leastDecimalExponent = -9;
const binarySuffixes: readonly string[] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** What the text after a number stands for, or `undefined` when it is no suffix. `E` alone is exa, `E3` an exponent. */
export function interpretSuffix(text: string): QuantitySuffix | undefined {
  const decimal = decimalSuffixes.indexOf(text);
  if (decimal >= 0) return { base: 10, exponent: leastDecimalExponent + decimal * 3, format: "DecimalSI" };
  const binary = binarySuffixes.indexOf(text);
  if (binary >= 0) return { base: 2, exponent: binary * 10, format: "BinarySI" };
  const exponent = Number(/^[eE]([+-]?\d+)$/.exec(text)?.[1] ?? Infinity);
  return Math.abs(exponent) > maxQuantityExponent ? undefined : { base: 10, exponent, format: "DecimalExponent" };
}

/** Writes an amount of billionths in its shortest form that has no fraction and loses nothing. */
export function formatAmount(nano: bigint, format: QuantityFormat): string {
  if (nano === 0n) return "0";
  // Small and fractional amounts have no exact binary form.
  const isBinary = format === "BinarySI" && nano % giga === 0n && (nano >= 1024n * giga || nano <= -1024n * giga);
  return isBinary ? formatBinary(nano / giga) : formatDecimal(nano, format);
}

const giga = 10n ** 9n;

function formatBinary(value: bigint): string {
  let mantissa = value;
  let power = 0;
  // Beyond the greatest suffix Kubernetes writes none at all, which is another number: here the mantissa grows.
  for (; power + 1 < binarySuffixes.length && mantissa % 1024n === 0n; power++) mantissa /= 1024n;
  return `${mantissa}${binarySuffixes[power]}`;
}

function formatDecimal(nano: bigint, format: QuantityFormat): string {
  const zeros = /0*$/.exec(String(nano))?.[0].length ?? 0;
  const thousands = Math.floor(zeros / 3);
  const power = format === "DecimalExponent" ? thousands : Math.min(thousands, decimalSuffixes.length - 1);
  const mantissa = nano / 1000n ** BigInt(power);
  const exponent = leastDecimalExponent + power * 3;
  if (format === "DecimalExponent") return exponent === 0 ? String(mantissa) : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalSuffixes[power]}`;
}
