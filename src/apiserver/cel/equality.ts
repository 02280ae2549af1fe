import { deepEqual } from "../../model/index.ts";
import { unescapeName } from "./escape.ts";
import { isSameType } from "./type.ts";
import { Duration, Failure, ListValue, MapValue, Opaque, Optional, Timestamp, TypeValue, Uint } from "./value.ts";
import type { Value } from "./value.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

/** Whether two values are equal; numbers of different types can be. A failure when parts of the object are compared with what they can never be. */
export function equal(one: Value, other: Value): boolean | Failure {
  if (one === null || other === null) return one === other;
  if (one instanceof Failure) return one;
  if (isNumeric(one)) return isNumeric(other) && compareNumbers(one, other) === 0;
  if (typeof one !== "object") return one === other;
  if (one instanceof ListValue) {
    if (other instanceof ListValue) return equalLists(one, other);
    return one.isData ? notComparable(other) : false;
  }
  if (one instanceof MapValue) {
    if (other instanceof MapValue) return equalMaps(one, other);
    return one.isData ? notComparable(other) : false;
  }
  return equalObjects(one, other);
}

function notComparable(other: Value): Failure {
  return other instanceof Failure ? other : noOverload;
}

function equalObjects(one: Value, other: Value): boolean | Failure {
  if (one instanceof Uint8Array) return other instanceof Uint8Array && compareBytes(one, other) === 0;
  if (one instanceof Timestamp) return other instanceof Timestamp && one.nanos === other.nanos;
  if (one instanceof Duration) return other instanceof Duration && one.nanos === other.nanos;
  if (one instanceof TypeValue) return other instanceof TypeValue && isSameKindOfType(one, other);
  if (one instanceof Opaque) return equalOpaque(one, other);
  if (!(one instanceof Optional) || !(other instanceof Optional)) return one === other;
  if (one.value === undefined || other.value === undefined) return one.value === other.value;
  return equal(one.value, other.value);
}

/** Kubernetes' own types are compared with nothing else. */
function equalOpaque(one: Opaque, other: Value): boolean | Failure {
  return other instanceof Opaque && isSameType(one.type, other.type) ? one.equals(other) : noOverload;
}

function isSameKindOfType({ type: one }: TypeValue, { type: other }: TypeValue): boolean {
  return one.kind === other.kind && one.name === other.name;
}

/** Numbers, whatever their type. */
export function isNumeric(value: Value): value is number | bigint | Uint {
  return typeof value === "bigint" || typeof value === "number" || value instanceof Uint;
}

/** Negative, zero or positive; not a number is neither. */
export function compareNumbers(one: number | bigint | Uint, other: number | bigint | Uint): number {
  const [first, second] = [one instanceof Uint ? one.value : one, other instanceof Uint ? other.value : other];
  // Beside a double an integer is one, too, whatever gets lost thereby.
  const isDouble = typeof first === "number" || typeof second === "number";
  const [left, right] = isDouble ? [Number(first), Number(second)] : [first, second];
  if (left < right) return -1;
  if (left > right) return 1;
  return Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : 0;
}

/** In the order of the bytes. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(one.length - other.length);
}

function equalLists(one: ListValue, other: ListValue): boolean | Failure {
  if (one.size !== other.size) return false;
  if (one.form?.type === "set") return equalSets(one, other);
  if (one.form?.type === "map") return equalByKeys(one, other, one.form.keys);
  for (let index = 0; index < one.size; index += 1) {
    const answer = equal(one.at(index), other.at(index));
    if (answer === false || (one.isData && answer !== true)) return answer;
  }
  return true;
}

/** Kubernetes looks the items up as they were written by what they mean, which finds no whole number of type `number` and no time. */
function equalSets(one: ListValue, other: ListValue): boolean | Failure {
  for (const item of other.items()) {
    const unhashable = goTypeWithoutHash(item);
    if (unhashable !== undefined) {
      return new Failure(`internal error: runtime error: hash of unhashable type ${unhashable}`);
    }
    if (Number.isInteger(item) || item instanceof Timestamp || item instanceof Duration) return false;
    if (contains(one, item) !== true) return false;
  }
  return true;
}

/** What cannot be looked up in Go. */
function goTypeWithoutHash(item: Value): string | undefined {
  if (item instanceof MapValue) return "map[string]interface {}";
  if (item instanceof ListValue) return "[]interface {}";
  return item instanceof Uint8Array ? "[]uint8" : undefined;
}

function equalByKeys(one: ListValue, other: ListValue, keys: readonly string[]): boolean | Failure {
  for (const item of other.items()) {
    const match = one.items().find((candidate) => hasSameKeys(candidate, item, keys));
    if (match === undefined) return false;
    const answer = equal(match, item);
    if (answer !== true) return answer;
  }
  return true;
}

/** Whether two items of a list with keys are about the same thing. */
export function hasSameKeys(one: Value, other: Value, keys: readonly string[]): boolean {
  if (!(one instanceof MapValue) || !(other instanceof MapValue)) return false;
  return keys.every((key) => {
    const [left, right] = [one.find(key), other.find(key)];
    return left === undefined || right === undefined ? left === right : equal(left, right) === true;
  });
}

/** Whether an item is in a list. A failure if that cannot be told. */
export function contains(list: ListValue, item: Value): boolean | Failure {
  let failure: Failure | undefined;
  for (let index = 0; index < list.size; index += 1) {
    const answer = equal(list.at(index), item);
    if (answer === true) return true;
    if (answer instanceof Failure) failure ??= answer;
  }
  return failure ?? false;
}

function equalMaps(one: MapValue, other: MapValue): boolean | Failure {
  if (one.size !== other.size) return false;
  for (const key of one.keys()) {
    const left = one.find(key);
    const right = other.find(nameIn(other, one, key));
    if (left === undefined && right === undefined) continue;
    if (left === undefined || right === undefined) return false;
    const answer = equal(left, right);
    if (answer === false || (one.isData && answer !== true)) return answer;
  }
  return equalHidden(one, other);
}

/** Fields are known by their escaped names where there is a schema. */
function nameIn(other: MapValue, one: MapValue, key: Value): Value {
  const isWritten = one.hidden !== undefined && !other.isData && typeof key === "string";
  return isWritten ? (unescapeName(key) ?? key) : key;
}

function equalHidden(one: MapValue, other: MapValue): boolean | Failure {
  const { hidden } = one;
  if (hidden === undefined || hidden.size === 0) return true;
  if (!other.isData) return noOverload;
  return [...hidden].every(([key, value]) => {
    const theirs = other.hidden;
    return theirs === undefined || !theirs.has(key) || deepEqual(value, theirs.get(key));
  });
}
