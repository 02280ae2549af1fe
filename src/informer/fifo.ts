import type { KubeObject } from "../model/index.ts";
import { identityOf } from "./identity.ts";
import { KeyQueue } from "./key-queue.ts";

/** Takes care of the last state of one object. */
export type FifoProcessor<T extends KubeObject> = (key: string, object: T) => void;

/**
 * A queue of objects that keeps only the last state of each, in the order in which they first came. Deleting an object takes it out: a
 * consumer hears neither of it nor of its end. For that, see `DeltaFifo`.
 */
export class Fifo<T extends KubeObject> {
  /** What was deleted leaves its place empty, and whoever pops passes it. So the count of the first state stays right. */
  readonly #queue = new KeyQueue<T | undefined>();
  #size = 0;

  /** How many objects wait. */
  get size(): number {
    return this.#size;
  }

  /** Whether everything in the first `replace` was processed; at once if that was empty or a change came first. Never becomes false again. */
  get hasSynced(): boolean {
    return this.#queue.hasSynced;
  }

  get(key: string): T | undefined {
    return this.#queue.get(key);
  }

  keys(): readonly string[] {
    return [...this.#queue.entries()].flatMap(([key, object]) => (object === undefined ? [] : [key]));
  }

  list(): readonly T[] {
    return [...this.#queue.entries()].flatMap(([, object]) => object ?? []);
  }

  add(object: T): void {
    this.#queue.changed();
    this.#put(object);
  }

  update(object: T): void {
    this.add(object);
  }

  delete(object: T): void {
    this.#queue.changed();
    this.#empty(identityOf(object).key);
  }

  /** Makes `objects` all that waits. */
  replace(objects: readonly T[]): void {
    const listed = new Set(objects.map((object) => identityOf(object).key));
    for (const key of this.keys()) if (!listed.has(key)) this.#empty(key);
    for (const object of objects) this.#put(object);
    this.#queue.populated();
  }

  /**
   * Waits for an object and has it processed, before anything else is put in. Resolves to `false` when the queue was closed and is empty.
   * Rejects with the reason of the signal, and then nothing was taken.
   */
  async pop(process: FifoProcessor<T>, signal?: AbortSignal): Promise<boolean> {
    for (;;) {
      let isEmptyPlace = false;
      const isOpen = await this.#queue.pop((key, object) => {
        isEmptyPlace = object === undefined;
        if (object === undefined) return;
        this.#size -= 1;
        process(key, object);
      }, signal);
      if (!isOpen || !isEmptyPlace) return isOpen;
    }
  }

  /** Ends the queue once what is in it was popped. */
  close(): void {
    this.#queue.close();
  }

  #put(object: T): void {
    const { key } = identityOf(object);
    if (this.#queue.get(key) === undefined) this.#size += 1;
    this.#queue.set(key, object);
  }

  #empty(key: string): void {
    if (this.#queue.get(key) === undefined) return;
    this.#size -= 1;
    this.#queue.set(key, undefined);
  }
}
