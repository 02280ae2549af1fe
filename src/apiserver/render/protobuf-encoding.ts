import { nextTurn, realClock } from "../../async/index.ts";
import type { ListMeta } from "../../model/index.ts";
import { protobufTables } from "../../types/pack/index.ts";
import { createProtobufCodec, joinBytes, Slices } from "../../wire/index.ts";
import type { ProtobufCodec, ProtobufKind } from "../../wire/index.ts";
import { inChunks } from "../in-chunks.ts";
import type { WatchFrame } from "../registry/index.ts";
import { stringifyRaw } from "../schema/index.ts";
import type { EncodedList } from "./encoded-list.ts";
import type { Encoding } from "./encoding.ts";
import { parseDocument, parseTexts } from "./json.ts";
import { sharedFrames } from "./shared-frames.ts";
import { bytesField, integerField, sizeOf, textField } from "./protobuf-field.ts";

/** Kubernetes' protobuf: each document is encoded once, however many readers and watchers it has. */
export class ProtobufEncoding implements Encoding {
  readonly contentType = "application/vnd.kubernetes.protobuf";
  readonly streamType = "application/vnd.kubernetes.protobuf;stream=watch";
  readonly codec: ProtobufCodec;
  readonly frames: Encoding["frames"] = sharedFrames((frames) => [
    ...inChunks(frames.flatMap((frame) => this.#frame(frame))),
  ]);
  readonly #encoded = new WeakMap<Uint8Array, Uint8Array>();
  readonly #parse: typeof parseDocument;

  /** Kinds that keep values as texts have them in protobuf by the byte, which takes longer. */
  constructor({ keepsTexts }: { readonly keepsTexts: boolean }) {
    this.codec = createProtobufCodec(protobufTables, keepsTexts ? { stringify: stringifyRaw } : {});
    this.#parse = keepsTexts ? parseTexts : parseDocument;
  }

  document(json: Uint8Array): Uint8Array {
    let encoded = this.#encoded.get(json);
    if (encoded === undefined) {
      encoded = this.#encode(this.#parse(json));
      this.#encoded.set(json, encoded);
    }
    return encoded;
  }

  /** Some documents about the server do not say of which version they are: it is that of lists, and the envelope does not say it either. */
  #encode(document: ReturnType<typeof parseDocument>): Uint8Array {
    if (Object.hasOwn(document, "apiVersion")) return this.codec.encode(document);
    const { bytes } = this.codec.open(this.codec.encode({ apiVersion: "v1", ...document }));
    return joinBytes(enveloped({ apiVersion: "", kind: String(document["kind"]) }, [bytes]));
  }

  async list({ items, ...head }: EncodedList): Promise<readonly Uint8Array[]> {
    const slices = new Slices({ now: () => realClock.monotonic(), yieldTurn: nextTurn });
    const parts: Uint8Array[] = [];
    const numbers = head.apiVersion === oldMetadata ? { metadata: 2, items: 1 } : { metadata: 1, items: 2 };
    for (const item of items) {
      const encoded = this.document(item);
      parts.push(...bytesField(numbers.items, [this.codec.open(encoded).bytes]));
      if (slices.isOver(encoded.length)) await slices.next();
    }
    const { apiVersion, kind, metadata } = head;
    const about = bytesField(numbers.metadata, listMeta(metadata));
    return enveloped({ apiVersion, kind }, numbers.metadata === 1 ? [...about, ...parts] : [...parts, ...about]);
  }

  /** The length, and a WatchEvent whose object is the document in its envelope. */
  #frame({ type, object }: WatchFrame): readonly Uint8Array[] {
    const raw = bytesField(1, [this.document(object)]);
    const event = [textField(1, type), ...bytesField(2, raw)];
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, sizeOf(event));
    return [length, ...event];
  }
}

/** The version whose lists have their own metadata after the items, because they once had none. */
const oldMetadata = "meta.k8s.io/v1beta1";

/** What stands before every document: `k8s` and a zero. */
const magic: Readonly<Uint8Array> = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

function enveloped({ apiVersion, kind }: ProtobufKind, content: readonly Uint8Array[]): readonly Uint8Array[] {
  const type = [textField(1, apiVersion), textField(2, kind)];
  // The encoding and the type of the content are always there, and empty.
  return [magic, ...bytesField(1, type), ...bytesField(2, content), textField(3, ""), textField(4, "")];
}

function listMeta({ resourceVersion = "", continue: next = "", remainingItemCount }: ListMeta): readonly Uint8Array[] {
  const remaining = remainingItemCount === undefined ? [] : [integerField(4, remainingItemCount)];
  // The first is a link that nobody fills in any more.
  return [textField(1, ""), textField(2, resourceVersion), textField(3, next), ...remaining];
}
