import { compareBytes, compareNumbers, isNumeric } from "./equality.ts";
import { Duration, Timestamp } from "./value.ts";
import type { Value } from "./value.ts";

/** Negative, zero or positive, not a number for numbers that have no order; `undefined` for values that cannot be compared. */
export function compare(one: Value, other: Value): number | undefined {
  if (isNumeric(one)) return isNumeric(other) ? compareNumbers(one, other) : undefined;
  if (typeof one === "string") return typeof other === "string" ? compareTexts(one, other) : undefined;
  if (typeof one === "boolean") return typeof other === "boolean" ? Number(one) - Number(other) : undefined;
  if (one instanceof Timestamp && other instanceof Timestamp) return compareNumbers(one.nanos, other.nanos);
  if (one instanceof Duration && other instanceof Duration) return compareNumbers(one.nanos, other.nanos);
  if (one instanceof Uint8Array && other instanceof Uint8Array) return compareBytes(one, other);
  return undefined;
}

/** In the order of code points, which is that of the bytes in UTF-8. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  let index = 0;
  while (index < one.length && one.charCodeAt(index) === other.charCodeAt(index)) index += 1;
  const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  // Surrogates stand for code points above all others.
  const weight = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
  return Math.sign(weight(left) - weight(right));
}
