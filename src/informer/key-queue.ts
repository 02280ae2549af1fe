import { WaitQueue } from "../async/index.ts";

/**
 * Values by key, in the order in which the keys came, for one consumer who waits for them. A key that is there keeps its place.
 *
 * Has synced once everything that the first whole state put in was taken and processed; at once if a change came before it.
 */
export class KeyQueue<V> {
  readonly #values = new Map<string, V>();
  /** Stands behind the last key that was taken, and so is over no key that waits. */
  #cursor: MapIterator<string>;
  readonly #waiting = new WaitQueue<void>();
  #isClosed = false;
  /** The last one. Whoever was woken before it, and finds nothing, must hear of it too. */
  #interruption: { readonly reason: unknown } | undefined;
  #isPopulated = false;
  /** Keys of the first whole state that are not processed yet. They are the first ones in the queue. */
  #initialLeft = 0;

  constructor() {
    this.#cursor = this.#values.keys();
  }

  /** How many keys wait. */
  get size(): number {
    return this.#values.size;
  }

  /** Never becomes false again. */
  get hasSynced(): boolean {
    return this.#isPopulated && this.#initialLeft === 0;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  entries(): MapIterator<[string, V]> {
    return this.#values.entries();
  }

  set(key: string, value: V): void {
    this.#values.set(key, value);
    if (this.#waiting.size > 0) this.#waiting.shift()?.resolve();
  }

  /** A change was told. If that is the first thing of all, there is no first state to wait for. */
  changed(): void {
    this.#isPopulated = true;
  }

  /** A whole state was put in. The first one is what the queue waits for until it has synced. */
  populated(): void {
    if (this.#isPopulated) return;
    this.#isPopulated = true;
    this.#initialLeft = this.#values.size;
  }

  /** Takes the first key and has it processed. Says whether there was one. Throws what `process` throws, and then the key is taken all the same. */
  take(process: (key: string, value: V) => void): boolean {
    const key = this.#nextKey();
    if (key === undefined) return false;
    const value = this.#values.get(key) as V;
    this.#values.delete(key);
    try {
      process(key, value);
    } finally {
      if (this.#initialLeft > 0) this.#initialLeft -= 1;
    }
    return true;
  }

  /** Takes a key out of turn. Only for who has synced: the keys of the first whole state are counted. */
  remove(key: string): V | undefined {
    const value = this.#values.get(key);
    this.#values.delete(key);
    return value;
  }

  /** As `take`, but waits for a key. `false`: the queue was closed and is empty. Rejects with the reason of the signal, and then nothing was taken. */
  async pop(process: (key: string, value: V) => void, signal?: AbortSignal): Promise<boolean> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.take(process)) return true;
      if (this.#isClosed) return false;
      const before = this.#interruption;
      await this.#waiting.wait(undefined, signal);
      if (this.#interruption !== before) throw this.#interruption?.reason;
    }
  }

  /** Rejects whoever waits now. Nothing is taken. */
  interrupt(reason: unknown): void {
    this.#interruption = { reason };
    for (let waiter = this.#waiting.shift(); waiter !== undefined; waiter = this.#waiting.shift())
      waiter.reject(reason);
  }

  /** Ends the queue once what is in it was taken. */
  close(): void {
    this.#isClosed = true;
    for (let waiter = this.#waiting.shift(); waiter !== undefined; waiter = this.#waiting.shift()) waiter.resolve();
  }

  #nextKey(): string | undefined {
    let step = this.#cursor.next();
    if (step.done === true) {
      this.#cursor = this.#values.keys();
      step = this.#cursor.next();
    }
    return step.done === true ? undefined : step.value;
  }
}
