import { deepEqual, pathSegmentProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import { exactAddress, exactRange } from "./address-checks.ts";
import {
  fieldsOf,
  formed,
  isGiven,
  items,
  itemsOf,
  members,
  needed,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";

const fixed = "field is immutable";
const segment: FieldCheck = formed(pathSegmentProblems);

const parent: FieldCheck = members({
  group: unlessEmpty(subdomain),
  resource: needed(segment),
  name: needed(segment),
  namespace: unlessEmpty(segment),
});

/** What is wrong with an address of a service. Whose it is stays. */
export function addressCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const { parentRef } = fieldsOf(next["spec"]);
  const field = "spec.parentRef";
  const isSame = old === undefined || deepEqual(parentRef, fieldsOf(old["spec"])["parentRef"]);
  const { name, generateName } = fieldsOf(next["metadata"]);
  return [
    ...unlessEmpty(exactAddress)(generateName, "metadata.generateName"),
    ...unlessEmpty(exactAddress)(name, "metadata.name"),
    ...(isGiven(parentRef) ? parent(parentRef, field) : [required(field)]),
    ...(isSame ? [] : [invalid(field, parentRef ?? null, fixed)]),
  ];
}

const rangesOf = (object: Fields): readonly unknown[] => itemsOf(fieldsOf(object["spec"])["cidrs"]);
const isLong = (range: unknown): boolean => textOf(range).includes(":");

const ranges: FieldCheck = (value, field) => {
  const all = itemsOf(value);
  if (all.length === 0) return [required(field, "at least one CIDR required")];
  if (all.length > 2) return [invalid(field, { cidrs: all }, "may only hold up to 2 values")];
  const causes = items(exactRange)(value, field);
  const isTwice = all.length === 2 && causes.length === 0 && isLong(all[0]) === isLong(all[1]);
  const words = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
  return isTwice ? [...causes, invalid(field, all, words)] : causes;
};

/** What is wrong with a range of addresses for services. One can be added, nothing else is changed. */
export function addressRangeCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const now = rangesOf(next);
  const field = "spec.cidrs";
  if (old === undefined) return ranges(now, field);
  const was = rangesOf(old);
  const changed = was.flatMap((range, index) =>
    range === now[index] ? [] : [invalid(`${field}[${index}]`, now[index], fixed)],
  );
  if (now.length === was.length) return changed;
  if (was.length === 1 && now.length === 2) return [...changed, ...ranges(now, field)];
  return [invalid(field, now.length === 0 ? null : now, fixed)];
}
