import type { KubeObject, Labels } from "../model/index.ts";
import { encodedOf } from "../wire/index.ts";
import type { EncodedObject } from "../wire/index.ts";
import { valueAt } from "./field-path.ts";
import type { ObjectState } from "./identity.ts";
import { metadataOf } from "./projection.ts";

/**
 * One object in a store. Of an object that was made from bytes the entry holds the bytes, and the view only as long as somebody else does:
 * while it is in use everybody gets the same one, and afterwards it costs nothing.
 */
export class StoreEntry<T extends KubeObject> {
  readonly key: string;
  /** Where the indexes keep what they know of the entry. Its own as long as it is in the store. */
  readonly slot: number;
  #encoded: EncodedObject | undefined;
  /** The object itself if there are no bytes. */
  #object: T | WeakRef<T> | undefined;
  #isHeld = true;

  constructor(key: string, slot: number) {
    this.key = key;
    this.slot = slot;
  }

  put(object: T): void {
    const encoded = encodedOf(object);
    this.#encoded = encoded?.own();
    this.#isHeld = true;
    if (encoded === undefined) this.#object = object;
    else this.#object = this.#encoded === encoded ? new WeakRef(object) : undefined;
  }

  /** Lets go of all but the metadata. */
  drop(): void {
    this.#object = metadataOf(this.last) as KubeObject as T;
    this.#encoded = undefined;
    this.#isHeld = false;
  }

  /** `undefined` if all but the metadata was dropped. */
  get object(): T | undefined {
    return this.#isHeld ? this.last : undefined;
  }

  /** As `last`, for somebody after whom nobody will ask for the same object: it is not remembered. */
  peek(): T {
    if (this.#encoded === undefined) return this.#object as T;
    return (this.#object as WeakRef<T> | undefined)?.deref() ?? (this.#encoded.view() as T);
  }

  /** The object, or what is left of it. */
  get last(): T {
    if (this.#encoded === undefined) return this.#object as T;
    const held = (this.#object as WeakRef<T> | undefined)?.deref();
    if (held !== undefined) return held;
    const view = this.#encoded.view() as T;
    this.#object = new WeakRef(view);
    return view;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** How many bytes it holds. Zero for an object that did not come as bytes. */
  get bytes(): number {
    return this.#encoded?.bytes.byteLength ?? 0;
  }

  get state(): ObjectState {
    return this.#encoded ?? (this.#object as T).metadata;
  }

  get namespace(): string {
    return (this.#encoded ?? (this.#object as T).metadata).namespace ?? "";
  }

  get labels(): Labels {
    return (this.#encoded ?? (this.#object as T).metadata).labels;
  }

  /** The value at a path, from the bytes if there are any. */
  read(names: readonly string[]): unknown {
    return this.#encoded === undefined ? valueAt(this.#object, names) : this.#encoded.read(names);
  }
}
