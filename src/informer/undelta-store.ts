import type { KubeObject, ObjectKey } from "../model/index.ts";
import { formatKey } from "../model/index.ts";
import { identityOf } from "./identity.ts";

/** Gets the whole state of a store. */
export type StatePusher<T extends KubeObject> = (objects: readonly T[]) => void;

/** A store that pushes its whole state on each change, after it, and never on a read. For consumers that want states and not changes. */
export class UndeltaStore<T extends KubeObject> {
  readonly #objects = new Map<string, T>();
  readonly #push: StatePusher<T>;

  constructor(push: StatePusher<T>) {
    this.#push = push;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: ObjectKey | string): T | undefined {
    return this.#objects.get(typeof key === "string" ? key : formatKey(key));
  }

  keys(): readonly string[] {
    return [...this.#objects.keys()];
  }

  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  add(object: T): void {
    this.#objects.set(identityOf(object).key, object);
    this.#push(this.list());
  }

  update(object: T): void {
    this.add(object);
  }

  delete(object: T): void {
    this.#objects.delete(identityOf(object).key);
    this.#push(this.list());
  }

  /** Makes `objects` all that there is, and pushes once. */
  replace(objects: readonly T[]): void {
    this.#objects.clear();
    for (const object of objects) this.#objects.set(identityOf(object).key, object);
    this.#push(this.list());
  }
}
