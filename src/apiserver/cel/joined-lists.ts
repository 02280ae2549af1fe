import { contains, hasSameKeys } from "./equality.ts";
import { ListValue } from "./value.ts";
import type { Value } from "./value.ts";

/** Two lists as one. Of a list whose items are identified, those of the second list replace or leave out what is there already. */
export function joined(one: ListValue, other: ListValue): ListValue {
  const { form } = one;
  if (form === undefined) return joinedItems(one, other);
  const items = [...one.items()];
  for (const item of other.items()) {
    const index =
      form.type === "set"
        ? contains(ListValue.of(items), item) === true
          ? -2
          : -1
        : items.findIndex((known) => hasSameKeys(known, item, form.keys));
    if (index >= 0) items[index] = item;
    else if (index === -1) items.push(item);
  }
  return listOf(items, one);
}

function listOf(items: readonly Value[], { form, isData }: ListValue): ListValue {
  return new ListValue({ size: items.length, get: (index) => items[index] ?? null, form, isData });
}

/** Adding one item after the other must not cost the square of their number: the items are copied the first time only. */
function joinedItems(one: ListValue, other: ListValue): ListValue {
  const isLongest = one.growing !== undefined && one.growing.length === one.size;
  const items = isLongest && one.growing !== undefined ? one.growing : [...one.items()];
  for (let index = 0; index < other.size; index += 1) items.push(other.at(index));
  return new ListValue({
    size: items.length,
    get: (index) => items[index] ?? null,
    isData: one.isData,
    growing: items,
  });
}
