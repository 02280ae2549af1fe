import { getOwn } from "../../model/index.ts";
import { isRaw } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import { jsonKind } from "./json-kind.ts";

/** What a value may be, as far as merging and owning its parts depend on it. Several are possible where the schema leaves it open. */
export interface Shape {
  readonly scalar?: "string" | "numeric" | "boolean" | "untyped" | undefined;
  readonly list?: ListShape | undefined;
  readonly map?: MapShape | undefined;
}

/** A list: one value as a whole, or items that are told apart by their keys or, without keys, by themselves. */
export interface ListShape {
  readonly isAtomic: boolean;
  readonly keys: readonly string[];
  readonly items: Shape;
  /** The value of a key that an item does not set. */
  keyDefault(key: string): unknown;
}

/** An object: one value as a whole, or fields with owners of their own. */
export interface MapShape {
  readonly isAtomic: boolean;
  /** Nothing is known of the fields, not even whether they are one value. */
  readonly isFree: boolean;
  /** What other fields than the named ones may be; `undefined` if there may be none. */
  readonly values: Shape | undefined;
  named(field: string): Shape | undefined;
}

/** One of the things that a value can be. */
export type ShapeKind = "map" | "scalar" | "list";

/** Which of its shapes a value has; `undefined` if the value does not tell. */
export function deducedKind(shape: Shape, value: unknown): ShapeKind | undefined {
  if (value === undefined || value === null) return undefined;
  const kind = jsonKind(value) as ShapeKind;
  return shape[kind] === undefined ? undefined : kind;
}

/** The shape by which a value is treated: its own, or the first that is allowed. */
export function kindOf(shape: Shape, value: unknown): ShapeKind {
  const kind = deducedKind(shape, value);
  if (kind !== undefined) return kind;
  if (shape.map !== undefined) return "map";
  return shape.scalar === undefined ? "list" : "scalar";
}

/** What a field of an object may be; anything if the schema does not know it. */
export function fieldShape(map: MapShape, field: string): Shape {
  return map.named(field) ?? map.values ?? deduced;
}

class AnyMap implements MapShape {
  readonly isAtomic: boolean;

  constructor(isAtomic: boolean) {
    this.isAtomic = isAtomic;
  }

  get isFree(): boolean {
    return !this.isAtomic;
  }

  get values(): Shape {
    return this.isAtomic ? untyped : deduced;
  }

  named(): undefined {
    return undefined;
  }
}

class AnyList implements ListShape {
  readonly isAtomic = true;
  readonly keys: readonly string[] = [];

  get items(): Shape {
    return untyped;
  }

  keyDefault(): undefined {
    return undefined;
  }
}

/** Any value, as a whole. */
const untyped: Readonly<Shape> = { scalar: "untyped", list: new AnyList(), map: new AnyMap(true) };

/** Any value; objects in it have fields with owners of their own. */
const deduced: Readonly<Shape> = { scalar: "untyped", list: new AnyList(), map: new AnyMap(false) };

/** Gives the shape of each schema, always the same one. */
export class Shapes {
  readonly #closed = new WeakMap<Schema, Shape>();
  readonly #open = new WeakMap<Schema, Shape>();

  /** `isOpen`: a schema around it keeps unknown fields, which holds for all that is in it. */
  of(schema: Schema, isOpen = false): Shape {
    const opens = schema.preservesUnknown === true || (isOpen && schema.name === undefined);
    const known = opens ? this.#open : this.#closed;
    const made = known.get(schema);
    if (made !== undefined) return made;
    const shape = this.#made(schema, opens);
    known.set(schema, shape);
    return shape;
  }

  #made(schema: Schema, isOpen: boolean): Shape {
    if (isRaw(schema)) return untyped;
    if (schema.format === "quantity") return { scalar: "untyped" };
    switch (schema.type) {
      case undefined:
        return { scalar: "untyped", list: this.#list(schema, isOpen), map: this.#map(schema, isOpen) };
      case "object":
        return { map: this.#map(schema, isOpen) };
      case "array":
        return { list: this.#list(schema, isOpen) };
      case "string":
        return { scalar: plainFormats.has(schema.format) ? "string" : "untyped" };
      case "boolean":
        return { scalar: "boolean" };
      default:
        return { scalar: "numeric" };
    }
  }

  #list(schema: Schema, isOpen: boolean): ListShape {
    const { items } = schema;
    return new SchemaList(schema, () => (items === undefined ? untyped : this.of(items, isOpen)));
  }

  #map(schema: Schema, isOpen: boolean): MapShape {
    return new SchemaMap(schema, isOpen, (part) => this.of(part, isOpen));
  }
}

/** The shapes of parts are found when they are asked for: a schema may contain itself. */
class SchemaList implements ListShape {
  readonly isAtomic: boolean;
  readonly keys: readonly string[];
  readonly #schema: Schema;
  readonly #items: () => Shape;

  constructor(schema: Schema, items: () => Shape) {
    const { isAtomic, keys } = listRelation(schema);
    this.isAtomic = isAtomic;
    this.keys = keys;
    this.#schema = schema;
    this.#items = items;
  }

  get items(): Shape {
    return this.#items();
  }

  keyDefault(key: string): unknown {
    const field = getOwn(this.#schema.items?.properties ?? {}, key) as Schema | undefined;
    return field?.default ?? (field?.hasZeroDefault === true ? zeros[field.type ?? "object"] : undefined);
  }
}

class SchemaMap implements MapShape {
  readonly isAtomic: boolean;
  readonly isFree: boolean;
  readonly #schema: Schema;
  readonly #isOpen: boolean;
  readonly #shapeOf: (schema: Schema) => Shape;
  /** Those that were asked for, of the names that the schema has. */
  readonly #named = new Map<string, Shape>();

  constructor(schema: Schema, isOpen: boolean, shapeOf: (schema: Schema) => Shape) {
    this.isAtomic = schema.isAtomic === true;
    this.isFree = schema.values === undefined && Object.keys(schema.properties ?? {}).length === 0;
    this.#schema = schema;
    this.#isOpen = isOpen;
    this.#shapeOf = shapeOf;
  }

  get values(): Shape | undefined {
    const { values } = this.#schema;
    if (values !== undefined) return this.#shapeOf(values);
    return this.#isOpen || this.isFree ? deduced : undefined;
  }

  named(field: string): Shape | undefined {
    const known = this.#named.get(field);
    if (known !== undefined) return known;
    const property = getOwn(this.#schema.properties ?? {}, field) as Schema | undefined;
    if (property === undefined) return undefined;
    const shape = this.#shapeOf(property);
    this.#named.set(field, shape);
    return shape;
  }
}

const plainFormats: ReadonlySet<string | undefined> = new Set([undefined, "", "byte"]);

const zeros: Readonly<Record<string, unknown>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  object: Object.freeze({}),
};

/** A list says itself how its items relate, or how a strategic merge patch treats it. */
function listRelation({ listType, listKeys, patch }: Schema): Pick<ListShape, "isAtomic" | "keys"> {
  if (listType !== undefined)
    return { isAtomic: listType === "atomic", keys: listType === "map" ? (listKeys ?? []) : [] };
  if (patch?.strategies.includes("merge") !== true) return { isAtomic: true, keys: [] };
  return { isAtomic: false, keys: patch.mergeKey === undefined ? [] : [patch.mergeKey] };
}
