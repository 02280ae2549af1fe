/** What a value is in JSON, and with it how it is written in a message. */
export type ValueType =
  | "string"
  | "bytes"
  | "boolean"
  | "int32"
  | "int64"
  | "double"
  | "quantity"
  | "time"
  | "microTime"
  | "intOrString"
  | "object"
  | "json"
  | "strings"
  | "message";

/** What a decoder does with a field: a single value is read as its type says, which is one of the frequent ones or another. */
export const decodeSteps = {
  string: 0,
  boolean: 1,
  int32: 2,
  message: 3,
  other: 4,
  list: 5,
  map: 6,
  inline: 7,
} as const;

/** One of the `decodeSteps`. */
export type DecodeStep = (typeof decodeSteps)[keyof typeof decodeSteps];

/** One field of a message. */
export interface Field {
  readonly number: number;
  /** In JSON. A field of a union has its number instead. */
  readonly name: string;
  readonly shape: "single" | "list" | "map" | "inline";
  readonly presence: "nonzero" | "set" | "always" | "emptyList";
  readonly type: ValueType;
  /** The wire type of one value. */
  readonly wireType: number;
  /** How a decoder reads it. */
  readonly step: DecodeStep;
  /** Whether JSON has also a zero that the message has. */
  readonly keepsZero: boolean;
  /** Its own bit among the fields that JSON always has, 0 for all others. */
  readonly bit: number;
  /** Whether JSON has it when the message has it, whatever its value is, and it may be large. */
  readonly canWait: boolean;
  /** What JSON has when the message does not have it; `undefined` for nothing. Shared and read-only. */
  readonly missing: unknown;
  /** Only for the type `message`. */
  readonly message: MessageType;
}

/** One message of protobuf and how it looks in JSON. */
export interface MessageType {
  /** With its package: `core/v1.Pod`. */
  readonly name: string;
  readonly isKind: boolean;
  /** In JSON it is the value of its last field that is set. */
  readonly isUnion: boolean;
  /** By their numbers. */
  readonly fields: readonly (Field | undefined)[];
  /** By their tags: number and wire type. */
  readonly byTag: readonly (Field | undefined)[];
  /** Whether one of its fields can wait. */
  readonly canWait: boolean;
  /** The fields that JSON always has, with those of inlined messages. */
  readonly always: readonly Field[];
  /** The bits of all of those. */
  readonly alwaysBits: number;
}
