import type { EncodedObject } from "../encoded-object.ts";
import type { MessageType } from "./message-type.ts";
import type { TimeCache } from "./time-cache.ts";

/** What a decoder needs besides the bytes. */
export interface DecoderOptions {
  readonly maxDepth: number;
  readonly times: TimeCache;
  /** Throws when the bytes are not UTF-8. */
  readonly strictText: (bytes: Uint8Array) => string;
  /** Reads an object that lies inside another in its own envelope. */
  readonly decodeEnvelope: (bytes: Uint8Array, depth: number) => unknown;
  /** Reads a field that was left alone at first. What it gives is read-only at any depth. */
  readonly decodeLater: (place: FieldPlace) => unknown;
}

/** A field in a message: all that the message has of it, and nothing else. */
export interface FieldPlace {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The type of the message that the field is in. */
  readonly type: MessageType;
  /** How deep that message is in the object. */
  readonly depth: number;
}

/** Where a decoder begins, and for whom its values are. */
export interface DecoderStart {
  /** How deep that is in the object. */
  readonly depth?: number | undefined;
  /** Whether all values are shared, and so read-only at any depth. Then large messages are views, which decode what is large in them when it is read. */
  readonly isReadOnly?: boolean | undefined;
}

/** An object that is decoded as a view. */
export interface ViewedObject {
  readonly encoded: EncodedObject;
  readonly type: MessageType;
  /** Fields that it has besides those of its message, before them. */
  readonly given: Readonly<Record<string, unknown>>;
}
