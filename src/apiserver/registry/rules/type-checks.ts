import { labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import { affinityChecks } from "./affinity-checks.ts";
import { jobChecks } from "./job-checks.ts";
import { labels } from "./label-checks.ts";
import { listAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { podSpecChecks } from "./pod-spec-checks.ts";
import { workloadChecks } from "./workload-checks.ts";

function keyCauses(key: string, field: string): readonly StatusCause[] {
  return qualifiedNameProblems(key).map((problem) => invalid(field, key, problem));
}

const noOperator = "not a valid selector operator";
const withValues = "must be specified when `operator` is 'In' or 'NotIn'";
const withoutValues = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

/** What is wrong with the values that an operator is given. */
function operandCauses(value: Fields, field: string): readonly StatusCause[] {
  const values = listAt(value, "values");
  const operator = textAt(value, "operator");
  if (operator === "In" || operator === "NotIn") {
    return values.length === 0 ? [required(`${field}.values`, withValues)] : [];
  }
  if (operator === "Exists" || operator === "DoesNotExist") {
    return values.length > 0 ? [forbidden(`${field}.values`, withoutValues)] : [];
  }
  return [invalid(`${field}.operator`, operator, noOperator)];
}

const labelRequirement: TypeCheck = (value, field) => [
  ...operandCauses(value, field),
  ...keyCauses(textAt(value, "key"), `${field}.key`),
  ...listAt(value, "values").flatMap((text, index) =>
    labelValueProblems(String(text)).map((problem) => invalid(`${field}.values[${index}]`, text, problem)),
  ),
];

const labelSelector: TypeCheck = (value, field, generic) => [
  ...labels(value["matchLabels"], `${field}.matchLabels`),
  ...generic("matchExpressions"),
];

function isGiven(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** What is checked of a type wherever it stands, instead of what its schema says of it. */
export const typeChecks: Readonly<Record<string, TypeCheck>> = {
  ...affinityChecks,
  ...podSpecChecks,
  ...workloadChecks,
  ...jobChecks,
  "meta.v1.LabelSelector": labelSelector,
  "meta.v1.LabelSelectorRequirement": labelRequirement,
  // A node without drivers is one all the same.
  "storage.v1.CSINodeSpec": (value, _field, generic) => (isGiven(value["drivers"]) ? generic("drivers") : []),
};
