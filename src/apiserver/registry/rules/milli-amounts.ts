import { parseQuantity, Quantity } from "../../../model/index.ts";
import type { Fields } from "./places.ts";
import { completed } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Amounts of resources are kept in thousandths at the finest: what is less rounds away from zero. */
function inMillis(amounts: Fields): Fields {
  const rounded = Object.entries(amounts).map(([name, amount]) => [name, rounding(amount)] as const);
  return rounded.every(([name, amount]) => amount === amounts[name]) ? amounts : Object.fromEntries(rounded);
}

function rounding(amount: unknown): unknown {
  if (typeof amount !== "string") return amount;
  const quantity = parseQuantity(amount);
  const nano = quantity.milliValue * 1_000_000n;
  return nano === quantity.nano ? amount : new Quantity({ nano, format: quantity.format }).toString();
}

/** The amounts at these places are kept in thousandths. */
export function milliAmounts(...places: readonly string[]): readonly Rule[] {
  return places.map((at) => completed(at, inMillis));
}
