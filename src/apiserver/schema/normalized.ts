import { exactInteger, exactIntegerText, getOwn, setOwn } from "../../model/index.ts";
import { goTimeText, parseGoTime } from "./go-time.ts";
import { quantityText } from "./quantity-input.ts";
import { isRaw, withRawText } from "./raw-text.ts";
import type { Schema } from "./schema.ts";
import { isMicroTime } from "./type-problem.ts";

/**
 * A value of a built-in kind as Kubernetes writes it after reading it: without fields that the schema does not know, without `null` and
 * without empty values that it leaves out; with defaults, with the empty values that it always writes, and with quantities and times in
 * their one form. What is kept as a text remembers one. The types have to be right (see `typeProblem`). What stays as it was is shared.
 */
export function normalized(value: unknown, schema: Schema): unknown {
  if (value === null || value === undefined) return zeroOf(schema);
  if (schema.format === "quantity") return quantityText(value);
  if (schema.format === "date-time") return timeText(value as string, schema);
  if (schema.format === "byte" && Array.isArray(value)) return base64Of(value);
  if (schema.type === "integer") return fitted(value, schema.format);
  if (typeof value !== "object") return value;
  if (schema.preservesUnknown === true) return isRaw(schema) ? withRawText(value) : value;
  if (schema.items !== undefined) return itemsOf(value as readonly unknown[], schema.items);
  if (schema.values !== undefined) return valuesOf(value, schema.values);
  return schema.properties === undefined ? value : fieldsOf(value, schema.properties);
}

/**
 * Only Kubernetes' converter lets an integer through that is too large, and then keeps the bits that fit: of one beyond 64 bits, which it
 * holds as a double, those of the least integer.
 */
function fitted(value: unknown, format: string | undefined): unknown {
  if (typeof value === "number" && Math.abs(value) < 2 ** 31) return value;
  const text = exactIntegerText(value);
  if (text === undefined) return value;
  const exact = BigInt(text);
  const whole = BigInt.asIntN(64, exact) === exact ? exact : -(2n ** 63n);
  const fits = exactInteger(format === "int32" ? BigInt.asIntN(32, whole) : whole);
  return typeof fits === "number" || fits.rawJSON !== text ? fits : value;
}

function itemsOf(list: readonly unknown[], schema: Schema): readonly unknown[] {
  const items = list.map((item) => normalized(item, schema));
  return items.every((item, index) => item === list[index]) ? list : items;
}

function valuesOf(map: object, schema: Schema): object {
  const result = {};
  let isSame = true;
  for (const key of Object.keys(map)) {
    const value = getOwn(map, key);
    const next = normalized(value, schema);
    if (next !== value) isSame = false;
    setOwn(result, key, next);
  }
  return isSame ? map : result;
}

function fieldsOf(object: object, properties: Readonly<Record<string, Schema>>): object {
  const result = {};
  let isSame = true;
  for (const key of Object.keys(object)) {
    const value = getOwn(object, key);
    const schema = getOwn(properties, key) as Schema | undefined;
    const next = schema === undefined ? undefined : fieldValue(value, schema);
    if (next !== value) isSame = false;
    if (next !== undefined) setOwn(result, key, next);
  }
  for (const key of Object.keys(properties)) {
    const schema = properties[key] as Schema;
    const isFilled = schema.emptyValue === "written" || schema.default !== undefined;
    if (!isFilled || Object.hasOwn(object, key)) continue;
    const next = fieldValue(undefined, schema);
    if (next === undefined) continue;
    isSame = false;
    setOwn(result, key, next);
  }
  return isSame ? object : result;
}

/** What is written of a field, `undefined` for nothing. */
function fieldValue(value: unknown, schema: Schema): unknown {
  const { emptyValue, default: given } = schema;
  const isSet = value !== null && value !== undefined;
  if (!isSet && emptyValue !== "written") return given;
  const next = normalized(value, schema);
  if (emptyValue === "kept") return next;
  if (!isEmpty(next, schema)) return next;
  if (given !== undefined || emptyValue !== "written") return given;
  // A list or map that is empty does not survive in the store, where it is as one that was never set.
  return schema.items === undefined && schema.values === undefined ? next : null;
}

/** Empty as Go sees it: for a struct, which is left out only where that is asked for, without any field. */
function isEmpty(value: unknown, { format }: Schema): boolean {
  if (typeof value !== "object" || value === null) {
    return value === null || value === "" || value === 0 || value === false || (format === "quantity" && value === "0");
  }
  return exactIntegerText(value) === undefined && Object.keys(value).length === 0;
}

/** What Go writes for a value that was never set. */
function zeroOf(schema: Schema): unknown {
  if (schema.format === "quantity") return "0";
  if (schema.format === "date-time" || schema.preservesUnknown === true) return null;
  if (schema.isIntOrString === true) return 0;
  if (schema.properties !== undefined) return fieldsOf({}, schema.properties);
  return (schema.type === undefined ? undefined : getOwn(zeros, schema.type)) ?? null;
}

const zeros: Readonly<Record<string, unknown>> = { string: "", integer: 0, number: 0, boolean: false };

function base64Of(list: readonly unknown[]): string {
  return btoa(list.map((item) => String.fromCharCode(Number(item))).join(""));
}

/** Go writes nothing of the moment at which its time begins. */
function timeText(text: string, schema: Schema): string | null {
  const isMicro = isMicroTime(schema);
  const isWritten = (isMicro ? microForm : wholeForm).test(text);
  const written = isWritten ? text : rewritten(text, isMicro);
  return written.startsWith("0001-01-01T00:00:00") && /^[0.Z]+$/.test(written.slice(19)) ? null : written;
}

const wholeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const microForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

function rewritten(text: string, isMicro: boolean): string {
  const read = parseGoTime(text, isMicro);
  return typeof read === "string" ? text : goTimeText(read, isMicro);
}
