import { getOwn, parseQuantity, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, required } from "../../crd/index.ts";
import { fieldsOf, formed, itemsOf, repeats, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { containerResource, standardResource } from "./resource-names.ts";

const types: readonly string[] = ["Pod", "Container", "PersistentVolumeClaim"];

const limitType: FieldCheck = (value, field) => {
  const causes = formed(qualifiedNameProblems)(value, field);
  if (causes.length > 0 || textOf(value).includes("/") || types.includes(textOf(value))) return causes;
  return [invalid(field, value, "must be a standard limit type or fully qualified")];
};

/** The members of a limit that tell amounts, in the order in which their names are looked at. */
const amounts = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] as const;

function nameCauses(limit: Fields, field: string): readonly StatusCause[] {
  const type = textOf(limit["type"]);
  const named = type === "Pod" || type === "Container" ? containerResource : standardResource;
  const size = (member: string): unknown => getOwn(fieldsOf(limit[member]), "storage");
  const isOpen = type === "PersistentVolumeClaim" && size("min") === undefined && size("max") === undefined;
  const words = "either minimum or maximum storage value is required, but neither was provided";
  return amounts.flatMap((member) => {
    const at = `${field}.${member}`;
    const before = member === "maxLimitRequestRatio" && isOpen ? [required(`${field}.limits`, words)] : [];
    const names = Object.keys(fieldsOf(limit[member]));
    if (type === "Pod" && member.startsWith("default")) {
      return names.length === 0 ? [] : [forbidden(at, "may not be specified when `type` is 'Pod'")];
    }
    return [...before, ...names.flatMap((name) => named(name, `${at}[${name}]`))];
  });
}

/** One amount that may not be above another, where messages place it, which of the two they quote, and how they call them. */
type Order = readonly [low: string, high: string, field: string, quoted: string, words: readonly [string, string]];

const orders: readonly Order[] = [
  ["min", "max", "min", "min", ["min value", "max value"]],
  ["min", "defaultRequest", "defaultRequest", "defaultRequest", ["min value", "default request value"]],
  ["defaultRequest", "max", "defaultRequest", "defaultRequest", ["default request value", "max value"]],
  ["defaultRequest", "default", "defaultRequest", "defaultRequest", ["default request value", "default limit value"]],
  ["min", "default", "default", "min", ["min value", "default value"]],
  ["default", "max", "default", "max", ["default value", "max value"]],
];

function orderCauses(limit: Fields, field: string, name: string): readonly StatusCause[] {
  const amount = (member: string): string | undefined => {
    const found = getOwn(fieldsOf(limit[member]), name);
    return found === undefined ? undefined : String(found);
  };
  const ratio = amount("maxLimitRequestRatio");
  return [
    ...orders.flatMap(([low, high, at, quoted, words]) => {
      const [less, more] = [amount(low), amount(high)];
      if (less === undefined || more === undefined || parseQuantity(less).compare(parseQuantity(more)) <= 0) return [];
      const text = `${words[0]} ${less} is greater than ${words[1]} ${more}`;
      return [invalid(`${field}.${at}[${name}]`, amount(quoted), text)];
    }),
    ...(ratio !== undefined && parseQuantity(ratio).compare(parseQuantity("1")) < 0
      ? [invalid(`${field}.maxLimitRequestRatio[${name}]`, ratio, `ratio ${ratio} is less than 1`)]
      : []),
  ];
}

/** What is wrong with the limits of a namespace. */
export function limitCauses(next: Fields): readonly StatusCause[] {
  const all = itemsOf(fieldsOf(next["spec"])["limits"]).map(fieldsOf);
  const known = all.map(({ type }) => textOf(type));
  const again = repeats(known);
  return all.flatMap((limit, index) => {
    const field = `spec.limits[${index}]`;
    const named = new Set(amounts.flatMap((member) => Object.keys(fieldsOf(limit[member]))));
    return [
      ...limitType(limit["type"], `${field}.type`),
      ...(again.has(index) ? [duplicate(`${field}.type`, known[index])] : []),
      ...nameCauses(limit, field),
      ...[...named].flatMap((name) => orderCauses(limit, field, name)),
    ];
  });
}
