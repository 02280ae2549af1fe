import { exactIntegerText, parseQuantity } from "../../model/index.ts";
import type { Quantity } from "../../model/index.ts";

/** Reads a quantity of a document, which may be a number, or a text with spaces around it. Throws where it is none. */
export function readQuantity(value: unknown): Quantity {
  if (typeof value === "string")
    return parseQuantity(value.startsWith(" ") || value.endsWith(" ") ? trimmed(value) : value);
  return parseQuantity(exactIntegerText(value) ?? (typeof value === "number" ? String(value) : JSON.stringify(value)));
}

/** Without spaces at its ends. Other white space does not come through: it is escaped where quantities are read. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
