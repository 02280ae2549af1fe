import { ChangeLog } from "./change-log.ts";
import type { ChangeLogLimits } from "./change-log.ts";
import { defaultHistoryBytes, defaultHistorySize, firstRevision } from "./defaults.ts";
import { StoreError } from "./errors.ts";
import { ObjectTable } from "./object-table.ts";
import { beforeChanges } from "./past-state.ts";
import type { Change, Commit, Scan, Store, StoredObject, StoreKey, StoreRange, WatchRange } from "./store.ts";

/** How much a memory store remembers. */
export interface MemoryStoreOptions {
  /** The changes of one collection that are kept for watchers. */
  readonly historySize?: number | undefined;
  /** How many bytes these may hold. */
  readonly historyBytes?: number | undefined;
}

interface Collection {
  readonly objects: ObjectTable;
  readonly log: ChangeLog;
  /** The state of the past that was asked for last: who reads in pages asks for the same one again and again. */
  past?: Scan | undefined;
}

/** A store in memory. Each commit happens within one turn, so that no reader sees half of it. It forgets with the process. */
export class MemoryStore implements Store {
  readonly #limits: ChangeLogLimits;
  readonly #collections = new Map<string, Collection>();
  #revision = firstRevision;

  constructor({ historySize = defaultHistorySize, historyBytes = defaultHistoryBytes }: MemoryStoreOptions = {}) {
    this.#limits = { changes: historySize, bytes: historyBytes };
  }

  get revision(): number {
    return this.#revision;
  }

  async get(key: StoreKey): Promise<StoredObject | undefined> {
    return this.#collections.get(key.collection)?.objects.get(key);
  }

  async scan({ collection, namespace }: StoreRange, revision: number = this.#revision): Promise<Scan> {
    const found = this.#collections.get(collection);
    if (revision >= this.#revision || found === undefined) {
      return { revision: this.#revision, objects: found?.objects.list(namespace) ?? [] };
    }
    const objects = this.#past(collection, found, revision);
    return { revision, objects: objects.filter(({ key }) => namespace === undefined || key.namespace === namespace) };
  }

  async commit(commit: Commit): Promise<StoredObject> {
    const { type, key, expected } = commit;
    const { objects, log } = this.#collection(key.collection);
    const current = objects.get(key);
    const found = current?.revision ?? 0;
    if (found !== expected || (type === "delete" && current === undefined)) throw conflict(commit, found);
    const revision = this.#revision + 1;
    const bytes = commit.encode(revision);
    const stored: StoredObject = { key, revision, bytes };
    const change: Change = { type, key, revision, bytes, previous: current?.bytes, previousRevision: found };
    this.#revision = revision;
    if (type === "put") objects.put(stored);
    else objects.delete(key);
    log.append(change);
    return stored;
  }

  watch(range: WatchRange): AsyncIterable<readonly Change[]> {
    return this.#collection(range.collection).log.watch(range);
  }

  compact(revision: number): void {
    for (const collection of this.#collections.values()) {
      collection.log.compact(revision);
      collection.past = undefined;
    }
  }

  #past(name: string, collection: Collection, revision: number): readonly StoredObject[] {
    const changes = collection.log.after(revision, name);
    if (collection.past?.revision !== revision) {
      collection.past = { revision, objects: beforeChanges(collection.objects.list(undefined), changes) };
    }
    return collection.past.objects;
  }

  #collection(name: string): Collection {
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = { objects: new ObjectTable(), log: new ChangeLog(this.#limits) };
      this.#collections.set(name, collection);
    }
    return collection;
  }
}

function conflict({ type, key, expected }: Commit, found: number): StoreError {
  const wanted = expected === 0 ? "no such object" : `revision ${expected}`;
  const there = found === 0 ? "there is none" : `it is at revision ${found}`;
  const path = `${key.collection} ${key.namespace}/${key.name}`;
  return new StoreError("SETPOINT_STORE_CONFLICT", `${type} ${path}: expected ${wanted}, but ${there}`, found);
}
