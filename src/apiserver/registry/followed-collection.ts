import { StoreError } from "../storage/index.ts";
import type { Change, Store, StoredObject } from "../storage/index.ts";

/** Who learns what a collection holds. */
export interface CollectionReader {
  /** Everything that there is: whatever was known before is to be forgotten. */
  readAll(objects: readonly StoredObject[]): void;
  /** One change after that. */
  follow(change: Change): void;
}

/** Keeps somebody informed of a collection, when asked to: only what has changed is read, as far as the store remembers it. */
export class FollowedCollection {
  readonly #store: Store;
  readonly #collection: string;
  readonly #reader: CollectionReader;
  /** The revision up to which changes are known; `undefined` before the first look. */
  #seen: number | undefined;

  constructor(store: Store, collection: string, reader: CollectionReader) {
    this.#store = store;
    this.#collection = collection;
    this.#reader = reader;
  }

  async catchUp(): Promise<void> {
    if (this.#seen === undefined) return this.#readAll();
    const range = { collection: this.#collection, since: this.#seen, signal: AbortSignal.abort() };
    try {
      for await (const changes of this.#store.watch(range)) {
        for (const change of changes) {
          this.#reader.follow(change);
          this.#seen = change.revision;
        }
      }
    } catch (error) {
      if (!StoreError.is(error, "SETPOINT_STORE_EXPIRED")) throw error;
      await this.#readAll();
    }
  }

  async #readAll(): Promise<void> {
    const { objects, revision } = await this.#store.scan({ collection: this.#collection });
    this.#reader.readAll(objects);
    this.#seen = revision;
  }
}
