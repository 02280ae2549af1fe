import {
  dns1123LabelProblems,
  getOwn,
  labelValueProblems,
  pathSegmentProblems,
  qualifiedNameProblems,
} from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import { containerChecks } from "./container-checks.ts";
import { pathOf, placesAt } from "./places.ts";
import type { Fields } from "./places.ts";

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

const nodeRequirement: TypeCheck = (value, field) => {
  const values = listOf(value, "values");
  const operator = textOf(value, "operator");
  const key = textOf(value, "key");
  if (/\.matchFields\[\d+\]$/.test(field)) {
    const isKnown = operator === "In" || operator === "NotIn";
    const single = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    return [
      ...(isKnown ? [] : [invalid(`${field}.operator`, operator, noOperator)]),
      ...(isKnown && values.length !== 1 ? [required(`${field}.values`, single)] : []),
      ...(key === "metadata.name" ? [] : [invalid(`${field}.key`, key, "not a valid field selector key")]),
    ];
  }
  const isOrdered = operator === "Gt" || operator === "Lt";
  const one = "must be specified single value when `operator` is 'Lt' or 'Gt'";
  return [
    ...(isOrdered ? (values.length === 1 ? [] : [required(`${field}.values`, one)]) : operandCauses(value, field)),
    ...keyCauses(key, `${field}.key`),
  ];
};

/** A weight, and then what it is given to. */
function weighted(member: string): TypeCheck {
  return (value, field, generic) => {
    const weight = Number(getOwn(value, "weight") ?? 0);
    const isRight = weight >= 1 && weight <= 100;
    return [...(isRight ? [] : [invalid(`${field}.weight`, weight, "must be in the range 1-100")]), ...generic(member)];
  };
}

const affinityTerm: TypeCheck = (value, field, generic) => {
  const key = textOf(value, "topologyKey");
  return [
    ...generic("labelSelector"),
    ...generic("namespaceSelector"),
    ...(key === "" ? [required(`${field}.topologyKey`, "can not be empty")] : []),
    ...keyCauses(key, `${field}.topologyKey`),
  ];
};

const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"] as const;

const admissionRule: TypeCheck = (value, field, generic) => {
  const names = listOf(value, "resourceNames").map(String);
  const missing = (member: string): readonly StatusCause[] =>
    listOf(value, member).length === 0 ? [required(`${field}.${member}`)] : [];
  return [
    ...names.flatMap((name, index) => [
      ...pathSegmentProblems(name).map((problem) => invalid(`${field}.resourceNames[${index}]`, name, problem)),
      ...(names.indexOf(name) < index ? [duplicate(`${field}.resourceNames[${index}]`, name)] : []),
    ]),
    ...missing("operations"),
    ...listOf(value, "operations").flatMap((one, index) =>
      (operations as readonly unknown[]).includes(one)
        ? []
        : [notSupported(`${field}.operations[${index}]`, one, operations)],
    ),
    ...missing("apiGroups"),
    ...missing("apiVersions"),
    ...listOf(value, "apiVersions").flatMap((one, index) =>
      one === "" ? [required(`${field}.apiVersions[${index}]`)] : [],
    ),
    ...missing("resources"),
    ...listOf(value, "resources").flatMap((one, index) =>
      one === "" ? [required(`${field}.resources[${index}]`)] : [],
    ),
    ...generic("scope"),
  ];
};

const beforeRunning: readonly string[] = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"];
const ofContainers: readonly string[] = [
  "ports",
  "env",
  "envFrom",
  "volumeMounts",
  "volumeDevices",
  "imagePullPolicy",
  "resources",
  "resizePolicy",
  "securityContext",
];
const notEphemeral: readonly string[] = [
  "ports",
  "resources",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
  "resizePolicy",
];

/** Containers are looked at in an order of their own; some of what they have is only for those that keep running. */
const container: TypeCheck = (value, field, generic) => {
  const name = textOf(value, "name");
  const names =
    name === ""
      ? [required(`${field}.name`)]
      : dns1123LabelProblems(name).map((problem) => invalid(`${field}.name`, name, problem));
  const member = (of: string): readonly StatusCause[] => {
    const ruled = containerChecks
      .filter(({ at }) => pathOf(at)[0] === of)
      .flatMap(({ at, check }) =>
        placesAt(value, pathOf(at)).flatMap((place) => check?.({ ...place, field: `${field}.${place.field}` }) ?? []),
      );
    const isSaid = (cause: StatusCause): boolean =>
      ruled.some((one) => one.field === cause.field && one.reason === cause.reason);
    return [...generic(of).filter((cause) => !isSaid(cause)), ...ruled];
  };
  return [
    ...names,
    ...(textOf(value, "image") === "" ? [required(`${field}.image`)] : []),
    ...generic("terminationMessagePolicy"),
    ...ofContainers.flatMap(member),
    ...runningCauses(value, field, member),
  ];
};

function runningCauses(
  value: Fields,
  field: string,
  member: (of: string) => readonly StatusCause[],
): readonly StatusCause[] {
  const given = (names: readonly string[]): readonly string[] => names.filter((name) => isGiven(getOwn(value, name)));
  if (/\.ephemeralContainers\[\d+\]$/.test(field)) {
    return given(notEphemeral).map((name) => forbidden(`${field}.${name}`, "cannot be set for an Ephemeral Container"));
  }
  if (/\.initContainers\[\d+\]$/.test(field) && getOwn(value, "restartPolicy") !== "Always") {
    const words = "may not be set for init containers without restartPolicy=Always";
    return given(beforeRunning).map((name) => forbidden(`${field}.${name}`, words));
  }
  return beforeRunning.flatMap(member);
}

function isGiven(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** Where the files of a volume come from is looked at before its name. */
const volume: TypeCheck = (value, field, generic) => {
  const name = textOf(value, "name");
  return [
    ...Object.keys(value)
      .filter((member) => member !== "name")
      .flatMap(generic),
    ...(name === ""
      ? [required(`${field}.name`)]
      : dns1123LabelProblems(name).map((problem) => invalid(`${field}.name`, name, problem))),
  ];
};

/** What is checked of a type wherever it stands, instead of what its schema says of it. */
export const typeChecks: Readonly<Record<string, TypeCheck>> = {
  "meta.v1.LabelSelector": labelSelector,
  "meta.v1.LabelSelectorRequirement": labelRequirement,
  "core.v1.NodeSelectorRequirement": nodeRequirement,
  "core.v1.WeightedPodAffinityTerm": weighted("podAffinityTerm"),
  "core.v1.PreferredSchedulingTerm": weighted("preference"),
  "core.v1.PodAffinityTerm": affinityTerm,
  "core.v1.Container": container,
  "core.v1.EphemeralContainer": container,
  "core.v1.Volume": volume,
  // A node without drivers is one all the same.
  "storage.v1.CSINodeSpec": (value, _field, generic) => (isGiven(value["drivers"]) ? generic("drivers") : []),
  "admissionregistration.v1.RuleWithOperations": admissionRule,
  "admissionregistration.v1.NamedRuleWithOperations": admissionRule,
};
