import { capacityAtLeast, grownInt32 } from "./typed-arrays.ts";

const empty = -1;

const maxRepeated = 4096;

/** The last characters tell most keys apart. Where they do not, runs of buckets grow beyond any that chance makes. */
const tailLength = 12;
const longestRun = 64;

/**
 * Gives each key that the queue knows a small whole number, its *slot*, and finds it again by value.
 *
 * An open-addressing table over typed arrays: a million keys cost no object each, a key is hashed once, when it is looked up, and removing
 * one leaves the buckets alone. Only the end of a key is hashed until that proves too little, then all of it; the hash is seeded, so that
 * names that collide in one queue do not in the next.
 */
export class KeyTable {
  readonly #seed: number;
  #hashedLength = tailLength;
  /**
   * Slots by hash, with linear probing; at least a quarter of them are empty. A bucket whose key was removed still names its slot until
   * the next rebuild, also if another key has that slot by then: what is found in a bucket is always compared.
   */
  #buckets: Int32Array<ArrayBuffer>;
  #notEmpty = 0;
  /** By slot: the hash of its key, never negative; in a slot that was freed, below zero, which slot was freed before it. */
  #hashes: Int32Array<ArrayBuffer>;
  readonly #keys: (string | undefined)[] = [];
  /** The slot that was freed last: freed ones are used again before new ones. */
  #freed: number = empty;
  #used = 0;
  #size = 0;
  /** Slots of keys that were added more than once, by key: for strings that come again and again the platform's own map is quicker. */
  readonly #repeated = new Map<unknown, number>();

  constructor(seed: number) {
    this.#seed = seed | 0;
    const capacity = capacityAtLeast(0);
    this.#hashes = new Int32Array(capacity);
    this.#buckets = new Int32Array(capacity * 2).fill(empty);
  }

  get size(): number {
    return this.#size;
  }

  /** Every slot is below this. */
  get capacity(): number {
    return this.#hashes.length;
  }

  /** The slot of a key that was added more than once of late. Not to find it here means nothing. */
  repeated(key: unknown): number | undefined {
    return this.#repeated.size > 0 ? this.#repeated.get(key) : undefined;
  }

  /** The slot of `key`, a new one if it had none. */
  findOrInsert(key: string): number {
    return this.repeated(key) ?? this.#findOrInsertByHash(key);
  }

  key(slot: number): string {
    return this.#keys[slot]!;
  }

  remove(slot: number): void {
    if (this.#repeated.size > 0) this.#repeated.delete(this.key(slot));
    this.#keys[slot] = undefined;
    this.#free(slot);
    this.#size--;
  }

  #findOrInsertByHash(key: string): number {
    const hash = this.#hash(key);
    const bucket = this.#probe(key, hash);
    const slot = this.#buckets[bucket]!;
    if (slot === empty || this.#hashes[slot]! < 0) return this.#insert(key, hash, bucket);
    this.#remember(key, slot);
    return slot;
  }

  #insert(key: string, hash: number, foundBucket: number): number {
    let bucket = foundBucket;
    const isFull = this.#size === this.#hashes.length || this.#notEmpty * 4 >= this.#buckets.length * 3;
    const isLongRun = ((bucket - hash) & (this.#buckets.length - 1)) > longestRun;
    if (isFull || (isLongRun && this.#notEmpty > 2 * this.#size)) {
      this.#rebuild();
      bucket = this.#probe(key, hash);
    } else if (isLongRun && this.#hashedLength === tailLength) {
      this.#hashWholeKeys();
      return this.#findOrInsertByHash(key);
    }
    const slot = this.#newSlot();
    if (this.#buckets[bucket] === empty) this.#notEmpty++;
    this.#buckets[bucket] = slot;
    this.#hashes[slot] = hash;
    this.#keys[slot] = key;
    return slot;
  }

  #newSlot(): number {
    this.#size++;
    const slot = this.#freed;
    if (slot === empty) return this.#used++;
    this.#freed = -2 - this.#hashes[slot]!;
    return slot;
  }

  #free(slot: number): void {
    this.#hashes[slot] = -2 - this.#freed;
    this.#freed = slot;
  }

  #remember(key: string, slot: number): void {
    if (this.#repeated.size === maxRepeated) this.#repeated.clear();
    this.#repeated.set(key, slot);
  }

  /** The bucket that holds `key`, or the first one that may: empty, or naming a slot that is free. */
  #probe(key: string, hash: number): number {
    const buckets = this.#buckets;
    const mask = buckets.length - 1;
    let free = empty;
    for (let bucket = hash & mask; ; bucket = (bucket + 1) & mask) {
      const slot = buckets[bucket]!;
      if (slot === empty) return free === empty ? bucket : free;
      const other = this.#hashes[slot]!;
      if (other === hash && this.#keys[slot] === key) return bucket;
      if (other < 0 && free === empty) free = bucket;
    }
  }

  /** Starts the buckets afresh, more of them if every slot is in use. Costs no more than the inserts since the last time. */
  #rebuild(): void {
    if (this.#size === this.#hashes.length) {
      const capacity = capacityAtLeast(this.#size + 1);
      this.#hashes = grownInt32(this.#hashes, capacity);
      this.#buckets = new Int32Array(capacity * 2);
      // Left to itself an array takes half as much again as it needs.
      this.#keys.length = capacity;
    }
    this.#buckets.fill(empty);
    this.#notEmpty = this.#size;
    // Free slots above the last one in use are forgotten, so that a burst long ago does not make every rebuild long.
    while (this.#used > 0 && this.#keys[this.#used - 1] === undefined) this.#used--;
    this.#freed = empty;
    for (let slot = this.#used - 1; slot >= 0; slot--) {
      if (this.#keys[slot] === undefined) this.#free(slot);
      else this.#place(slot);
    }
  }

  #place(slot: number): void {
    const mask = this.#buckets.length - 1;
    let bucket = this.#hashes[slot]! & mask;
    while (this.#buckets[bucket] !== empty) bucket = (bucket + 1) & mask;
    this.#buckets[bucket] = slot;
  }

  #hashWholeKeys(): void {
    this.#hashedLength = Infinity;
    for (let slot = 0; slot < this.#used; slot++) {
      const key = this.#keys[slot];
      if (key !== undefined) this.#hashes[slot] = this.#hash(key);
    }
    this.#rebuild();
  }

  #hash(key: string): number {
    let hash = this.#seed ^ key.length;
    for (let i = Math.max(0, key.length - this.#hashedLength); i < key.length; i++) {
      hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) & 0x7fffffff;
  }
}
