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
  /** Its own bit among the fields that JSON always has, 0 for all others. */
  readonly bit: number;
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
  /** The fields that JSON always has, with those of inlined messages. */
  readonly always: readonly Field[];
  /** The bits of all of those. */
  readonly alwaysBits: number;
}
