import { deepEqual, getOwn, isExactInteger } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { invalid, notSupported, required, tooMany } from "./causes.ts";
import { checkNumber, checkString } from "./check-scalar.ts";
import { checkType } from "./check-type.ts";
import { correlatedField, correlatedItems } from "./correlate.ts";
import type { Before } from "./correlate.ts";
import { fits, found, joined } from "./findings.ts";
import type { Findings } from "./findings.ts";
import { inGoOrder } from "./in-go-order.ts";
import { isAsBefore } from "./is-as-before.ts";
import type { ValueSchema } from "./value-schema.ts";
import { fieldOf, placeIn } from "./visit.ts";
import type { Visit } from "./visit.ts";

/** What to check, and where it stands. */
export interface ValueToCheck {
  readonly value: unknown;
  readonly schema: ValueSchema;
  /** The field at which the value stands, if it is not the object itself: `status`. Messages name paths from there on. */
  readonly base?: string | undefined;
  /** What was there before, if something was: what is wrong with values that have not changed is not told. */
  readonly before?: Before | undefined;
}

/** What is wrong with a value, each as the cause that Kubernetes gives. Rules in CEL are not looked at. */
export function checkValue({ value, schema, base = "", before }: ValueToCheck): readonly StatusCause[] {
  return check({ value, schema, base, path: "", place: "", before }).causes;
}

function check(visit: Visit): Findings {
  const all = checkAll(visit);
  return all.causes.length > 0 && isAsBefore(visit) ? fits : all;
}

function checkAll(visit: Visit): Findings {
  const { value } = visit;
  if (value === null || value === undefined) return joined([checkType(visit), checkEnum(visit)]);
  const isNumber = typeof value === "number" || isExactInteger(value);
  const applied = [
    checkType(visit),
    checkCombined(visit),
    ...(typeof value === "string" ? [checkString(visit, value)] : []),
    ...(isNumber ? [checkNumber(visit, value as number)] : []),
    ...(Array.isArray(value) ? [checkList(visit, value)] : []),
    checkEnum(visit),
    ...(typeof value === "object" && !isNumber && !Array.isArray(value) ? [checkObject(visit, value)] : []),
  ];
  return joined(applied, applied.length + 1);
}

function checkEnum({ value, schema, base, place }: Visit): Findings | undefined {
  if (schema.enum === undefined || schema.enum.length === 0) return undefined;
  if (schema.enum.some((one) => deepEqual(one, value) || isRoundedTo(one, value))) return undefined;
  const supported = schema.enum.map((one) => (typeof one === "string" ? one : JSON.stringify(inGoOrder(one))));
  return found(notSupported(fieldOf({ base, place }), inGoOrder(value), supported));
}

/** Kubernetes compares numbers as being of the type of the one that is supported: of a whole one only the whole part counts. */
function isRoundedTo(supported: unknown, value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(supported) && Math.trunc(value) === supported;
}

function checkList(visit: Visit, list: readonly unknown[]): Findings {
  const { schema, base, path, before } = visit;
  const { minItems, maxItems } = schema.rules;
  const { items } = schema;
  const beforeOf = correlatedItems(before, schema);
  const each =
    items === undefined
      ? []
      : list.map((value, index) => {
          const at = { path: `${path}[${index}]`, place: `${visit.place}[${index}]` };
          return check({ value, schema: items, base, ...at, before: beforeOf(value) });
        });
  const field = fieldOf(visit);
  const tooFew = `${path} in body should have at least ${minItems ?? 0} items`;
  return joined(
    [
      ...each,
      minItems !== undefined && list.length < minItems ? found(invalid(field, list.length, tooFew)) : undefined,
      maxItems !== undefined && list.length > maxItems ? found(tooMany(field, list.length, maxItems)) : undefined,
    ],
    1,
  );
}

