import { labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import { formed, label, subdomain } from "./field-checks.ts";
import { countedKeys } from "./label-key-selectors.ts";
import { listAt, numberAt, partAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { chosenKeyCauses, labelKeyCauses } from "./scheduling-checks.ts";
import type { ValueCheck } from "./value-checks.ts";

const qualified: ValueCheck = formed(qualifiedNameProblems);

/** The values that an operator has to be given. */
function operandCauses(value: Fields, field: string): readonly StatusCause[] {
  const count = listAt(value, "values").length;
  const operator = textAt(value, "operator");
  const at = `${field}.values`;
  switch (operator) {
    case "In":
    case "NotIn":
      return count === 0 ? [required(at, "must be specified when `operator` is 'In' or 'NotIn'")] : [];
    case "Exists":
    case "DoesNotExist":
      return count === 0 ? [] : [forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case "Gt":
    case "Lt":
      return count === 1 ? [] : [required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(`${field}.operator`, operator, "not a valid selector operator")];
  }
}

/** A field of a node: its name, and nothing else. */
function fieldCauses(value: Fields, field: string): readonly StatusCause[] {
  const [key, operator] = [textAt(value, "key"), textAt(value, "operator")];
  const values = listAt(value, "values").map(String);
  const isKnown = operator === "In" || operator === "NotIn";
  const single = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  return [
    ...(isKnown ? [] : [invalid(`${field}.operator`, operator, "not a valid selector operator")]),
    ...(isKnown && values.length !== 1 ? [required(`${field}.values`, single)] : []),
    ...(key === "metadata.name" ? [] : [invalid(`${field}.key`, key, "not a valid field selector key")]),
    ...(key === "metadata.name" ? values.flatMap((name, index) => subdomain(name, `${field}.values[${index}]`)) : []),
  ];
}

/** Nodes by their labels. Values need no form where they are only preferred. */
const nodeRequirement: TypeCheck = (value, field) => {
  if (/\.matchFields\[\d+\]$/.test(field)) return fieldCauses(value, field);
  const isPreferred = field.includes(".preferredDuringSchedulingIgnoredDuringExecution[");
  return [
    ...operandCauses(value, field),
    ...qualified(textAt(value, "key"), `${field}.key`),
    ...(isPreferred
      ? []
      : listAt(value, "values").flatMap((text, index) =>
          formed(labelValueProblems)(String(text), `${field}.values[${index}]`),
        )),
  ];
};

/** A weight, and then what it is given to. */
function weighted(member: string): TypeCheck {
  return (value, field, generic) => {
    const weight = numberAt(value, "weight") ?? 0;
    const isRight = weight >= 1 && weight <= 100;
    return [...(isRight ? [] : [invalid(`${field}.weight`, weight, "must be in the range 1-100")]), ...generic(member)];
  };
}

/** Keys whose values the pod itself gives may be in neither the other list nor the selector. */
function keyCauses(term: Fields, field: string): readonly StatusCause[] {
  const others = new Set(listAt(term, "mismatchLabelKeys"));
  const words = "exists in both matchLabelKeys and mismatchLabelKeys";
  return [
    ...labelKeyCauses(term, field, "matchLabelKeys"),
    ...labelKeyCauses(term, field, "mismatchLabelKeys"),
    ...chosenKeyCauses(term, field),
    ...countedKeys(term, "matchLabelKeys").flatMap(([key, index]) =>
      others.has(key) ? [invalid(`${field}.matchLabelKeys[${index}]`, key, words)] : [],
    ),
  ];
}

const affinityTerm: TypeCheck = (value, field, generic) => {
  const key = textAt(value, "topologyKey");
  return [
    ...generic("labelSelector"),
    ...generic("namespaceSelector"),
    ...listAt(value, "namespaces").flatMap((name) => label(String(name), `${field}.namespace`)),
    ...keyCauses(value, field),
    ...(key === "" ? [required(`${field}.topologyKey`, "can not be empty")] : []),
    ...qualified(key, `${field}.topologyKey`),
  ];
};

const requiredFirst: TypeCheck = (_value, _field, generic) => [
  ...generic("requiredDuringSchedulingIgnoredDuringExecution"),
  ...generic("preferredDuringSchedulingIgnoredDuringExecution"),
];

/** Where pods may and would best run. */
export const affinityChecks: Readonly<Record<string, TypeCheck>> = {
  "core.v1.NodeSelector": (value, field, generic) =>
    listAt(value, "nodeSelectorTerms").length === 0
      ? [required(`${field}.nodeSelectorTerms`, "must have at least one node selector term")]
      : generic("nodeSelectorTerms"),
  "core.v1.NodeSelectorTerm": (_value, _field, generic) => [...generic("matchExpressions"), ...generic("matchFields")],
  "core.v1.NodeSelectorRequirement": nodeRequirement,
  "core.v1.Affinity": (value, _field, generic) =>
    ["nodeAffinity", "podAffinity", "podAntiAffinity"]
      .filter((name) => partAt(value, name) !== undefined)
      .flatMap(generic),
  "core.v1.NodeAffinity": requiredFirst,
  "core.v1.PodAffinity": requiredFirst,
  "core.v1.PodAntiAffinity": requiredFirst,
  "core.v1.WeightedPodAffinityTerm": weighted("podAffinityTerm"),
  "core.v1.PreferredSchedulingTerm": weighted("preference"),
  "core.v1.PodAffinityTerm": affinityTerm,
};
