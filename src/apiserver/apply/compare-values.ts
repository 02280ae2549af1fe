import { deepEqual, getOwn } from "../../model/index.ts";
import { FieldSet } from "./field-set.ts";
import { listOf, mapOf } from "./json-kind.ts";
import { elementOf } from "./list-items.ts";
import { fieldElement } from "./path-element.ts";
import type { PathElement } from "./path-element.ts";
import { deducedKind, fieldShape, kindOf } from "./shape.ts";
import type { ListShape, MapShape, Shape, ShapeKind } from "./shape.ts";

/** How one value differs from another: the paths of what is gone, changed and new. */
export class Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;

  constructor(removed: FieldSet, modified: FieldSet, added: FieldSet) {
    this.removed = removed;
    this.modified = modified;
    this.added = added;
  }

  /** What is there now and was not, or not so. */
  get changed(): FieldSet {
    return this.modified.union(this.added);
  }

  /** The same without some fields and all that is in them. */
  without(fields: FieldSet): Comparison {
    return new Comparison(this.removed.without(fields), this.modified.without(fields), this.added.without(fields));
  }
}

/** Compares two values of one shape. `undefined` is an absent one. */
export function compareValues(before: unknown, after: unknown, shape: Shape): Comparison {
  const walk = new Walk();
  walk.visit({ before, after, shape });
  return new Comparison(walk.removed, walk.modified, walk.added);
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly shape: Shape;
}

/** Walks through two values at once. Where it is, is one list for all steps: most of the time nothing is told, and every write is compared. */
class Walk {
  readonly #path: PathElement[] = [];
  readonly removed = new FieldSet();
  readonly modified = new FieldSet();
  readonly added = new FieldSet();

  visit(pair: Pair): void {
    const { before, after, shape } = pair;
    // What is shared is equal, however large it is.
    if (before === after) return;
    const isSameKind = deducedKind(shape, before) === deducedKind(shape, after);
    if (before !== undefined && after !== undefined && !isSameKind) this.#parts(pair, kindOf(shape, before));
    const isLeaf = this.#parts(pair, kindOf(shape, after === undefined ? before : after));
    if (isLeaf) return;
    if (before === undefined) this.added.insert(this.#path);
    else if (after === undefined) this.removed.insert(this.#path);
  }

  #inside(element: PathElement, pair: Pair): void {
    this.#path.push(element);
    this.visit(pair);
    this.#path.pop();
  }

  /** Compares the parts, or the whole if it is one value: then it says so. */
  #parts(pair: Pair, kind: ShapeKind): boolean {
    const { before, after, shape } = pair;
    const inner = shape[kind];
    if (inner === undefined || typeof inner === "string" || inner.isAtomic || isEmptyPair(pair, kind)) {
      if (before === undefined) this.added.insert(this.#path);
      else if (after === undefined) this.removed.insert(this.#path);
      else if (!deepEqual(before, after)) this.modified.insert(this.#path);
      return true;
    }
    if ("items" in inner) this.#items(pair, inner);
    else this.#fields(pair, inner);
    return false;
  }

  #fields({ before, after }: Pair, map: MapShape): void {
    const left = mapOf(before);
    const right = mapOf(after);
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const pair = { before: getOwn(left, name), after: getOwn(right, name), shape: fieldShape(map, name) };
      if (pair.before === undefined && pair.after !== undefined) this.#new(fieldElement(name), pair);
      else this.#inside(fieldElement(name), pair);
    }
  }

  /** What is wholly new need not be compared: of a new object that is nearly everything. */
  #new(element: PathElement, { after, shape }: Pair): void {
    this.added.at(this.#path).insertBelow(element, partsOf(after, shape));
  }

  #items({ before, after }: Pair, list: ListShape): void {
    const [left, right] = [grouped(listOf(before), list), grouped(listOf(after), list)];
    for (const element of new Set([...left.keys(), ...right.keys()])) {
      const [old = [], next = []] = [left.get(element), right.get(element)];
      const at = [...this.#path, element];
      // Items that cannot be told apart are compared as one value.
      const [oldItem, nextItem] = [old.length > 1 ? undefined : old[0], next.length > 1 ? undefined : next[0]];
      if (old.length > 1 && next.length > 1) {
        if (!deepEqual(old, next)) this.modified.insert(at);
        continue;
      }
      if (oldItem !== undefined || nextItem !== undefined) {
        this.#inside(element, { before: oldItem, after: nextItem, shape: list.items });
      }
      if (old.length > 1) this.removed.insert(at);
      if (next.length > 1) this.added.insert(at);
    }
  }
}

/** The paths of all parts of a value; `undefined` if it is one value. */
function partsOf(value: unknown, shape: Shape): FieldSet | undefined {
  const kind = kindOf(shape, value);
  const inner = shape[kind];
  if (inner === undefined || typeof inner === "string" || inner.isAtomic || isEmpty(value, kind)) return undefined;
  const parts = new FieldSet();
  if ("items" in inner) {
    for (const [element, items] of grouped(listOf(value), inner)) {
      // Items that cannot be told apart are one value.
      parts.insertBelow(element, items.length > 1 ? undefined : partsOf(items[0], inner.items));
    }
    return parts;
  }
  const fields = mapOf(value);
  for (const name of Object.keys(fields)) {
    if (fields[name] === undefined) continue;
    parts.insertBelow(fieldElement(name), partsOf(fields[name], fieldShape(inner, name)));
  }
  return parts;
}

function isEmptyPair({ before, after }: Pair, kind: ShapeKind): boolean {
  return isEmpty(before, kind) && isEmpty(after, kind);
}

function isEmpty(value: unknown, kind: ShapeKind): boolean {
  return kind === "list" ? listOf(value).length === 0 : Object.keys(mapOf(value)).length === 0;
}

function grouped(items: readonly unknown[], list: ListShape): ReadonlyMap<string, readonly unknown[]> {
  return Map.groupBy(items, (item) => elementOf(list, item));
}
