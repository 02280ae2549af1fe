import { capacityAtLeast, grownInt32 } from "./typed-arrays.ts";

const absent = -1;
const maxRepeated = 4096;

/**
 * Gives each key that the queue knows a small whole number, its *slot*, and finds it again by value.
 *
 * An open-addressing table over typed arrays: a million keys cost no object each, and a key is hashed once, when it is looked up.
 * The hash is seeded, so that nobody who chooses names can choose collisions.
 */
export class KeyTable {
  readonly #seed: number;
  /** Slots by hash, linear probing, never more than half full. */
  #buckets: Int32Array<ArrayBuffer>;
  /** By slot: the hash of its key or, in a slot that was freed, the slot that was freed before it. */
  #hashes: Int32Array<ArrayBuffer>;
  readonly #keys: (string | undefined)[] = [];
  /** The slot that was freed last: freed ones are used again before new ones. */
  #freed: number = absent;
  #used = 0;
  #size = 0;
  /**
   * Slots of keys that were added more than once, by key: the platform's own map is quicker for a few strings that come again and
   * again. An entry may be out of date; what it finds is compared.
   */
  readonly #repeated = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed | 0;
    const capacity = capacityAtLeast(0);
    this.#hashes = new Int32Array(capacity);
    this.#buckets = new Int32Array(capacity * 2).fill(absent);
  }

  get size(): number {
    return this.#size;
  }

  /** Every slot is below this. */
  get capacity(): number {
    return this.#hashes.length;
  }

  /** The slot of `key`, a new one if it had none. */
  findOrInsert(key: string): number {
    if (this.#repeated.size > 0) {
      const guess = this.#repeated.get(key);
      if (guess !== undefined && this.#keys[guess] === key) return guess;
    }
    const hash = this.#hash(key);
    let bucket = this.#probe(key, hash);
    let slot = this.#buckets[bucket]!;
    if (slot === absent) {
      if (this.#size === this.#hashes.length) {
        this.#grow();
        bucket = this.#probe(key, hash);
      }
      slot = this.#newSlot();
      this.#buckets[bucket] = slot;
      this.#hashes[slot] = hash;
      this.#keys[slot] = key;
    } else this.#remember(key, slot);
    return slot;
  }

  key(slot: number): string {
    return this.#keys[slot]!;
  }

  remove(slot: number): void {
    this.#unlink(slot);
    this.#keys[slot] = undefined;
    this.#hashes[slot] = this.#freed;
    this.#freed = slot;
    this.#size--;
  }

  #newSlot(): number {
    this.#size++;
    const slot = this.#freed;
    if (slot === absent) return this.#used++;
    this.#freed = this.#hashes[slot]!;
    return slot;
  }

  #remember(key: string, slot: number): void {
    if (this.#repeated.size === maxRepeated) this.#repeated.clear();
    this.#repeated.set(key, slot);
  }

  /** The bucket that holds `key`, or the empty one where it belongs. */
  #probe(key: string, hash: number): number {
    const buckets = this.#buckets;
    const mask = buckets.length - 1;
    let bucket = hash & mask;
    for (;;) {
      const slot = buckets[bucket]!;
      if (slot === absent) return bucket;
      if (this.#hashes[slot] === hash && this.#keys[slot] === key) return bucket;
      bucket = (bucket + 1) & mask;
    }
  }

  /** Empties the slot's bucket and moves later entries of the run forward, so that probing needs no tombstones. */
  #unlink(slot: number): void {
    const buckets = this.#buckets;
    const mask = buckets.length - 1;
    let hole = this.#hashes[slot]! & mask;
    while (buckets[hole] !== slot) hole = (hole + 1) & mask;
    for (let bucket = (hole + 1) & mask; buckets[bucket] !== absent; bucket = (bucket + 1) & mask) {
      const home = this.#hashes[buckets[bucket]!]! & mask;
      if (((bucket - home) & mask) >= ((bucket - hole) & mask)) {
        buckets[hole] = buckets[bucket]!;
        hole = bucket;
      }
    }
    buckets[hole] = absent;
  }

  #grow(): void {
    const before = this.#hashes.length;
    this.#hashes = grownInt32(this.#hashes, capacityAtLeast(before + 1));
    // Left to itself an array takes half as much again as it needs.
    this.#keys.length = this.#hashes.length;
    const buckets = new Int32Array(this.#hashes.length * 2).fill(absent);
    const mask = buckets.length - 1;
    // Growing happens only when no slot is free: all below `before` are in use.
    for (let slot = 0; slot < before; slot++) {
      let bucket = this.#hashes[slot]! & mask;
      while (buckets[bucket] !== absent) bucket = (bucket + 1) & mask;
      buckets[bucket] = slot;
    }
    this.#buckets = buckets;
  }

  #hash(key: string): number {
    let hash = this.#seed;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return hash ^ (hash >>> 13);
  }
}
