import type { KubeObject, Labels, OwnerReference } from "../../model/index.ts";
import type { EncodedObject } from "../encoded-object.ts";
import { ownBytes } from "../own-bytes.ts";
import { sameBytes } from "../same-bytes.ts";
import type { MessageKind } from "./message-kind.ts";
import type { MetadataScan } from "./metadata-scan.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

const noLabels: Readonly<Labels> = Object.freeze({});
const noOwners: readonly OwnerReference[] = Object.freeze([]);

/** An object in protobuf, without an envelope. See `ProtobufCodec.open` for the way to get one. */
export class EncodedMessage implements EncodedObject {
  readonly bytes: Uint8Array;
  readonly #of: MessageKind;
  readonly #metadata: MetadataScan;
  #labels: Labels | undefined;
  #ownerReferences: readonly OwnerReference[] | undefined;

  /** Of bytes whose fields are in order, what is known of their metadata, and their kind. */
  constructor(bytes: Uint8Array, metadata: MetadataScan, of: MessageKind) {
    this.bytes = bytes;
    this.#of = of;
    this.#metadata = metadata;
  }

  get name(): string | undefined {
    return this.#metadata.name;
  }

  get namespace(): string | undefined {
    return this.#metadata.namespace;
  }

  get uid(): string | undefined {
    return this.#metadata.uid;
  }

  get resourceVersion(): string | undefined {
    return this.#metadata.resourceVersion;
  }

  get generation(): number | undefined {
    return this.#metadata.generation;
  }

  get deletionTimestamp(): string | undefined {
    return this.#metadata.deletionTimestamp;
  }

  get hasFinalizers(): boolean {
    return this.#metadata.hasFinalizers;
  }

  get labels(): Labels {
    const { labelsStart, labelsEnd } = this.#metadata;
    this.#labels ??= (this.#metadataField(labelsStart, labelsEnd) as Labels | undefined) ?? noLabels;
    return this.#labels;
  }

  get ownerReferences(): readonly OwnerReference[] {
    const { ownersStart, ownersEnd } = this.#metadata;
    this.#ownerReferences ??=
      (this.#metadataField(ownersStart, ownersEnd) as readonly OwnerReference[] | undefined) ?? noOwners;
    return this.#ownerReferences;
  }

  view(): KubeObject {
    return this.#of.view(this);
  }

  own(): EncodedMessage {
    const bytes = ownBytes(this.bytes);
    return bytes === this.bytes ? this : new EncodedMessage(bytes, this.#metadata, this.#of);
  }

  compact(): EncodedMessage {
    if (!this.#hasManagedFields) return this.own();
    const { bytes, metadata } = withoutManagedFields(this.bytes, this.#metadata);
    return new EncodedMessage(bytes, metadata, this.#of);
  }

  read(path: readonly string[]): unknown {
    const name = path[0] ?? "";
    const given = this.#of.givenOf(name);
    if (given !== undefined) return path.length === 1 ? given : undefined;
    return this.#of.readPath(this.bytes, path);
  }

  sameBytes({ bytes }: EncodedObject): boolean {
    return sameBytes(this.bytes, bytes);
  }

  get #hasManagedFields(): boolean {
    return this.#metadata.managedEnd > this.#metadata.managedStart;
  }

  #metadataField(start: number, end: number): unknown {
    return end === start ? undefined : this.#of.decoder(this.bytes, start).field(this.#of.metadataType, end);
  }
}
