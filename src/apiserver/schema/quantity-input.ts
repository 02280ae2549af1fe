import { parseQuantity } from "../../model/index.ts";
import type { Quantity } from "../../model/index.ts";

/** Reads a quantity of a document, which may be a number, or a text with spaces around it. Throws where it is none. */
export function readQuantity(value: unknown): Quantity {
  if (typeof value === "string")
    return parseQuantity(value.startsWith(" ") || value.endsWith(" ") ? trimmed(value) : value);
  // Large numbers are written with an exponent, as Go writes them.
  return parseQuantity(typeof value === "number" ? String(value) : JSON.stringify(value));
}

/** A quantity as Go writes it. It knows no suffix beyond `E`: of `1000E`, which it would write in the next one, it keeps a `1`. */
export function quantityText(value: unknown): string {
  const text = readQuantity(value).toString();
  return text.endsWith("000E") ? text.replace(/(?:000)+E$/, "") : text;
}

/** Without spaces at its ends. Other white space does not come through: it is escaped where quantities are read. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
