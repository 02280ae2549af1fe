import type { Clock, Random } from "setpoint/async";
import { getOwn } from "setpoint/model";
import { badRequest, ServiceError } from "./service-error.ts";

/** What every item of the network service has. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** To the second, as Neutron has it. */
  readonly created_at: string;
  readonly updated_at: string;
  /** Rises with every write, also with one that changes nothing. */
  readonly revision_number: number;
}

/** The part of an item that its table gives it. */
type Stamped = "id" | "created_at" | "updated_at" | "revision_number";

/** What a table must be told. */
export interface ItemTableOptions {
  /** What its items are called in errors: `Network`. */
  readonly title: string;
  readonly firstRevision: number;
  /** The attributes that a list may be filtered by. */
  readonly filters: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
}

/** Items by id, in the order in which they were made. Names are not unique. */
export class ItemTable<T extends Item> {
  readonly #items = new Map<string, T>();
  readonly #options: ItemTableOptions;

  constructor(options: ItemTableOptions) {
    this.#options = options;
  }

  /** Keeps a new item. */
  insert(fields: Omit<T, Stamped>): T {
    const { clock, random, firstRevision } = this.#options;
    const now = secondOf(clock);
    const stamps = { id: random.uuid(), created_at: now, updated_at: now, revision_number: firstRevision };
    // The two halves are what `T` is made of, which the compiler can't see for a type that is still open.
    const item = { ...fields, ...stamps } as unknown as T;
    this.#items.set(item.id, item);
    return item;
  }

  /** Writes fields of an item. */
  change(id: string, fields: Partial<Omit<T, Stamped>>): T {
    const old = this.get(id);
    const stamps = { updated_at: secondOf(this.#options.clock), revision_number: old.revision_number + 1 };
    const item = { ...old, ...fields, ...stamps };
    this.#items.set(id, item);
    return item;
  }

  /** The item, or the refusal that says that there is none. */
  get(id: string): T {
    const item = this.#items.get(id);
    if (item !== undefined) return item;
    const { title } = this.#options;
    throw new ServiceError(404, `${title}NotFound`, `${title} ${id} could not be found.`);
  }

  /** Takes the item out. */
  remove(id: string): T {
    const item = this.get(id);
    this.#items.delete(id);
    return item;
  }

  /** The items that have one of the given values in every attribute that is filtered by. */
  list(query: URLSearchParams = new URLSearchParams()): readonly T[] {
    const names = [...new Set(query.keys())];
    const unknown = names.find((name) => !this.#options.filters.includes(name));
    if (unknown !== undefined) throw badRequest(`['${unknown}'] is invalid attribute for filtering`);
    const fits = (item: T): boolean => names.every((name) => query.getAll(name).includes(String(getOwn(item, name))));
    return [...this.#items.values()].filter(fits);
  }
}

function secondOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/\.\d+/, "");
}
