import { capacityAtLeast, grownFloat64, grownInt32 } from "./typed-arrays.ts";

const none = -1;

/** The waiting slots in the order in which they came, with their times of arrival and where they wait: who has waited longest? */
export class Ages<Place> {
  #younger: Int32Array<ArrayBuffer> = new Int32Array(0);
  #older: Int32Array<ArrayBuffer> = new Int32Array(0);
  #since: Float64Array<ArrayBuffer> = new Float64Array(0);
  readonly #places: (Place | undefined)[] = [];
  #oldest: number = none;
  #youngest: number = none;

  /** -1 when there is none. */
  get oldest(): number {
    return this.#oldest;
  }

  /** When the oldest slot came. */
  get oldestSince(): number {
    return this.#since[this.#oldest]!;
  }

  /** Where the oldest slot waits. */
  get oldestPlace(): Place {
    return this.#places[this.#oldest]!;
  }

  append(slot: number, since: number, place: Place): void {
    if (slot >= this.#since.length) this.#grow(slot);
    this.#since[slot] = since;
    this.#places[slot] = place;
    this.#older[slot] = this.#youngest;
    this.#younger[slot] = none;
    if (this.#youngest === none) this.#oldest = slot;
    else this.#younger[this.#youngest] = slot;
    this.#youngest = slot;
  }

  remove(slot: number): void {
    this.#places[slot] = undefined;
    const older = this.#older[slot]!;
    const younger = this.#younger[slot]!;
    if (older === none) this.#oldest = younger;
    else this.#younger[older] = younger;
    if (younger === none) this.#youngest = older;
    else this.#older[younger] = older;
  }

  #grow(slot: number): void {
    const capacity = capacityAtLeast(slot + 1);
    this.#since = grownFloat64(this.#since, capacity);
    this.#younger = grownInt32(this.#younger, capacity);
    this.#older = grownInt32(this.#older, capacity);
  }
}
