/**
 * Between bytes and objects: the lines and lists of a stream, scans that find an object's metadata without parsing it, the read-only views
 * that caches hand out, and protobuf.
 *
 * Promised: a stream gives the same lines, items and frames wherever its chunks begin and end; a scan says of any document what a whole
 * parse would say, or refuses it as that would; a view behaves as the plain object that it shows, but for writes, which throw at any depth;
 * keys such as `__proto__` are data; no list is ever one text, and long work gives others their turn; errors tell an offset and never the
 * content. Not promised: values other than JSON's.
 *
 * @module
 */
export { wireDefaults } from "./defaults.ts";
export type { WireDefaults } from "./defaults.ts";
export type { EncodedKind, EncodedObject } from "./encoded-object.ts";
export { DecodeError, LineTooLongError } from "./errors.ts";
export type { DecodeFailure, WireErrorCode } from "./errors.ts";
export { joinBytes } from "./join-bytes.ts";
export { splitLines } from "./lines.ts";
export type { SplitLinesOptions } from "./lines.ts";
export { parseBytes } from "./parse-bytes.ts";
export { createProtobufCodec } from "./protobuf/codec.ts";
export type {
  ProtobufCodec,
  ProtobufCodecOptions,
  ProtobufKind,
  ProtobufList,
  ProtobufListFields,
  ProtobufSplitListOptions,
  ProtobufWatchEvent,
} from "./protobuf/codec.ts";
export { EncodeError } from "./protobuf/encode-error.ts";
export { splitProtobufFrames } from "./protobuf/frames.ts";
export type { SplitFramesOptions } from "./protobuf/frames.ts";
export type { ProtobufTables } from "./protobuf/tables.ts";
export { readEvent } from "./read-event.ts";
export type { EventParts } from "./read-event.ts";
export { ObjectScanner } from "./object-scanner.ts";
export type { ObjectScannerOptions } from "./object-scanner.ts";
export { scanObject } from "./scan-object.ts";
export { inSlabs } from "./slabs.ts";
export { Slices } from "./slices.ts";
export type { SlicesOptions } from "./slices.ts";
export { splitList } from "./split-list.ts";
export type { ListFields, SplitListOptions } from "./split-list.ts";
export type { ListLimits } from "./list-splitter.ts";
export { encodedOf, viewOf } from "./view.ts";
