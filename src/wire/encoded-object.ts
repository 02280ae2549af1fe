import type { KubeObject, Labels, OwnerReference } from "../model/index.ts";

/**
 * An object as bytes and what one pass over them found: enough for keys, selectors and owners. The bytes are JSON or a message of protobuf;
 * nobody may write to them any more.
 */
export interface EncodedObject {
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly generation: number | undefined;
  readonly deletionTimestamp: string | undefined;
  /** Whether at least one finalizer keeps the object. */
  readonly hasFinalizers: boolean;
  /** Decoded when it is first read. Read-only, and the same each time. Empty when there are none. */
  readonly labels: Labels;
  /** Decoded when it is first read. Read-only, and the same each time. Empty when there are none. */
  readonly ownerReferences: readonly OwnerReference[];
  /** A new read-only view of it. */
  view(): KubeObject;
  /** The same object in bytes of its own, which hold no chunk of a stream. Itself if it is that already. */
  own(): EncodedObject;
  /** The same object without managed fields, in bytes of its own, which hold no chunk of a stream. Itself if it is that already. */
  compact(): EncodedObject;
  /** The value at a path of field names, decoded without the rest where that is possible. `undefined` if there is none. Belongs to the caller. */
  read(path: readonly string[]): unknown;
  /** Whether both have the same bytes. Objects that say the same in other bytes do not count as the same. */
  sameBytes(other: EncodedObject): boolean;
}

/** What an object is when its bytes do not say it. */
export interface EncodedKind {
  readonly apiVersion: string;
  readonly kind: string;
}
