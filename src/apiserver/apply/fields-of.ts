import { FieldSet } from "./field-set.ts";
import { jsonKind, listOf, mapOf } from "./json-kind.ts";
import { elementOf } from "./list-items.ts";
import { fieldElement } from "./path-element.ts";
import type { Path } from "./path-element.ts";
import { fieldShape, kindOf } from "./shape.ts";
import type { ListShape, MapShape, Shape } from "./shape.ts";

/** The paths that somebody who says this value says something about: its leaves, items of lists, entries of maps and empty objects. */
export function fieldsOf(value: unknown, shape: Shape): FieldSet {
  const set = new FieldSet();
  visit({ value, shape, path: [] }, set);
  return set;
}

interface Place {
  readonly value: unknown;
  readonly shape: Shape;
  readonly path: Path;
}

function visit({ value, shape, path }: Place, set: FieldSet): void {
  const kind = kindOf(shape, value);
  const inner = shape[kind];
  if (inner === undefined || typeof inner === "string" || inner.isAtomic) set.insert(path);
  else if ("items" in inner) visitItems(listOf(value), { list: inner, path }, set);
  else visitFields(mapOf(value), { map: inner, path }, set);
}

function visitFields(
  object: Readonly<Record<string, unknown>>,
  { map, path }: { readonly map: MapShape; readonly path: Path },
  set: FieldSet,
): void {
  for (const [name, value] of Object.entries(object)) {
    const at = [...path, fieldElement(name)];
    visit({ value, shape: fieldShape(map, name), path: at }, set);
    const isEmpty = value === null || (jsonKind(value) === "map" && Object.keys(value as object).length === 0);
    if (isEmpty || map.named(name) === undefined) set.insert(at);
  }
}

/** Of items that cannot be told apart, nothing is owned but all of them together. */
function visitItems(
  items: readonly unknown[],
  { list, path }: { readonly list: ListShape; readonly path: Path },
  set: FieldSet,
): void {
  const elements = items.map((item) => elementOf(list, item));
  const seen = new Set<string>();
  const repeated = new Set(elements.filter((element) => seen.has(element) || !seen.add(element)));
  for (const [index, element] of elements.entries()) {
    const at = [...path, element];
    if (!repeated.has(element)) visit({ value: items[index], shape: list.items, path: at }, set);
    set.insert(at);
  }
}
