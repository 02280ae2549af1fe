import type { ByteReader } from "./byte-reader.ts";
import { Decoder } from "./decoder.ts";
import type { DecoderOptions } from "./decoder-options.ts";
import type { MessageType } from "./message-type.ts";

/** What is known of the metadata of an object, with places in its bytes. A run that is empty stands for nothing. */
export interface MetadataScan {
  name: string | undefined;
  namespace: string | undefined;
  uid: string | undefined;
  resourceVersion: string | undefined;
  generation: number | undefined;
  deletionTimestamp: string | undefined;
  hasFinalizers: boolean;
  labelsStart: number;
  labelsEnd: number;
  ownersStart: number;
  ownersEnd: number;
  managedStart: number;
  managedEnd: number;
  /** Where the field begins that metadata is in. */
  fieldStart: number;
  /** Where the content of metadata is. */
  start: number;
  end: number;
  /** Whether fields are not in the order of their numbers: nobody writes it so. */
  isScattered: boolean;
}

/** The numbers of the fields in `ObjectMeta`, which is the same for all kinds. */
const numbers = {
  name: 1,
  namespace: 3,
  uid: 5,
  resourceVersion: 6,
  generation: 7,
  deletionTimestamp: 9,
  labels: 11,
  ownerReferences: 13,
  finalizers: 14,
  managedFields: 17,
} as const;

/** What is known of an object without metadata. */
export function noMetadata(): MetadataScan {
  return {
    name: undefined,
    namespace: undefined,
    uid: undefined,
    resourceVersion: undefined,
    generation: undefined,
    deletionTimestamp: undefined,
    hasFinalizers: false,
    labelsStart: 0,
    labelsEnd: 0,
    ownersStart: 0,
    ownersEnd: 0,
    managedStart: 0,
    managedEnd: 0,
    fieldStart: 0,
    start: 0,
    end: 0,
    isScattered: false,
  };
}

/** Metadata in the bytes of a reader. */
export interface MetadataPlace {
  readonly type: MessageType;
  /** Where the field begins that it is in. */
  readonly fieldStart: number;
  readonly end: number;
  readonly decoding: DecoderOptions;
}

/** Scans the metadata whose content begins where the reader is. All fields are passed over; few are decoded. */
export function scanMetadata(reader: ByteReader, place: MetadataPlace): MetadataScan {
  const { type, end } = place;
  const found = noMetadata();
  found.fieldStart = place.fieldStart;
  found.start = reader.at;
  found.end = end;
  const outer = reader.messageName;
  reader.messageName = type.name;
  let previous = 0;
  while (reader.at < end) {
    const start = reader.at;
    const tag = reader.tag(end);
    const number = tag >>> 3;
    const field = type.fields[number];
    if (number < previous) found.isScattered = true;
    previous = number;
    if (field === undefined) {
      reader.skip(tag & 7, end);
      continue;
    }
    if ((tag & 7) !== field.wireType) reader.fail(`wire type ${field.wireType} for the field ${field.name}`);
    if (number === numbers.deletionTimestamp) found.deletionTimestamp = readTime(reader, start, place);
    else if (field.wireType === 2) note(found, { reader, number, start, end: reader.contentEnd(end) });
    else if (number === numbers.generation) found.generation = safe(reader.int64(end)) ?? found.generation;
    else reader.skip(tag & 7, end);
  }
  reader.messageName = outer;
  return found;
}

interface Part {
  readonly reader: ByteReader;
  readonly number: number;
  /** Where the field begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

/** An empty text is as if it were not there. */
function note(found: MetadataScan, { reader, number, start, end }: Part): void {
  switch (number) {
    case numbers.name:
      found.name = reader.text(end) || found.name;
      break;
    case numbers.namespace:
      found.namespace = reader.text(end) || found.namespace;
      break;
    case numbers.uid:
      found.uid = reader.text(end) || found.uid;
      break;
    case numbers.resourceVersion:
      found.resourceVersion = reader.text(end) || found.resourceVersion;
      break;
    case numbers.labels:
      if (found.labelsEnd === 0) found.labelsStart = start;
      found.labelsEnd = end;
      break;
    case numbers.ownerReferences:
      if (found.ownersEnd === 0) found.ownersStart = start;
      found.ownersEnd = end;
      break;
    case numbers.managedFields:
      if (found.managedEnd === 0) found.managedStart = start;
      found.managedEnd = end;
      break;
    case numbers.finalizers:
      found.hasFinalizers = true;
      break;
  }
  reader.at = end;
}

/** Zero is as if it were not there; what no number holds means nothing as a generation. */
function safe(integer: unknown): number | undefined {
  return typeof integer === "number" && integer !== 0 ? integer : undefined;
}

function readTime(reader: ByteReader, start: number, { type, end, decoding }: MetadataPlace): string | undefined {
  const fieldEnd = reader.contentEnd(end);
  reader.at = start;
  const { deletionTimestamp } = new Decoder(reader, decoding).fields(type, fieldEnd);
  return typeof deletionTimestamp === "string" ? deletionTimestamp : undefined;
}
