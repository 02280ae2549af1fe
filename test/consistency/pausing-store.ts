import { nextTurn } from "../../src/async/index.ts";
import type { Random } from "../../src/async/index.ts";
import type {
  Change,
  Commit,
  Scan,
  Store,
  StoredObject,
  StoreKey,
  StoreRange,
  WatchRange,
} from "../../src/apiserver/index.ts";

/** A store that takes its time: before and after each call, and between the batches of a watch, others get some turns. */
export class PausingStore implements Store {
  readonly #store: Store;
  readonly #random: Random;

  constructor(store: Store, random: Random) {
    this.#store = store;
    this.#random = random;
  }

  get revision(): number {
    return this.#store.revision;
  }

  get(key: StoreKey): Promise<StoredObject | undefined> {
    return this.#around(() => this.#store.get(key));
  }

  scan(range: StoreRange, revision?: number): Promise<Scan> {
    return this.#around(() => this.#store.scan(range, revision));
  }

  commit(commit: Commit): Promise<StoredObject> {
    return this.#around(() => this.#store.commit(commit));
  }

  async *watch(range: WatchRange): AsyncGenerator<readonly Change[], void, void> {
    for await (const changes of this.#store.watch(range)) {
      await pause(this.#random);
      yield changes;
    }
  }

  compact(revision: number): void {
    this.#store.compact(revision);
  }

  async #around<T>(call: () => Promise<T>): Promise<T> {
    await pause(this.#random);
    const result = await call();
    await pause(this.#random);
    return result;
  }
}

/** Mostly none, sometimes a few turns of the event loop. */
export async function pause(random: Random, most = 3): Promise<void> {
  if (random.integer(2) === 0) return;
  for (let turns = random.integer(most + 1); turns > 0; turns--) await nextTurn();
}
