import type { KubeObject, Labels, OwnerReference } from "../model/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { EncodedKind, EncodedObject } from "./encoded-object.ts";
import { findIn } from "./find-in.ts";
import { parseAt } from "./json-text.ts";
import type { Span } from "./json-text.ts";
import type { FieldSpan, ObjectScanParts, ScannedMetadata } from "./object-scan-parts.ts";
import { ownBytes } from "./own-bytes.ts";
import { givenValue, ScannedFields } from "./scanned-fields.ts";
import { makeView } from "./view.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/** An object in JSON, which was checked to be JSON in UTF-8. See `scanObject` for the way to get one. */
export class ObjectScan implements EncodedObject, ObjectScanParts {
  readonly bytes: Uint8Array;
  /** The top-level fields, each once, in the order of `Object.keys`, but for names that are numbers. */
  readonly fields: readonly FieldSpan[];
  /** Whether integers may be in it that JavaScript's numbers don't hold. */
  readonly hasLongNumber: boolean;
  readonly metadata: ScannedMetadata;
  readonly given: EncodedKind | undefined;
  #labels: Labels | undefined;
  #ownerReferences: readonly OwnerReference[] | undefined;

  constructor({ bytes, fields, hasLongNumber, metadata, given }: ObjectScanParts) {
    this.bytes = bytes;
    this.fields = fields;
    this.hasLongNumber = hasLongNumber;
    this.metadata = metadata;
    this.given = given;
  }

  get name(): string | undefined {
    return this.metadata.name;
  }

  get namespace(): string | undefined {
    return this.metadata.namespace;
  }

  get uid(): string | undefined {
    return this.metadata.uid;
  }

  get resourceVersion(): string | undefined {
    return this.metadata.resourceVersion;
  }

  get generation(): number | undefined {
    return this.metadata.generation;
  }

  get deletionTimestamp(): string | undefined {
    return this.metadata.deletionTimestamp;
  }

  get hasFinalizers(): boolean {
    return this.metadata.hasFinalizers;
  }

  get labels(): Labels {
    return (this.#labels ??= this.#parse(this.metadata.labels, {}));
  }

  get ownerReferences(): readonly OwnerReference[] {
    return (this.#ownerReferences ??= this.#parse<readonly OwnerReference[]>(this.metadata.ownerReferences, []));
  }

  view(): KubeObject {
    return makeView(new ScannedFields(this, this));
  }

  compact(): ObjectScan {
    const isCompact = this.metadata.managedFields.length === 0 && ownBytes(this.bytes) === this.bytes;
    return isCompact ? this : new ObjectScan(withoutManagedFields(this));
  }

  read(path: readonly string[]): unknown {
    const [name = "", ...rest] = path;
    const field = this.fields.find((candidate) => candidate.name === name);
    if (field === undefined) return undefined;
    if (field.start < 0) return rest.length === 0 ? givenValue(this, name) : undefined;
    const found = findIn(this.bytes, field, rest);
    return found && parseAt(this.bytes, found, this);
  }

  #parse<T>(span: Span | undefined, absent: T): T {
    const value = span === undefined ? absent : (parseAt(this.bytes, span, this) as T);
    deepFreeze(value);
    return value;
  }
}
