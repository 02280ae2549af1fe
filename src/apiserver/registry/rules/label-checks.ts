import { labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import { fieldsOf, formed } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

const key: FieldCheck = formed(qualifiedNameProblems);
const text: FieldCheck = formed(labelValueProblems);

/** Labels, with what is wrong with each said of all of them. */
export const labels: FieldCheck = (value, field) =>
  Object.entries(fieldsOf(value)).flatMap(([name, one]) => [...key(name, field), ...text(one, field)]);

/** The keys of annotations, in capital letters or not. */
export const annotationKeys: FieldCheck = (value, field) =>
  Object.keys(fieldsOf(value)).flatMap((name) =>
    qualifiedNameProblems(name.toLowerCase()).map((problem) => invalid(field, name, problem)),
  );
