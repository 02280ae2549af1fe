import type { Type } from "./type.ts";

/** A value of an expression: integers are bigints, doubles are numbers. A failure is a value, because `&&` and `||` can absorb one. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Timestamp
  | Duration
  | ListValue
  | MapValue
  | TypeValue
  | Optional
  | Opaque
  | Failure;

/** Why an expression has no value. */
export class Failure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** An unsigned integer. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** An instant, in nanoseconds since 1970, and the zone in which it was written. */
export class Timestamp {
  readonly nanos: bigint;
  /** In minutes east of Greenwich. */
  readonly zone: number;

  constructor(nanos: bigint, zone = 0) {
    this.nanos = nanos;
    this.zone = zone;
  }
}

/** A span of time in nanoseconds. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A type as a value. */
export class TypeValue {
  readonly type: Type;

  constructor(type: Type) {
    this.type = type;
  }
}

/** A value that may be absent. */
export class Optional {
  /** `undefined` when there is none. */
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** A value of one of Kubernetes' own types. */
export abstract class Opaque {
  abstract readonly type: Type;
  abstract equals(other: Opaque): boolean;
  /** What `string()` and `%s` make of it, if anything. */
  abstract text(): string | undefined;
}

/** How the items of a list of a custom resource are identified. */
export type ListForm = { readonly type: "set" } | { readonly type: "map"; readonly keys: readonly string[] };

/** Where the items of a list come from. */
export interface ListSource {
  readonly size: number;
  get(index: number): Value;
  /** Given for lists of custom resources. */
  readonly form?: ListForm | undefined;
  /** Whether the list is part of the object that is looked at: such a list is compared more strictly. */
  readonly isData?: boolean | undefined;
  /** Where the items are, if a longer list may put more of them behind: only the list that ends where they end may do so. */
  readonly growing?: Value[] | undefined;
}

/** A list. Its items are read when they are asked for, each once. */
export class ListValue {
  readonly size: number;
  readonly form: ListForm | undefined;
  readonly isData: boolean;
  readonly growing: Value[] | undefined;
  readonly #source: ListSource;
  readonly #items: (Value | undefined)[] = [];

  constructor(source: ListSource) {
    this.#source = source;
    this.size = source.size;
    this.form = source.form;
    this.isData = source.isData === true;
    this.growing = source.growing;
  }

  /** A list of values that are there already. Nobody may write to them. */
  static of(items: readonly Value[]): ListValue {
    return new ListValue({ size: items.length, get: (index) => items[index] ?? null });
  }

  /** The item at an index that is within the list. */
  at(index: number): Value {
    const known = this.#items[index];
    if (known !== undefined) return known;
    const item = this.#source.get(index);
    this.#items[index] = item;
    return item;
  }

  items(): readonly Value[] {
    return Array.from({ length: this.size }, (_, index) => this.at(index));
  }
}

/** Where the members of a map come from. */
export interface MapSource {
  readonly size: number;
  find(key: Value): Value | undefined;
  keys(): readonly Value[];
  readonly isData?: boolean | undefined;
  /** Members that the schema does not name: they count in comparisons only. */
  readonly hidden?: ReadonlyMap<string, unknown> | undefined;
}

/** A map, or an object with fields. */
export class MapValue {
  readonly #source: MapSource;

  constructor(source: MapSource) {
    this.#source = source;
  }

  /** A map of members that are there already; the keys must be values that can be keys. */
  static of(entries: readonly (readonly [Value, Value])[]): MapValue {
    const members = new Map(entries.map((entry) => [memberKey(entry[0]), entry]));
    const all = [...members.values()];
    return new MapValue({
      size: all.length,
      find: (key) => members.get(memberKey(key))?.[1],
      keys: () => all.map(([key]) => key),
    });
  }

  get size(): number {
    return this.#source.size;
  }

  get isData(): boolean {
    return this.#source.isData === true;
  }

  get hidden(): ReadonlyMap<string, unknown> | undefined {
    return this.#source.hidden;
  }

  find(key: Value): Value | undefined {
    return this.#source.find(key);
  }

  keys(): readonly Value[] {
    return this.#source.keys();
  }
}

/** What tells the keys of a map that was written in an expression apart: any value can be one, but lists and maps are never found again. */
function memberKey(key: Value): unknown {
  if (key instanceof Timestamp) return `t${key.nanos}`;
  if (key instanceof Duration) return `d${key.nanos}`;
  if (key instanceof TypeValue) return `y${key.type.name}`;
  return keyText(key) ?? key;
}

/** A text that is the same for keys that are equal: `1`, `1u` and `1.0` are. */
export function keyText(key: Value): string | undefined {
  if (typeof key === "string") return `s${key}`;
  if (typeof key === "boolean") return `b${key}`;
  if (typeof key === "bigint") return `n${key}`;
  if (key instanceof Uint) return `n${key.value}`;
  if (typeof key === "number" && Number.isInteger(key)) return `n${BigInt(key)}`;
  return undefined;
}
