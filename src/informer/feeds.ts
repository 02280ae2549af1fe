import type { KubeObject, Resource } from "../model/index.ts";
import { namespaceIndex } from "./defaults.ts";
import type { KnownObjects } from "./delta-fifo.ts";
import { InformerError } from "./errors.ts";
import type { Feed, FeedState } from "./feed.ts";
import type { IndexedStore } from "./indexed-store.ts";
import type { ListWatch } from "./list-watch.ts";

/** A collection of which an informer follows some namespaces, one list and watch each. */
export interface NamespacedSource<T extends KubeObject = KubeObject> {
  /** Those to begin with. */
  readonly namespaces: readonly string[];
  inNamespace(namespace: string): ListWatch<T>;
}

/** How feeds are made. */
export interface FeedsOptions<T extends KubeObject> {
  readonly make: (source: ListWatch<T>, known: KnownObjects<T>, namespace?: string) => Feed<T>;
}

/** From bad to good. */
const states: readonly FeedState[] = ["absent", "waiting", "listing", "watching"];

/** Where the objects of one store come from: one feed for a whole collection, or one for each namespace. */
export class Feeds<T extends KubeObject> implements Iterable<Feed<T>> {
  readonly #source: NamespacedSource<T> | undefined;
  readonly #store: IndexedStore<T>;
  readonly #make: FeedsOptions<T>["make"];
  readonly #feeds = new Map<string | undefined, Feed<T>>();

  constructor(source: ListWatch<T> | NamespacedSource<T>, store: IndexedStore<T>, { make }: FeedsOptions<T>) {
    this.#store = store;
    this.#make = make;
    if ("inNamespace" in source && "namespaces" in source) {
      this.#source = source;
      for (const namespace of new Set(source.namespaces)) this.#feeds.set(namespace, this.#makeFor(source, namespace));
    } else this.#feeds.set(undefined, make(source, store));
  }

  [Symbol.iterator](): MapIterator<Feed<T>> {
    return this.#feeds.values();
  }

  get isNamespaced(): boolean {
    return this.#source !== undefined;
  }

  get namespaces(): readonly string[] {
    return [...this.#feeds.keys()].filter((namespace) => namespace !== undefined);
  }

  get haveSynced(): boolean {
    return this.#list.every(({ hasSynced }) => hasSynced);
  }

  get state(): FeedState {
    const present = new Set(this.#list.map(({ state }) => state));
    return states.find((state) => present.has(state)) ?? "watching";
  }

  get lastError(): unknown {
    return this.#list.map(({ lastError }) => lastError).find((error) => error !== undefined);
  }

  get lastSyncResourceVersion(): string {
    return this.#feeds.get(undefined)?.lastSyncResourceVersion ?? "";
  }

  get queued(): number {
    return this.#list.reduce((sum, { queued }) => sum + queued, 0);
  }

  /** The feed that objects of a namespace come from, if there is one. */
  of(namespace: string | undefined): Feed<T> | undefined {
    return this.#feeds.get(this.isNamespaced ? namespace : undefined);
  }

  add(namespace: string, { plural }: Resource<T>): Feed<T> {
    const attempt = `follow the namespace ${namespace} with the informer of ${plural}`;
    if (this.#source === undefined) throw refused(`${attempt}: expected one that goes by namespaces`);
    if (this.#feeds.has(namespace)) throw refused(`${attempt}: it does already`);
    const feed = this.#makeFor(this.#source, namespace);
    this.#feeds.set(namespace, feed);
    return feed;
  }

  /** Ends the feed of a namespace and gives the keys of its objects; `undefined` if there is none. */
  remove(namespace: string): readonly string[] | undefined {
    const feed = this.#feeds.get(namespace);
    if (feed === undefined) return undefined;
    feed.remove();
    this.#feeds.delete(namespace);
    return this.#keysIn(namespace);
  }

  #makeFor(source: NamespacedSource<T>, namespace: string): Feed<T> {
    const store = this.#store;
    const known: KnownObjects<T> = {
      get: (key) => store.get(key),
      keys: () => this.#keysIn(namespace),
      state: (key) => store.state(key),
      last: (key) => store.last(key),
    };
    return this.#make(source.inNamespace(namespace), known, namespace);
  }

  #keysIn(namespace: string): readonly string[] {
    return this.#store.indexKeys(namespaceIndex, namespace);
  }

  get #list(): readonly Feed<T>[] {
    return [...this.#feeds.values()];
  }
}

function refused(message: string): InformerError {
  return new InformerError("SETPOINT_INFORMER_NAMESPACE", message);
}
