import type { Clock } from "../async/index.ts";
import { compareResourceVersions, formatKey, isResourceVersion, keyOf } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { controllerDefaults } from "./defaults.ts";

interface Entry<T> {
  /** The newest answer. */
  readonly object: T;
  /** The versions that this controller made and whose events have not arrived. */
  readonly expected: Set<string>;
  readonly countsUntilMs: number;
}

/** What a collection of own writes needs. */
export interface OwnWritesOptions<T> {
  readonly clock: Clock;
  /** Gets each event that is more than the echo of an own write. */
  readonly onNews: (object: T) => void;
}

/**
 * What this controller wrote and the cache may not have yet: so that the next run sees what the last one wrote, and so that the event of
 * a write does not cause another run. An entry lives until the cache has caught up or the object is gone.
 */
export class OwnWrites<T extends KubeObject> {
  readonly #options: OwnWritesOptions<T>;
  readonly #entries = new Map<string, Entry<T>>();
  /** The events of an object that is being written. Often the event of a write arrives before its answer. */
  readonly #heard = new Map<string, T[]>();

  constructor(options: OwnWritesOptions<T>) {
    this.#options = options;
  }

  /** Makes a write and keeps its answer. Events of the object wait for it. Of one object, one write is made at a time. */
  async write(key: string, request: () => Promise<T>): Promise<T> {
    const heard: T[] = [];
    this.#heard.set(key, heard);
    try {
      const answer = await request();
      this.#keep(key, answer);
      return answer;
    } finally {
      this.#heard.delete(key);
      for (const object of heard) this.hear(object);
    }
  }

  /** Takes an event: passes on what is news. */
  hear(object: T): void {
    const key = formatKey(keyOf(object));
    const heard = this.#heard.get(key);
    if (heard !== undefined) heard.push(object);
    else if (!this.#isEcho(key, object)) this.#options.onNews(object);
  }

  /**
   * The newer one of what the cache has and what was written. Nothing, when the cache stays behind for so long that only the server knows: the
   * watch may be dead, or the server restored.
   */
  newest(key: string, cached: T): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || isAnother(cached, entry) || !isOlder(cached, entry.object)) return cached;
    return this.#options.clock.monotonic() > entry.countsUntilMs ? undefined : entry.object;
  }

  /** Keeps what the server said when it was asked. */
  confirm(key: string, live: T): void {
    this.#entries.set(key, { object: live, expected: new Set(), countsUntilMs: this.#countsUntilMs() });
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  #keep(key: string, object: T): void {
    const { uid, resourceVersion = "" } = object.metadata;
    const known = this.#entries.get(key);
    const expected = known !== undefined && known.object.metadata.uid === uid ? known.expected : new Set<string>();
    expected.add(resourceVersion);
    this.#entries.set(key, { object, expected, countsUntilMs: this.#countsUntilMs() });
  }

  #isEcho(key: string, object: T): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    const { uid, resourceVersion = "" } = object.metadata;
    const isEcho = entry.object.metadata.uid === uid && entry.expected.delete(resourceVersion);
    if (isAnother(object, entry) || !isOlder(object, entry.object)) this.#entries.delete(key);
    return isEcho;
  }

  #countsUntilMs(): number {
    return this.#options.clock.monotonic() + controllerDefaults.ownWriteMs;
  }
}

function isAnother(object: KubeObject, entry: Entry<KubeObject>): boolean {
  return entry.object.metadata.uid !== object.metadata.uid;
}

function isOlder(object: KubeObject, than: KubeObject): boolean {
  const version = object.metadata.resourceVersion ?? "";
  const other = than.metadata.resourceVersion ?? "";
  return isResourceVersion(version) && isResourceVersion(other) && compareResourceVersions(version, other) < 0;
}
