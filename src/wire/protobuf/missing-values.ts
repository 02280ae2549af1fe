import type { Field, MessageType, ValueType } from "./message-type.ts";

/** What JSON has for a field that the message does not have; `undefined` for nothing. */
export function missingValue(field: Field): unknown {
  if (field.presence !== "always" && field.presence !== "emptyList") return undefined;
  return field.shape === "single" ? zeroOf(field) : emptyOf(field);
}

function emptyOf({ presence }: Field): readonly never[] | null {
  return presence === "emptyList" ? [] : null;
}

/** What JSON has for a single value that the message does not have. */
export function zeroOf(field: Field): unknown {
  if (field.type !== "message") return zeroValues[field.type];
  return field.message.isUnion ? zeroOfUnion(field.message) : emptyMessage(field.message);
}

/** What JSON has for a message that has no fields. */
function emptyMessage({ always }: MessageType): Record<string, unknown> {
  return Object.fromEntries(always.map((field) => [field.name, missingValue(field)]));
}

/** A union with a boolean in it is false, any other is nothing. */
export function zeroOfUnion({ fields }: MessageType): false | null {
  return fields.some((field) => field?.type === "boolean") ? false : null;
}

const zeroValues: Readonly<Record<Exclude<ValueType, "message">, unknown>> = {
  string: "",
  bytes: null,
  boolean: false,
  int32: 0,
  int64: 0,
  double: 0,
  quantity: "0",
  time: null,
  microTime: null,
  intOrString: 0,
  object: null,
  json: null,
  strings: null,
};
