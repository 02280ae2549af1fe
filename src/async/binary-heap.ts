/** A priority queue: `pop` gives the smallest item by `compare`. Items that compare equal come in any order. */
export class BinaryHeap<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The smallest item, which stays. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let hole = items.length;
    items.push(item);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = items[parent] as T;
      if (this.#compare(above, item) <= 0) break;
      items[hole] = above;
      hole = parent;
    }
    items[hole] = item;
  }

  /** Takes the smallest item out. */
  pop(): T | undefined {
    const items = this.#items;
    const smallest = items[0];
    const last = items.pop();
    if (items.length > 0) this.#sink(last as T);
    return smallest;
  }

  #sink(item: T): void {
    const items = this.#items;
    const firstLeaf = items.length >> 1;
    let hole = 0;
    while (hole < firstLeaf) {
      let child = 2 * hole + 1;
      if (child + 1 < items.length && this.#compare(items[child + 1] as T, items[child] as T) < 0) child += 1;
      const below = items[child] as T;
      if (this.#compare(item, below) <= 0) break;
      items[hole] = below;
      hole = child;
    }
    items[hole] = item;
  }
}
