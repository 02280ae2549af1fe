import { capacityAtLeast, grownFloat64, grownInt32 } from "./typed-arrays.ts";

const outside = -1;

/**
 * The slots that wait for a moment: one binary heap for all of them, ordered by due time and, for the same moment, by the order in
 * which they were scheduled. A slot is in it once; scheduling it again moves it.
 */
export class Delays {
  #heap: Int32Array<ArrayBuffer> = new Int32Array(0);
  #size = 0;
  /** By slot: when it is due, the how-manieth it was scheduled, and where it stands in the heap. */
  #due: Float64Array<ArrayBuffer> = new Float64Array(0);
  #order: Int32Array<ArrayBuffer> = new Int32Array(0);
  #position: Int32Array<ArrayBuffer> = new Int32Array(0);
  #scheduled = 0;

  get size(): number {
    return this.#size;
  }

  /** When the earliest slot is due; `Infinity` when none waits. */
  get earliestDue(): number {
    return this.#size === 0 ? Infinity : this.#due[this.#heap[0]!]!;
  }

  dueOf(slot: number): number {
    return this.#due[slot]!;
  }

  schedule(slot: number, due: number): void {
    this.#makeRoom(slot);
    if (this.#position[slot] !== outside) this.cancel(slot);
    this.#scheduled = (this.#scheduled + 1) | 0;
    this.#order[slot] = this.#scheduled;
    this.#due[slot] = due;
    this.#siftUp(this.#size++, slot);
  }

  /** Takes the earliest slot out if it is due at `now`; -1 otherwise. */
  popDue(now: number): number {
    if (this.earliestDue > now) return outside;
    const slot = this.#heap[0]!;
    this.cancel(slot);
    return slot;
  }

  cancel(slot: number): void {
    const hole = this.#position[slot]!;
    this.#position[slot] = outside;
    const moved = this.#heap[--this.#size]!;
    if (hole === this.#size) return;
    if (this.#siftDown(hole, moved) === hole) this.#siftUp(hole, moved);
  }

  /** Every slot in no particular order; then there is none. */
  *clear(): Generator<number, void, void> {
    while (this.#size > 0) {
      const slot = this.#heap[--this.#size]!;
      this.#position[slot] = outside;
      yield slot;
    }
  }

  #siftUp(from: number, slot: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(slot, this.#heap[parent]!)) break;
      this.#place(index, this.#heap[parent]!);
      index = parent;
    }
    this.#place(index, slot);
  }

  #siftDown(from: number, slot: number): number {
    let index = from;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#isBefore(this.#heap[child + 1]!, this.#heap[child]!)) child++;
      if (this.#isBefore(slot, this.#heap[child]!)) break;
      this.#place(index, this.#heap[child]!);
      index = child;
    }
    this.#place(index, slot);
    return index;
  }

  /** The order counter wraps: what matters is the signed distance. */
  #isBefore(slot: number, other: number): boolean {
    const distance = this.#due[slot]! - this.#due[other]!;
    return distance < 0 || (distance === 0 && ((this.#order[slot]! - this.#order[other]!) | 0) < 0);
  }

  #place(index: number, slot: number): void {
    this.#heap[index] = slot;
    this.#position[slot] = index;
  }

  #makeRoom(slot: number): void {
    if (this.#size === this.#heap.length) this.#heap = grownInt32(this.#heap, capacityAtLeast(this.#size + 1));
    const before = this.#position.length;
    if (slot < before) return;
    const capacity = capacityAtLeast(slot + 1);
    this.#position = grownInt32(this.#position, capacity).fill(outside, before);
    this.#order = grownInt32(this.#order, capacity);
    this.#due = grownFloat64(this.#due, capacity);
  }
}
