import type { KubeObject, Labels, OwnerReference } from "../../model/index.ts";
import { deepFreeze } from "../deep-freeze.ts";
import { ownBytes } from "../own-bytes.ts";
import { makeView } from "../view.ts";
import { missingValue } from "./decoder.ts";
import { MetadataFields } from "./metadata-fields.ts";
import { MessageFields } from "./message-fields.ts";
import type { DividedObject } from "./message-fields.ts";
import type { MessageKind } from "./message-kind.ts";
import type { FieldPlaces } from "./scan-message.ts";
import type { MetadataScan } from "./scan-metadata.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/** An object in protobuf, without an envelope. See `ProtobufCodec.open` for the way to get one. */
export class EncodedMessage implements DividedObject {
  readonly bytes: Uint8Array;
  readonly names: readonly string[];
  readonly #of: MessageKind;
  readonly #starts: readonly number[];
  readonly #metadata: MetadataScan;
  #labels: Labels | undefined;
  #ownerReferences: readonly OwnerReference[] | undefined;

  /** Of bytes, their scan, and what the scan was made for. */
  constructor(bytes: Uint8Array, { names, starts, metadata }: FieldPlaces, of: MessageKind) {
    this.bytes = bytes;
    this.names = names;
    this.#of = of;
    this.#starts = starts;
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
    this.#labels ??= this.#metadataField("labels", { start: labelsStart, end: labelsEnd }, {}) as Labels;
    return this.#labels;
  }

  get ownerReferences(): readonly OwnerReference[] {
    const { ownersStart, ownersEnd } = this.#metadata;
    const place = { start: ownersStart, end: ownersEnd };
    this.#ownerReferences ??= this.#metadataField("ownerReferences", place, []) as readonly OwnerReference[];
    return this.#ownerReferences;
  }

  view(): KubeObject {
    return makeView(new MessageFields(this));
  }

  compact(): EncodedMessage {
    const scan = { names: this.names, starts: this.#starts, metadata: this.#metadata };
    if (this.#hasManagedFields) {
      const cut = withoutManagedFields(this.bytes, scan);
      return new EncodedMessage(cut.bytes, cut.scan, this.#of);
    }
    const bytes = ownBytes(this.bytes);
    return bytes === this.bytes ? this : new EncodedMessage(bytes, scan, this.#of);
  }

  read(path: readonly string[]): unknown {
    const [name = ""] = path;
    const given = this.#of.givenOf(name);
    if (given !== undefined) return path.length === 1 ? given : undefined;
    return this.#of.readPath(this.bytes, path);
  }

  valueAt(position: number): unknown {
    const name = this.names[position] as string;
    const start = this.#starts[position] as number;
    const { type } = this.#of;
    if (name === "metadata" && this.#hasManagedFields) return this.#metadataView();
    if (start >= 0) return this.#of.decoder(this.bytes, start).fields(type, this.#endOf(position))[name];
    const missing = type.always.find((field) => field.name === name);
    return missing === undefined ? this.#of.givenOf(name) : missingValue(missing);
  }

  get #hasManagedFields(): boolean {
    return this.#metadata.managedEnd > this.#metadata.managedStart;
  }

  /** Metadata as a view: its managed fields stay bytes until they are read. JSON always has none of its fields. */
  #metadataView(): object {
    const { start, end, managedStart, managedEnd } = this.#metadata;
    const { metadataType } = this.#of;
    const others = this.#of.decoder(this.bytes, start).fields(metadataType, managedStart);
    Object.assign(others, this.#of.decoder(this.bytes, managedEnd).fields(metadataType, end));
    const managed = { start: managedStart, end: managedEnd };
    return makeView(new MetadataFields(others, () => this.#metadataField("managedFields", managed, [])));
  }

  /** The next field begins there, or the bytes end. */
  #endOf(position: number): number {
    const start = this.#starts[position] as number;
    for (let next = position + 1; next < this.#starts.length; next++) {
      if ((this.#starts[next] as number) > start) return this.#starts[next] as number;
    }
    return this.bytes.length;
  }

  #metadataField(
    name: string,
    { start, end }: { readonly start: number; readonly end: number },
    absent: object,
  ): object {
    const value = end === start ? absent : this.#of.decoder(this.bytes, start).fields(this.#of.metadataType, end)[name];
    deepFreeze(value);
    return value as object;
  }
}