function checkObject(visit: Visit, object: object): Findings {
  const { schema, base, path } = visit;
  const { minProperties, maxProperties } = schema.rules;
  const size = Object.keys(object).length;
  const field = fieldOf(visit);
  const tooFew = `${path} in body should have at least ${minProperties ?? 0} properties`;
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(object, name));
  return joined([
    minProperties !== undefined && size < minProperties ? found(invalid(field, size, tooFew)) : undefined,
    maxProperties !== undefined && size > maxProperties ? found(tooMany(field, size, maxProperties)) : undefined,
    ...Object.keys(object).map((key) => checkMember(visit, object, key)),
    ...missing.map((name) => found(required(fieldOf({ base, place: placeIn(visit, name) })))),
  ]);
}

function checkMember(visit: Visit, object: object, key: string): Findings | undefined {
  const { schema, base, path, before } = visit;
  const value = getOwn(object, key);
  const known =
    schema.properties === undefined ? undefined : (getOwn(schema.properties, key) as ValueSchema | undefined);
  if (known === undefined && schema.rules.forbidsOthers === true) {
    return found(invalid(fieldOf(visit), key, `${path}.${key} in body is a forbidden property`));
  }
  const inner = known ?? schema.values;
  if (inner === undefined) return undefined;
  const at = known !== undefined && path === "" ? key : `${path}.${key}`;
  // The type of an object is the same before and after, whatever was written.
  const old = path === "" && (key === "apiVersion" || key === "kind") ? undefined : correlatedField(before, key);
  return check({ value, schema: inner, base, path: at, place: placeIn(visit, key), before: old });
}

const none: readonly ValueSchema[] = [];

/** Fits all, some, one or none of the schemas that stand inside a schema. */
function checkCombined(visit: Visit): Findings {
  const { allOf = none, anyOf = none, oneOf = none, not } = visit.schema.rules;
  if (allOf === none && anyOf === none && oneOf === none && not === undefined) return fits;
  const against = (schema: ValueSchema): Findings => checkAll({ ...visit, schema });
  return joined(
    [
      anyOf.length === 0 ? undefined : fitAny(visit, anyOf.map(against)),
      oneOf.length === 0 ? undefined : fitOne(visit, oneOf.map(against)),
      allOf.length === 0 ? undefined : fitEvery(visit, allOf.map(against)),
      not !== undefined && against(not).causes.length === 0
        ? found(whole(visit, "must not validate the schema (not)"))
        : undefined,
    ],
    1,
  );
}

function fitAny(visit: Visit, all: readonly Findings[]): Findings {
  const first = all.find(isFit);
  if (first !== undefined) return first;
  return joined([found(whole(visit, "must validate at least one schema (anyOf)")), best(all)]);
}

function fitOne(visit: Visit, all: readonly Findings[]): Findings {
  const fitting = all.filter(isFit);
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first;
  const why = first === undefined ? "Found none valid" : `Found ${fitting.length} valid alternatives`;
  const cause = whole(visit, `must validate one and only one schema (oneOf). ${why}`);
  return joined([found(cause), first === undefined ? best(all) : undefined]);
}

function fitEvery(visit: Visit, all: readonly Findings[]): Findings {
  const fitting = all.filter(isFit).length;
  if (fitting === all.length) return joined(all);
  const why = fitting === 0 ? ". None validated" : "";
  return joined([...all, found(whole(visit, `must validate all the schemas (allOf)${why}`))]);
}

function isFit({ causes }: Findings): boolean {
  return causes.length === 0;
}

function best(all: readonly Findings[]): Findings | undefined {
  return all.reduce<Findings | undefined>(
    (most, next) => (most === undefined || next.matches > most.matches ? next : most),
    undefined,
  );
}

/** Kubernetes tells such a problem about no field, and quotes the path. */
function whole({ base, path }: Visit, detail: string): StatusCause {
  return invalid(fieldOf({ base, place: "" }), "", `${JSON.stringify(path)} ${detail}`);
}
