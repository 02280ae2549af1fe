import { getOwn, labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import { affinityChecks } from "./affinity-checks.ts";
import { jobChecks } from "./job-checks.ts";
import type { Fields } from "./places.ts";
import { podSpecChecks } from "./pod-spec-checks.ts";
import { workloadChecks } from "./workload-checks.ts";

function listOf(value: Fields, member: string): readonly unknown[] {
  const list = getOwn(value, member);
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

function textOf(value: Fields, member: string): string {
  const text = getOwn(value, member);
  return typeof text === "string" ? text : "";
}

function keyCauses(key: string, field: string): readonly StatusCause[] {
  return qualifiedNameProblems(key).map((problem) => invalid(field, key, problem));
}

const noOperator = "not a valid selector operator";
const withValues = "must be specified when `operator` is 'In' or 'NotIn'";
const withoutValues = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

/** What is wrong with the values that an operator is given. */
function operandCauses(value: Fields, field: string): readonly StatusCause[] {
  const values = listOf(value, "values");
  const operator = textOf(value, "operator");
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
  ...keyCauses(textOf(value, "key"), `${field}.key`),
  ...listOf(value, "values").flatMap((text, index) =>
    labelValueProblems(String(text)).map((problem) => invalid(`${field}.values[${index}]`, text, problem)),
  ),
];

const labelSelector: TypeCheck = (value, field, generic) => [
  ...Object.entries((getOwn(value, "matchLabels") ?? {}) as Fields).flatMap(([key, text]) => [
    ...keyCauses(key, `${field}.matchLabels`),
    ...labelValueProblems(String(text)).map((problem) => invalid(`${field}.matchLabels`, text, problem)),
  ]),
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
