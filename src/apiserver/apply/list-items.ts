import { getOwn, setOwn } from "../../model/index.ts";
import { jsonKind } from "./json-kind.ts";
import { keyElement, valueElement } from "./path-element.ts";
import type { PathElement } from "./path-element.ts";
import type { ListShape } from "./shape.ts";

/** The step that leads to an item of a list that is not atomic, or what is wrong with the item, in Kubernetes' words. */
export function itemElement(
  list: ListShape,
  item: unknown,
): { readonly element: PathElement } | { readonly problem: string } {
  return list.keys.length > 0 ? keyed(list, item) : ofSet(item);
}

/** The same for an item that was checked: one that has no step of its own gets one that no other item has. */
export function elementOf(list: ListShape, item: unknown): PathElement {
  const found = itemElement(list, item);
  return "element" in found ? found.element : valueElement(item);
}

function keyed(list: ListShape, item: unknown): ReturnType<typeof itemElement> {
  const kind = jsonKind(item);
  if (kind === "null") return { problem: "associative list with keys may not have a null element" };
  if (kind !== "map") return { problem: "associative list with keys may not have non-map elements" };
  const keys = {};
  let isKeyed = false;
  for (const key of list.keys) {
    const own = getOwn(item as object, key);
    const given = own === undefined ? list.keyDefault(key) : own;
    if (given === undefined) continue;
    setOwn(keys, key, given);
    isKeyed = true;
  }
  if (isKeyed) return { element: keyElement(keys) };
  const names = list.keys.map((key) => JSON.stringify(key)).join(" ");
  return {
    problem: `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
  };
}

function ofSet(item: unknown): ReturnType<typeof itemElement> {
  switch (jsonKind(item)) {
    case "map":
      return { problem: "associative list without keys has an element that's a map type" };
    case "list":
      return { problem: "not supported: associative list with lists as elements" };
    case "null":
      return { problem: "associative list without keys has an element that's an explicit null" };
    default:
      return { element: valueElement(item) };
  }
}
