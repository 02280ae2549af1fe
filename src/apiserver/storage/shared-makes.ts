import { partsOf, tellEach } from "./tell.ts";
import type { AnyMake, Make, Tell } from "./tell.ts";

/** What is to be told to one of many: those of whom `make` is the same are told the same. */
export interface SharedTell<T> {
  readonly make: Make<T, unknown>;
  readonly own: Tell<unknown>;
}

/** Finds out what many are told in common. */
export class SharedMakes<T> {
  /** By the two that it consists of: what is made of the same is the same. */
  readonly #pairs = new WeakMap<AnyMake, WeakMap<AnyMake, AnyMake>>();
  readonly #asItIs: Make<T, unknown> = (value) => [value];

  /** The two parts of a `Tell`, the first of which it has in common with others. */
  shared(tell: Tell<T>): SharedTell<T> {
    const { makes, own } = partsOf(tell);
    const make = makes.reduce((first, next) => this.#pair(first, next), this.#asItIs as AnyMake);
    // What each takes is what the one before gives, and nobody else is to know it.
    return { make: make as Make<T, unknown>, own: own as Tell<unknown> };
  }

  #pair(first: AnyMake, next: AnyMake): AnyMake {
    const known = this.#pairs.get(first) ?? new WeakMap<AnyMake, AnyMake>();
    this.#pairs.set(first, known);
    const pair = known.get(next) ?? ((value: never) => first(value).flatMap((made) => next(made as never)));
    known.set(next, pair);
    return pair;
  }
}

/** Tells many: what they have in common is made once, and kept no longer than they are told. */
export class Telling<T> {
  #make: Make<T, unknown> | undefined;
  #value: T | undefined;
  #made: readonly unknown[] = [];

  tell({ make, own }: SharedTell<T>, value: T): Promise<void> | undefined {
    if (this.#make !== make || this.#value !== value) {
      this.#made = make(value);
      this.#make = make;
      this.#value = value;
    }
    return tellEach(this.#made, own);
  }
}
