import { dns1123SubdomainProblems, qualifiedNameProblems, utf8Length } from "../../../model/index.ts";
import { invalid, tooLong, tooMany } from "../../crd/index.ts";
import { rawTextOf } from "../../schema/index.ts";
import {
  distinct,
  every,
  fieldsOf,
  formed,
  items,
  itemsOf,
  members,
  needed,
  present,
  subdomain,
  textOf,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

/** Whether a text takes more bytes than it may. */
export function isLongerThan(text: string, max: number): boolean {
  return utf8Length(text) > max;
}

/** A list that holds so many at most; of more only that is told. */
export function limited(max: number, check: FieldCheck): FieldCheck {
  return (value, field) => {
    const { length } = itemsOf(value);
    return length > max ? [tooMany(field, length, max)] : check(value, field);
  };
}

/** The name of a driver, in letters of any case. */
export const driverName: FieldCheck = needed((value, field) => {
  const text = textOf(value);
  return [
    ...(isLongerThan(text, 63) ? [tooLong(field, 63)] : []),
    ...dns1123SubdomainProblems(text.toLowerCase()).map((problem) => invalid(field, text, problem)),
  ];
});

/** The name of a pool of devices: names with slashes between them. */
export const poolName: FieldCheck = needed((value, field) => [
  ...(isLongerThan(textOf(value), 253) ? [tooLong(field, 253)] : []),
  ...textOf(value)
    .split("/")
    .flatMap((part) => subdomain(part, field)),
]);

const mostOpaque = 10 * 1024;

/** An object that only the driver understands, of a size that others can bear. */
export const opaqueObject: FieldCheck = (value, field) => {
  if (isLongerThan(rawTextOf(value), mostOpaque)) return [tooLong(field, mostOpaque)];
  const isObject = typeof value === "object" && !Array.isArray(value);
  return isObject ? [] : [invalid(field, "<value omitted>", "must be a valid JSON object")];
};

/** What only the driver understands. */
export const deviceConfiguration: FieldCheck = members({
  opaque: needed(members({ driver: driverName, parameters: present(opaqueObject) })),
});

const identifierWords =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

/** A name as programs have them. */
export function identifier(text: string, field: string): ReturnType<FieldCheck> {
  return [
    ...(isLongerThan(text, 32) ? [tooLong(field, 32)] : []),
    ...(/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? [] : [invalid(field, text, identifierWords)]),
  ];
}

/** What has to be so, or may not be so, before a device can be used. */
export const bindings: FieldCheck = (value, field) => {
  const lists = ["bindingConditions", "bindingFailureConditions"] as const;
  const [first, second] = lists.map((name) => itemsOf(fieldsOf(value)[name]));
  const isMissing = (own: readonly unknown[] = [], other: readonly unknown[] = []): boolean =>
    own.length === 0 && other.length > 0;
  const words = "bindingFailureConditions must not overlap with bindingConditions";
  const names = limited(4, items(formed(qualifiedNameProblems)));
  const overlap: FieldCheck = (one, at) => (first?.includes(one) === true ? [invalid(at, one, words)] : []);
  return [
    ...members({ bindingConditions: names, bindingFailureConditions: names })(value, field),
    ...members({
      bindingConditions: distinct(),
      bindingFailureConditions: every(distinct(), items(overlap)),
    })(value, field),
    ...(isMissing(first, second)
      ? [invalid(`${field}.${lists[0]}`, null, `${lists[0]} are required to use ${lists[1]}`)]
      : []),
    ...(isMissing(second, first)
      ? [invalid(`${field}.${lists[1]}`, null, `${lists[1]} are required to use ${lists[0]}`)]
      : []),
  ];
};
