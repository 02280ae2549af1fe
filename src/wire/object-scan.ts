import type { KubeObject, Labels, OwnerReference } from "../model/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { EncodedKind, EncodedObject } from "./encoded-object.ts";
import { findIn } from "./find-in.ts";
import { parseAt } from "./json-text.ts";
import type { ObjectScanParts } from "./object-scan-parts.ts";
import { ownBytes } from "./own-bytes.ts";
import type { ScannedMetadata } from "./scan-metadata.ts";
import { sameBytes } from "./same-bytes.ts";
import { givenValue, placeOf, ScannedFields } from "./scanned-fields.ts";
import { makeView } from "./view.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

const noLabels: Readonly<Labels> = Object.freeze({});
const noOwners: readonly OwnerReference[] = Object.freeze([]);

/** An object in JSON, which was checked to be JSON in UTF-8. See `scanObject` for the way to get one. */
export class ObjectScan implements EncodedObject, ObjectScanParts {
  readonly bytes: Uint8Array;
  readonly names: readonly string[];
  readonly places: readonly number[];
  readonly hasLongNumber: boolean;
  readonly metadata: ScannedMetadata;
  readonly given: EncodedKind | undefined;
  #labels: Labels | undefined;
  #ownerReferences: readonly OwnerReference[] | undefined;

  constructor({ bytes, names, places, hasLongNumber, metadata, given }: ObjectScanParts) {
    this.bytes = bytes;
    this.names = names;
    this.places = places;
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
    const { labelsStart, labelsEnd } = this.metadata;
    this.#labels ??= (this.#parse(labelsStart, labelsEnd) as Labels) ?? noLabels;
    return this.#labels;
  }

  get ownerReferences(): readonly OwnerReference[] {
    const { ownersStart, ownersEnd } = this.metadata;
    this.#ownerReferences ??=
      (this.#parse(ownersStart, ownersEnd) as readonly OwnerReference[] | undefined) ?? noOwners;
    return this.#ownerReferences;
  }

  view(): KubeObject {
    return makeView(new ScannedFields(this, this));
  }

  own(): ObjectScan {
    const { names, places, hasLongNumber, metadata, given } = this;
    const bytes = ownBytes(this.bytes);
    if (bytes === this.bytes) return this;
    return new ObjectScan({ bytes, names, places, hasLongNumber, metadata, given });
  }

  compact(): ObjectScan {
    return this.metadata.cuts.length === 0 ? this.own() : new ObjectScan(withoutManagedFields(this));
  }

  read(path: readonly string[]): unknown {
    const [name = "", ...rest] = path;
    const position = this.names.indexOf(name);
    if (position === -1) return undefined;
    const place = placeOf(this, position);
    if (place.start < 0) return rest.length === 0 ? givenValue(this, name) : undefined;
    const found = findIn(this.bytes, place, rest);
    return found && parseAt(this.bytes, found, this);
  }

  sameBytes({ bytes }: EncodedObject): boolean {
    return sameBytes(this.bytes, bytes);
  }

  /** `undefined` at zero, where no value can be. */
  #parse(start: number, end: number): unknown {
    if (start === 0) return undefined;
    const value = parseAt(this.bytes, { start, end }, this);
    deepFreeze(value);
    return value;
  }
}
