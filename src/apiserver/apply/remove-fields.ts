import { setOwn } from "../../model/index.ts";
import { FieldSet } from "./field-set.ts";
import { listOf, mapOf } from "./json-kind.ts";
import { elementOf } from "./list-items.ts";
import { fieldElement, fieldNameOf, isKeyElement } from "./path-element.ts";
import { fieldShape, kindOf } from "./shape.ts";
import type { ListShape, MapShape, Shape } from "./shape.ts";

/** The value without what is at these paths. What then is empty, or was one value as a whole, is `null`. */
export function removeFields(value: unknown, fields: FieldSet, shape: Shape): unknown {
  const inner = shape[kindOf(shape, value)];
  if (inner === undefined || typeof inner === "string") return value;
  if (inner.isAtomic) return null;
  return "items" in inner ? withoutItems(listOf(value), fields, inner) : withoutFields(mapOf(value), fields, inner);
}

function withoutItems(items: readonly unknown[], fields: FieldSet, list: ListShape): unknown {
  const kept = items.flatMap((item) => {
    const element = elementOf(list, item);
    if (fields.members.has(element)) return [];
    const below = fields.children.get(element);
    return [below === undefined ? item : removeFields(item, below, list.items)];
  });
  return kept.length === 0 ? null : kept;
}

function withoutFields(object: Readonly<Record<string, unknown>>, fields: FieldSet, map: MapShape): unknown {
  const kept = {};
  for (const [name, value] of Object.entries(object)) {
    const element = fieldElement(name);
    if (fields.members.has(element)) continue;
    const below = fields.children.get(element);
    setOwn(kept, name, below === undefined ? value : removeFields(value, below, fieldShape(map, name)));
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** The set, and with a path all fields above it that the schema names: they go when nothing is left in them. */
export function withNamedFields(set: FieldSet, shape: Shape | undefined): FieldSet {
  const named = [...set.children.keys()].filter((element) => {
    const name = fieldNameOf(element);
    return name !== undefined && shape?.map?.named(name) !== undefined;
  });
  return new FieldSet(
    new Set([...set.members, ...named]),
    new Map([...set.children].map(([element, child]) => [element, withNamedFields(child, shapeBelow(shape, element))])),
  );
}

function shapeBelow(shape: Shape | undefined, element: string): Shape | undefined {
  const name = fieldNameOf(element);
  if (name !== undefined) return shape?.map && (shape.map.named(name) ?? shape.map.values);
  return isKeyElement(element) ? shape?.list?.items : undefined;
}
