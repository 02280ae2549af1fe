const firstRoom = 8;

/** A first-in first-out buffer that grows as needed. Both operations are O(1), amortised; what was taken out is not held. */
export class Ring<T> {
  /** Its length is always a power of two, so that a mask wraps an index. */
  #slots: (T | undefined)[] = new Array<T | undefined>(firstRoom).fill(undefined);
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: T): void {
    if (this.#size === this.#slots.length) this.#grow();
    this.#slots[(this.#head + this.#size) & (this.#slots.length - 1)] = value;
    this.#size += 1;
  }

  /** Takes the oldest value out. A ring of values that may be `undefined` is asked for its `size` first. */
  shift(): T | undefined {
    if (this.#size === 0) return undefined;
    const value = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.#size -= 1;
    return value;
  }

  #grow(): void {
    const slots = new Array<T | undefined>(this.#slots.length * 2).fill(undefined);
    for (let index = 0; index < this.#size; index += 1) {
      slots[index] = this.#slots[(this.#head + index) & (this.#slots.length - 1)];
    }
    this.#slots = slots;
    this.#head = 0;
  }
}
