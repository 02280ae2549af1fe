import { declare, global } from "./declaration.ts";
import type { FunctionDeclaration, Run } from "./declaration.ts";
import { doubleText } from "./number-text.ts";
import {
  durationText,
  parseDuration,
  parseTimestamp,
  secondsOf,
  timestampOrFailure,
  timestampText,
} from "./time-text.ts";
import { Duration, Failure, Opaque, Timestamp, TypeValue, Uint } from "./value.ts";
import type { Value } from "./value.ts";
import { typeOfValue } from "./value-type.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

function failed(value: Value, to: string): Failure {
  return new Failure(`type conversion error from '${typeOfValue(value).name}' to '${to}'`);
}

/** A value as text, as `string()` gives it. */
export function toText(value: Value): string | Failure {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return doubleText(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Duration) return durationText(value);
  if (value instanceof TypeValue) return value.type.name;
  if (value instanceof Opaque) return value.text() ?? noOverload;
  if (!(value instanceof Uint8Array)) return noOverload;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return new Failure("invalid UTF-8 in bytes, cannot convert to string");
  }
}

function toInt(value: Value = null): Value {
  if (typeof value === "bigint") return value;
  if (value instanceof Timestamp) return secondsOf(value);
  if (value instanceof Duration) return value.nanos;
  if (value instanceof Uint) return value.value < 2n ** 63n ? value.value : new Failure("integer overflow");
  if (typeof value === "number") {
    const isSmall = value > -(2 ** 63) && value < 2 ** 63;
    return isSmall ? BigInt(Math.trunc(value)) : new Failure("integer overflow");
  }
  if (typeof value !== "string") return noOverload;
  const number = /^[+-]?\d+$/.test(value) ? BigInt(value.replace("+", "")) : undefined;
  return number === undefined || BigInt.asIntN(64, number) !== number ? failed(value, "int") : number;
}

function toUint(value: Value = null): Value {
  const overflow = new Failure("unsigned integer overflow");
  if (value instanceof Uint) return value;
  if (typeof value === "bigint") return value < 0n ? overflow : new Uint(value);
  if (typeof value === "number") return value >= 0 && value < 2 ** 64 ? new Uint(BigInt(Math.trunc(value))) : overflow;
  if (typeof value !== "string") return noOverload;
  const number = /^\d+$/.test(value) ? BigInt(value) : undefined;
  return number === undefined || BigInt.asUintN(64, number) !== number ? failed(value, "uint") : new Uint(number);
}

const doublePattern = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;

function toDouble(value: Value = null): Value {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Uint) return Number(value.value);
  if (typeof value !== "string") return noOverload;
  if (/^[+-]?nan$/i.test(value)) return Number.NaN;
  if (/^[+-]?inf(?:inity)?$/i.test(value)) return value.startsWith("-") ? -Infinity : Infinity;
  const number = doublePattern.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : failed(value, "double");
}

function toBool(value: Value = null): Value {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return noOverload;
  if (["1", "t", "T", "TRUE", "true", "True"].includes(value)) return true;
  if (["0", "f", "F", "FALSE", "false", "False"].includes(value)) return false;
  return failed(value, "bool");
}

function toTimestamp(value: Value = null): Value {
  if (value instanceof Timestamp) return value;
  if (typeof value === "bigint") return timestampOrFailure(value * 1_000_000_000n);
  if (typeof value !== "string") return noOverload;
  const parsed = parseTimestamp(value);
  return parsed === undefined
    ? failed(value, "google.protobuf.Timestamp")
    : timestampOrFailure(parsed.nanos, parsed.zone);
}

function toDuration(value: Value = null): Value {
  if (value instanceof Duration) return value;
  if (typeof value === "bigint") return failed(value, "google.protobuf.Duration");
  if (typeof value !== "string") return noOverload;
  return parseDuration(value) ?? failed(value, "google.protobuf.Duration");
}

function toBytes(value: Value = null): Value {
  if (value instanceof Uint8Array) return value;
  return typeof value === "string" ? new TextEncoder().encode(value) : noOverload;
}

function converting(name: string, from: string, run: Run): FunctionDeclaration {
  return declare(
    name,
    ...from.split(" ").map((type) => global(`${idOf(type)}_to_${idOf(name)}`, `${type} -> ${name}`, run)),
  );
}

function idOf(type: string): string {
  return type === "int" || type === "uint" ? `${type}64` : type.toLowerCase();
}

/** What turns a value into one of another type. */
export function conversions(): readonly FunctionDeclaration[] {
  return [
    declare(
      "type",
      global("type", "A -> type(A)", (value = null) => new TypeValue(typeOfValue(value))),
    ),
    declare(
      "dyn",
      global("to_dyn", "A -> dyn", (value = null) => value),
    ),
    converting("bool", "bool string", toBool),
    converting("bytes", "bytes string", toBytes),
    converting("double", "double int string uint", toDouble),
    converting("duration", "duration int string", toDuration),
    converting("int", "int double duration string timestamp uint", toInt),
    converting("string", "string bool bytes double duration int timestamp uint IP CIDR", (value = null) =>
      toText(value),
    ),
    converting("timestamp", "timestamp int string", toTimestamp),
    converting("uint", "uint double int string", toUint),
  ];
}
