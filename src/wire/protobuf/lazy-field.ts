import { deepFreeze } from "../deep-freeze.ts";
import { decodeSteps } from "./message-type.ts";
import type { DecodeStep, Field, MessageType, ValueType } from "./message-type.ts";
import { missingValue } from "./missing-values.ts";

/** What a `LazyField` is made from. */
export interface LazyFieldOptions extends Pick<Field, "number" | "name" | "shape" | "presence" | "type" | "bit"> {
  readonly resolve: () => MessageType;
}

/** A field that looks its message up when it is first met: types refer to each other, and few are needed. */
export class LazyField implements Field {
  readonly number: number;
  readonly name: string;
  readonly shape: Field["shape"];
  readonly presence: Field["presence"];
  readonly type: ValueType;
  readonly wireType: number;
  readonly step: DecodeStep;
  readonly keepsZero: boolean;
  readonly bit: number;
  readonly #resolve: () => MessageType;
  #message: MessageType | undefined;
  #canWait: boolean | undefined;
  #missing: unknown;

  constructor({ number, name, shape, presence, type, bit, resolve }: LazyFieldOptions) {
    this.number = number;
    this.name = name;
    this.shape = shape;
    this.presence = presence;
    this.type = type;
    this.wireType = wireTypeOf(type);
    this.step = stepOf(shape, type);
    this.keepsZero = presence !== "nonzero";
    this.bit = bit;
    this.#resolve = resolve;
  }

  get message(): MessageType {
    this.#message ??= this.#resolve();
    return this.#message;
  }

  get canWait(): boolean {
    this.#canWait ??= canWait(this);
    return this.#canWait;
  }

  get missing(): unknown {
    if (this.#missing === undefined) {
      this.#missing = missingValue(this);
      deepFreeze(this.#missing);
    }
    return this.#missing;
  }
}

/** Whether a field can wait, as far as that is known without its message. */
export function mayWait({ shape, type, wireType }: Field): boolean {
  if (shape !== "single") return shape !== "inline" && wireType === 2;
  return type === "message" || type === "object" || type === "json";
}

/** JSON leaves out a union or a document that is nothing. */
function canWait(field: Field): boolean {
  if (!mayWait(field)) return false;
  if (field.shape !== "single") return true;
  return field.type === "message" ? !field.message.isUnion : field.keepsZero;
}

function stepOf(shape: Field["shape"], type: ValueType): DecodeStep {
  if (shape !== "single") return decodeSteps[shape];
  switch (type) {
    case "string":
    case "boolean":
    case "int32":
    case "message":
      return decodeSteps[type];
    default:
      return decodeSteps.other;
  }
}

function wireTypeOf(type: ValueType): number {
  if (type === "boolean" || type === "int32" || type === "int64") return 0;
  return type === "double" ? 1 : 2;
}
