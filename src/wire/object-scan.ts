import type { Labels, OwnerReference } from "../model/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { parseAt } from "./json-text.ts";
import type { Span } from "./json-text.ts";

/** A top-level field of an object and where its value is. */
export interface FieldSpan extends Span {
  readonly name: string;
}

/** What is known of the `metadata` of an object. What has another type than it should have counts as absent. */
export interface ScannedMetadata {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly generation?: number | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly labels?: Span | undefined;
  readonly ownerReferences?: Span | undefined;
  readonly hasFinalizers: boolean;
  /** What to cut out so that no managed fields are left: in order, with the commas that have to go. */
  readonly managedFields: readonly Span[];
}

/** What an `ObjectScan` is made from. */
export interface ObjectScanParts {
  readonly bytes: Uint8Array;
  readonly fields: readonly FieldSpan[];
  readonly hasLongNumber: boolean;
  readonly metadata: ScannedMetadata;
}

/**
 * An object as bytes and what one pass over them found: enough for keys, selectors and owners. The bytes are JSON in UTF-8, that was
 * checked; nobody may write to them any more. See `scanObject` for the way to get one.
 */
export class ObjectScan {
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly generation: number | undefined;
  readonly deletionTimestamp: string | undefined;
  /** Whether at least one finalizer keeps the object. */
  readonly hasFinalizers: boolean;
  /** The top-level fields, each once, in the order of `Object.keys`, but for names that are numbers. */
  readonly fields: readonly FieldSpan[];
  /** Whether integers may be in it that JavaScript's numbers don't hold. */
  readonly hasLongNumber: boolean;
  /** What to cut out so that no managed fields are left. Empty: there are none. */
  readonly managedFields: readonly Span[];
  readonly labelsSpan: Span | undefined;
  readonly ownerReferencesSpan: Span | undefined;
  #labels: Labels | undefined;
  #ownerReferences: readonly OwnerReference[] | undefined;

  constructor({ bytes, fields, hasLongNumber, metadata }: ObjectScanParts) {
    this.bytes = bytes;
    this.name = metadata.name;
    this.namespace = metadata.namespace;
    this.uid = metadata.uid;
    this.resourceVersion = metadata.resourceVersion;
    this.generation = metadata.generation;
    this.deletionTimestamp = metadata.deletionTimestamp;
    this.hasFinalizers = metadata.hasFinalizers;
    this.fields = fields;
    this.hasLongNumber = hasLongNumber;
    this.managedFields = metadata.managedFields;
    this.labelsSpan = metadata.labels;
    this.ownerReferencesSpan = metadata.ownerReferences;
  }

  /** Read-only. Empty when there are none. */
  get labels(): Labels {
    return (this.#labels ??= this.#parse(this.labelsSpan, {}));
  }

  /** Read-only. Empty when there are none. */
  get ownerReferences(): readonly OwnerReference[] {
    return (this.#ownerReferences ??= this.#parse<readonly OwnerReference[]>(this.ownerReferencesSpan, []));
  }

  #parse<T>(span: Span | undefined, absent: T): T {
    const value = span === undefined ? absent : (parseAt(this.bytes, span, this) as T);
    deepFreeze(value);
    return value;
  }
}
