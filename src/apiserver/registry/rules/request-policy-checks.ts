import { parseQuantity } from "../../../model/index.ts";
import type { Quantity, StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import { limited } from "./device-checks.ts";
import { distinct, every, fieldsOf, isGiven, items, itemsOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

const amountOf = (value: unknown): Quantity => parseQuantity(String(value ?? "0"));

/** An amount as a whole number, rounded away from 0. */
function wholeOf(amount: Quantity): bigint {
  const unit = 1_000_000_000n;
  const whole = amount.nano / unit;
  const rest = amount.nano % unit;
  return rest === 0n ? whole : rest > 0n ? whole + 1n : whole - 1n;
}

/** What is wrong with how much of a capacity may be asked for at a time. */
export function requestPolicy(capacity: unknown): FieldCheck {
  const most = amountOf(capacity);
  return (value, field) => {
    const { validValues, validRange, default: usual } = fieldsOf(value);
    const kinds = [
      ...(itemsOf(validValues).length > 0 ? ["validValues"] : []),
      ...(isGiven(validRange) ? ["validRange"] : []),
    ];
    const [kind] = kinds;
    if (kind === undefined) return [];
    if (kinds.length > 1) {
      const words =
        'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
      return [forbidden(field, words)];
    }
    if (!isGiven(usual)) return [required(`${field}.default`, `required when ${kind} is defined`)];
    const check = kind === "validValues" ? choice(amountOf(usual), most) : range(amountOf(usual), most);
    return check(fieldsOf(value)[kind], `${field}.${kind}`);
  };
}

/** One of some amounts, the least first. */
function choice(usual: Quantity, most: Quantity): FieldCheck {
  const small: FieldCheck = (value, field) =>
    amountOf(value).compare(most) > 0
      ? [invalid(field, String(amountOf(value)), `option is larger than capacity value: ${String(most)}`)]
      : [];
  const ascending: FieldCheck = (value, field) =>
    itemsOf(value).flatMap((one, index, all) =>
      index > 0 && amountOf(all[index - 1]).compare(amountOf(one)) > 0
        ? [invalid(`${field}[${index}]`, String(amountOf(one)), "values must be sorted in ascending order")]
        : [],
    );
  const known: FieldCheck = (value, field) =>
    itemsOf(value).length <= 10 && itemsOf(value).some((one) => amountOf(one).equals(usual))
      ? []
      : [invalid(field, String(usual), "default value is not valid according to the requestPolicy")];
  const different = distinct((one) => String(wholeOf(amountOf(one))));
  return every(ascending, limited(10, every(items(small), different)), known);
}

/** Any amount of a range, or some that are equally far apart. */
function range(usual: Quantity, most: Quantity): FieldCheck {
  return (value, field) => {
    const { min, max, step } = fieldsOf(value);
    if (!isGiven(min)) return [required(`${field}.min`, "required when validRange is defined")];
    const least = amountOf(min);
    const over = (amount: Quantity, name: string): readonly StatusCause[] =>
      amount.compare(most) > 0
        ? [invalid(`${field}.${name}`, String(amount), `${name} is larger than capacity value: ${String(most)}`)]
        : [];
    return [
      ...over(least, "min"),
      ...(usual.compare(least) < 0
        ? [invalid(`${field}.min`, String(usual), `default is less than min: ${String(least)}`)]
        : []),
      ...(isGiven(max) ? upperCauses({ least, usual, largest: amountOf(max), over }, `${field}.max`) : []),
      ...(isGiven(step)
        ? stepCauses(
            { least, most, step: amountOf(step), reached: [usual, ...(isGiven(max) ? [amountOf(max)] : [])] },
            `${field}.step`,
          )
        : []),
    ];
  };
}

interface Upper {
  readonly least: Quantity;
  readonly usual: Quantity;
  readonly largest: Quantity;
  readonly over: (amount: Quantity, name: string) => readonly StatusCause[];
}

function upperCauses({ least, usual, largest, over }: Upper, field: string): readonly StatusCause[] {
  return [
    ...(least.compare(largest) > 0
      ? [invalid(field, String(least), `min is larger than max: ${String(largest)}`)]
      : []),
    ...over(largest, "max"),
    ...(usual.compare(largest) > 0
      ? [invalid(field, String(usual), `default is more than max: ${String(largest)}`)]
      : []),
  ];
}

interface Steps {
  readonly least: Quantity;
  readonly most: Quantity;
  readonly step: Quantity;
  /** What has to be some steps away from the least. */
  readonly reached: readonly Quantity[];
}

function stepCauses({ least, most, step, reached }: Steps, field: string): readonly StatusCause[] {
  const first = least.add(step);
  const words = `value is not a multiple of a given step (${String(step)}) from (${String(least)})`;
  const width = wholeOf(step);
  // A step of nothing leads nowhere.
  const isOff = (amount: Quantity): boolean => width !== 0n && (wholeOf(amount) - wholeOf(least)) % width !== 0n;
  return [
    ...(first.compare(most) > 0
      ? [invalid(field, String(step), `one step ${first.toCanonical()} is larger than capacity value: ${String(most)}`)]
      : []),
    ...reached.filter(isOff).map((amount) => invalid(field, String(amount), words)),
  ];
}
