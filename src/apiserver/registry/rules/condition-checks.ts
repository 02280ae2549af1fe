import { qualifiedNameProblems } from "../../../model/index.ts";
import { duplicate, invalid, required } from "../../crd/index.ts";
import {
  among,
  every,
  fieldsOf,
  formed,
  from,
  items,
  itemsOf,
  members,
  needed,
  repeats,
  textOf,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

const reasonWords =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

const reason: FieldCheck = needed((value, field) =>
  /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(textOf(value)) ? [] : [invalid(field, value, reasonWords)],
);

/** A time that was; the first moment of all stands for none. */
const moment: FieldCheck = (value, field) =>
  textOf(value) === "" || textOf(value).startsWith("0001-01-01T00:00:00") ? [required(field)] : [];

const typeOf = (one: unknown): string => textOf(fieldsOf(one)["type"]);

/** No two conditions of a list are of the same type. */
const distinctTypes: FieldCheck = (value, field) => {
  const types = itemsOf(value).map(typeOf);
  const again = repeats(types);
  return types.flatMap((type, index) => (again.has(index) ? [duplicate(`${field}[${index}].type`, type)] : []));
};

/** What is wrong with conditions in the form that all kinds share. */
export const conditions: FieldCheck = every(
  distinctTypes,
  items(
    members({
      type: formed(qualifiedNameProblems),
      status: among(["False", "True", "Unknown"]),
      observedGeneration: from(0, "must be greater than or equal to zero"),
      lastTransitionTime: moment,
      reason,
    }),
  ),
);

/** What is wrong with conditions of which only the type is looked at. */
export const typedConditions: FieldCheck = every(distinctTypes, items(members({ type: needed() })));
