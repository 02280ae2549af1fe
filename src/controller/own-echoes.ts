import { compareResourceVersions, formatKey, isResourceVersion, keyOf } from "../model/index.ts";
import type { KubeObject, ObjectMeta } from "../model/index.ts";

/** What this controller has made of one object and not heard of yet. */
interface Expected {
  readonly uid: string | undefined;
  readonly versions: Set<string>;
  newest: string;
}

/**
 * Tells the events of what this controller has written from news, by exactly the object and the version: an own write needs no further run. It
 * keeps versions only, and each until it, or a newer one, was heard of.
 */
export class OwnEchoes<T extends KubeObject> {
  readonly #onNews: (object: T) => void;
  readonly #expected = new Map<string, Expected>();
  /** What was heard of an object that is being written. Often the event of a write arrives before its answer. */
  readonly #writing = new Map<string, { readonly heard: T[]; readonly ended: Set<string | undefined> }>();

  /** `onNews` gets each event that is more than the echo of an own write. */
  constructor(onNews: (object: T) => void) {
    this.#onNews = onNews;
  }

  /** How many objects something is expected of. */
  get size(): number {
    return this.#expected.size;
  }

  /** Makes a write and expects its echo. Events of the object wait for the answer. Of one object, one write is made at a time. */
  async write(key: string, request: () => Promise<T>): Promise<T> {
    const writing = { heard: new Array<T>(), ended: new Set<string | undefined>() };
    this.#writing.set(key, writing);
    try {
      const answer = await request();
      if (!writing.ended.has(answer.metadata.uid)) this.#expect(key, answer.metadata);
      return answer;
    } finally {
      this.#writing.delete(key);
      for (const object of writing.heard) this.hear(object);
    }
  }

  /** Takes an event: passes on what is news. */
  hear(object: T): void {
    const key = formatKey(keyOf(object));
    const writing = this.#writing.get(key);
    if (writing !== undefined) writing.heard.push(object);
    else if (!this.#isEcho(key, object.metadata)) this.#onNews(object);
  }

  /** Takes the end of an object: nothing more is expected of it. */
  ended({ metadata }: T, key: string): void {
    this.#writing.get(key)?.ended.add(metadata.uid);
    if (this.#expected.get(key)?.uid === metadata.uid) this.#expected.delete(key);
  }

  #expect(key: string, { uid, resourceVersion = "" }: ObjectMeta): void {
    const known = this.#expected.get(key);
    if (known === undefined || known.uid !== uid) {
      this.#expected.set(key, { uid, versions: new Set([resourceVersion]), newest: resourceVersion });
      return;
    }
    known.versions.add(resourceVersion);
    known.newest = resourceVersion;
  }

  #isEcho(key: string, { uid, resourceVersion = "" }: ObjectMeta): boolean {
    const expected = this.#expected.get(key);
    if (expected === undefined) return false;
    const isEcho = expected.uid === uid && expected.versions.delete(resourceVersion);
    if (expected.uid !== uid || !isOlder(resourceVersion, expected.newest)) this.#expected.delete(key);
    return isEcho;
  }
}

function isOlder(version: string, other: string): boolean {
  return isResourceVersion(version) && isResourceVersion(other) && compareResourceVersions(version, other) < 0;
}
