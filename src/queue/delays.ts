import { capacityAtLeast, grownFloat64, grownInt32 } from "./typed-arrays.ts";

const outside = -1;

/**
 * The slots that wait for a moment: one binary heap for all of them, ordered by due time and, for the same moment, by the order in
 * which they were scheduled. A slot is in it once; scheduling it again moves it.
 */
export class Delays {
  /** Slots in heap order; `#due` and `#order` run beside it, so that a comparison touches neighbours only. */
  #heap: Int32Array<ArrayBuffer> = new Int32Array(0);
  #due: Float64Array<ArrayBuffer> = new Float64Array(0);
  #order: Int32Array<ArrayBuffer> = new Int32Array(0);
  /** Where a slot stands in the heap. */
  #position: Int32Array<ArrayBuffer> = new Int32Array(0);
  #size = 0;
  #scheduled = 0;

  get size(): number {
    return this.#size;
  }

  /** When the earliest slot is due; `Infinity` when none waits. */
  get earliestDue(): number {
    return this.#size === 0 ? Infinity : this.#due[0]!;
  }

  dueOf(slot: number): number {
    return this.#due[this.#position[slot]!]!;
  }

  schedule(slot: number, due: number): void {
    this.#makeRoom(slot);
    if (this.#position[slot] !== outside) this.cancel(slot);
    this.#scheduled = (this.#scheduled + 1) | 0;
    this.#siftUp(this.#size++, slot, due, this.#scheduled);
  }

  /** Takes the earliest slot out if it is due at `now`; -1 otherwise. */
  popDue(now: number): number {
    if (this.#size === 0 || this.#due[0]! > now) return outside;
    const slot = this.#heap[0]!;
    this.cancel(slot);
    return slot;
  }

  cancel(slot: number): void {
    const hole = this.#position[slot]!;
    this.#position[slot] = outside;
    const last = --this.#size;
    if (hole === last) return;
    const moved = this.#heap[last]!;
    const due = this.#due[last]!;
    const order = this.#order[last]!;
    if (this.#siftDown(hole, moved, due, order) === hole) this.#siftUp(hole, moved, due, order);
  }

  /** Every slot in no particular order, then none. */
  *clear(): Generator<number, void, void> {
    while (this.#size > 0) {
      const slot = this.#heap[--this.#size]!;
      this.#position[slot] = outside;
      yield slot;
    }
  }

  #siftUp(from: number, slot: number, due: number, order: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(due, order, parent)) break;
      this.#place(index, this.#heap[parent]!, this.#due[parent]!, this.#order[parent]!);
      index = parent;
    }
    this.#place(index, slot, due, order);
  }

  #siftDown(from: number, slot: number, due: number, order: number): number {
    let index = from;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (right < this.#size && this.#isBefore(this.#due[right]!, this.#order[right]!, child)) child = right;
      if (this.#isBefore(due, order, child)) break;
      this.#place(index, this.#heap[child]!, this.#due[child]!, this.#order[child]!);
      index = child;
    }
    this.#place(index, slot, due, order);
    return index;
  }

  /** The order counter wraps: what matters is the signed distance. */
  #isBefore(due: number, order: number, index: number): boolean {
    const other = this.#due[index]!;
    return due < other || (due === other && ((order - this.#order[index]!) | 0) < 0);
  }

  #place(index: number, slot: number, due: number, order: number): void {
    this.#heap[index] = slot;
    this.#due[index] = due;
    this.#order[index] = order;
    this.#position[slot] = index;
  }

  #makeRoom(slot: number): void {
    if (slot >= this.#position.length) {
      const before = this.#position.length;
      this.#position = grownInt32(this.#position, capacityAtLeast(slot + 1)).fill(outside, before);
    }
    if (this.#size === this.#heap.length) {
      const capacity = capacityAtLeast(this.#size + 1);
      this.#heap = grownInt32(this.#heap, capacity);
      this.#order = grownInt32(this.#order, capacity);
      this.#due = grownFloat64(this.#due, capacity);
    }
  }
}
