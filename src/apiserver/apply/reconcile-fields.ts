import { FieldSet } from "./field-set.ts";
import { fieldNameOf } from "./path-element.ts";
import type { Path } from "./path-element.ts";
import type { Shape } from "./shape.ts";

/** The set as it has to be since the schema changed: who owned a part of what is one value now owns the whole. */
export function reconcileFields(set: FieldSet, shape: Shape): FieldSet {
  const wholes = new FieldSet();
  visit({ set, shape, path: [], isWhole: false }, wholes);
  return wholes.isEmpty ? set : set.without(wholes).union(wholes);
}

interface Place {
  readonly set: FieldSet | undefined;
  readonly shape: Shape;
  readonly path: Path;
  readonly isWhole: boolean;
}

function visit({ set, shape, path, isWhole }: Place, wholes: FieldSet): void {
  const { map, list } = shape;
  const inner = map ?? (shape.scalar === undefined ? list : undefined);
  if (inner === undefined || set === undefined || map?.isFree === true) return;
  if (inner.isAtomic && !isWhole) return wholes.insert(path);
  for (const element of set.members.union(set.children)) {
    const name = fieldNameOf(element) ?? "";
    const below = "items" in inner ? inner.items : (inner.named(name) ?? inner.values);
    const child = set.children.get(element);
    const isMember = set.members.has(element) && child === undefined;
    if (below !== undefined) visit({ set: child, shape: below, path: [...path, element], isWhole: isMember }, wholes);
  }
}
