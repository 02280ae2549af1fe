import { partsOf } from "./tell.ts";
import type { AnyMake, Make, Outlet, Tell } from "./tell.ts";

/** What is to be told to one of many: those of whom `make` is the same are told the same. */
export interface SharedTell<T> {
  readonly make: Make<T, unknown>;
  readonly outlet: Outlet<unknown>;
}

/** Finds out what many are told in common. */
export class SharedMakes<T> {
  /** By the two that it consists of: what is made of the same is the same. */
  readonly #pairs = new WeakMap<AnyMake, WeakMap<AnyMake, AnyMake>>();
  readonly #asItIs: Make<T, unknown> = (value) => [value];

  /** The two parts of a `Tell`, the first of which it has in common with others. */
  shared(tell: Tell<T>): SharedTell<T> {
    const { makes, outlet } = partsOf(tell);
    const make = makes.reduce((first, next) => this.#pair(first, next), this.#asItIs as AnyMake);
    // What each takes is what the one before gives, and nobody else is to know it.
    return { make: make as Make<T, unknown>, outlet };
  }

  #pair(first: AnyMake, next: AnyMake): AnyMake {
    const known = this.#pairs.get(first) ?? new WeakMap<AnyMake, AnyMake>();
    this.#pairs.set(first, known);
    const pair = known.get(next) ?? ((value: never) => first(value).flatMap((made) => next(made as never)));
    known.set(next, pair);
    return pair;
  }
}

/** Makes what many are told once: it is kept until there is something else to make. */
export class LastMade<T> {
  #make: Make<T, unknown> | undefined;
  #value: T | undefined;
  #made: readonly unknown[] = [];

  of(make: Make<T, unknown>, value: T): readonly unknown[] {
    if (this.#make !== make || this.#value !== value) {
      this.#made = make(value);
      this.#make = make;
      this.#value = value;
    }
    return this.#made;
  }
}
