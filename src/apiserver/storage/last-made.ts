import type { Make, Tell } from "./tell.ts";

/** Tells many the same: what they have in common is made once, and kept no longer than they are told. */
export class LastMade<T> {
  #make: Make<T, unknown> | undefined;
  #value: T | undefined;
  #made: unknown;

  tell(tell: Tell<T>, value: T): Promise<void> | undefined {
    const { parts } = tell;
    if (parts === undefined) return tell(value);
    const { make, own } = parts;
    if (this.#make !== make || this.#value !== value) {
      this.#made = make(value);
      this.#make = make;
      this.#value = value;
    }
    return this.#made === undefined ? undefined : own(this.#made);
  }
}
