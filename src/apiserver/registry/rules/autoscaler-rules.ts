import { getOwn, pathSegmentProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import {
  among,
  every,
  fieldsOf,
  formed,
  from,
  isGiven,
  items,
  itemsOf,
  label,
  members,
  needed,
  numberOf,
  optional,
  signOf,
  textOf,
  upTo,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";

const segment: FieldCheck = formed(pathSegmentProblems);
const afterZero = "must be greater than zero";

/** What keeps the version of a reference from being one; some have to name a group. */
function versionCauses(version: string, field: string, mayBeCore: boolean): readonly StatusCause[] {
  const parts = version.split("/");
  if (parts.length > 2) return [invalid(field, version, `unexpected GroupVersion string: ${version}`)];
  const isCore = parts.length < 2 || parts[0] === "";
  return isCore && !mayBeCore ? [invalid(field, version, "apiVersion must specify API group")] : [];
}

function reference(mayBeCore: (reference: Fields) => boolean): FieldCheck {
  return (value, field) => [
    ...members({ kind: needed(segment), name: needed(segment) })(value, field),
    ...versionCauses(textOf(fieldsOf(value)["apiVersion"]), `${field}.apiVersion`, mayBeCore(fieldsOf(value))),
  ];
}

const positive: FieldCheck = (value, field) => (signOf(value) === 1 ? [] : [invalid(field, value, "must be positive")]);

const targetTypes: readonly string[] = ["Utilization", "Value", "AverageValue"];

const target: FieldCheck = members({
  type: every(needed(undefined, "must specify a metric target type"), (value, field) =>
    targetTypes.includes(textOf(value))
      ? []
      : [invalid(field, textOf(value), "must be either Utilization, Value, or AverageValue")],
  ),
  value: optional(positive),
  averageValue: optional(positive),
  averageUtilization: optional(from(1, "must be greater than 0")),
});

const metric: FieldCheck = members({ name: needed(segment, "must specify a metric name") });

/** What has to be among the members of a target, and what excludes each other. */
function targetOf(needs: readonly string[], words: string, both?: readonly [string, string]): FieldCheck {
  return (value, field) => {
    const given = fieldsOf(value);
    const last = needs[0] === "averageUtilization" ? "averageUtilization" : "averageValue";
    const count = needs.filter((name) => isGiven(given[name])).length;
    return [
      ...target(value, field),
      ...(count === 0 ? [required(`${field}.${last}`, words)] : []),
      ...(count === 2 && both !== undefined ? [forbidden(`${field}.${both[0]}`, both[1])] : []),
    ];
  };
}

const valueOrAverage: readonly string[] = ["value", "averageValue"];
const useOrAverage: FieldCheck = targetOf(
  ["averageUtilization", "averageValue"],
  "must set either a target raw value or a target utilization",
  ["averageValue", "may not set both a target raw value and a target utilization"],
);

const containerResources: readonly string[] = ["cpu", "memory", "ephemeral-storage"];
const standardResources: readonly string[] = [
  ...containerResources,
  "requests.cpu",
  "requests.memory",
  "requests.ephemeral-storage",
  "limits.cpu",
  "limits.memory",
  "limits.ephemeral-storage",
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "persistentvolumeclaims",
  "configmaps",
  "services.nodeports",
  "services.loadbalancers",
  "requests.storage",
  "storage",
];

const containerResource: FieldCheck = (value, field) => {
  const name = textOf(value);
  const problems = qualifiedNameProblems(name).map((problem) => invalid(field, name, problem));
  if (name.includes("/")) return problems;
  const isPage = name.startsWith("hugepages-");
  const isStandard = standardResources.includes(name) || isPage;
  return [
    ...problems,
    ...(problems.length > 0 || isStandard
      ? []
      : [invalid(field, name, "must be a standard resource type or fully qualified")]),
    ...(containerResources.includes(name) || isPage
      ? []
      : [invalid(field, name, "must be a standard resource for containers")]),
  ];
};

const resourceName = "must specify a resource name";

/** Where a metric comes from, in the order in which they are looked for. */
const sources: Readonly<Record<string, FieldCheck>> = {
  object: members({
    describedObject: reference(() => true),
    metric,
    target: targetOf(valueOrAverage, "must set either a target value or averageValue"),
  }),
  external: members({
    metric,
    target: targetOf(valueOrAverage, "must set either a target value for metric or a per-pod target", [
      "value",
      "may not set both a target value for metric and a per-pod target",
    ]),
  }),
  pods: members({ metric, target: targetOf(["averageValue"], "must specify a positive target averageValue") }),
  resource: members({ name: needed(undefined, resourceName), target: useOrAverage }),
  containerResource: members({
    name: needed(containerResource, resourceName),
    container: needed(label, "must specify a container"),
    target: useOrAverage,
  }),
};

const sourceTypes: Readonly<Record<string, string>> = {
  ContainerResource: "containerResource",
  External: "external",
  Object: "object",
  Pods: "pods",
  Resource: "resource",
};

const metricSpec: FieldCheck = (value, field) => {
  const type = textOf(fieldsOf(value)["type"]);
  const given = Object.keys(sources).filter((name) => isGiven(fieldsOf(value)[name]));
  const [first] = given;
  const expected = getOwn(sourceTypes, type) as string | undefined;
  const unknown = notSupported(`${field}.type`, type, Object.keys(sourceTypes));
  const words = "must populate information for the given metric source";
  return [
    ...(type === "" ? [required(`${field}.type`, "must specify a metric source type")] : []),
    ...(expected === undefined ? [unknown] : []),
    ...(first === undefined ? [] : (sources[first]?.(fieldsOf(value)[first], `${field}.${first}`) ?? [])),
    ...(expected === undefined ? [unknown] : given.includes(expected) ? [] : [required(`${field}.${expected}`, words)]),
    ...given
      .filter((name) => given.length > 1 && name !== expected)
      .map((name) => forbidden(`${field}.${name}`, "must populate the given metric source only")),
  ];
};

const scaling: FieldCheck = members({
  stabilizationWindowSeconds: every(from(0, "must be greater than or equal to zero"), upTo(3600)),
  selectPolicy: optional(among(["Disabled", "Max", "Min"])),
  policies: needed(
    items(
      members({
        type: among(["Percent", "Pods"]),
        value: from(1, afterZero),
        periodSeconds: every(from(1, afterZero), upTo(1800)),
      }),
    ),
    "must specify at least one Policy",
  ),
  tolerance: optional((value, field) =>
    signOf(value) < 0 ? [invalid(field, value, "must be greater than or equal to 0")] : [],
  ),
});

/** Nothing can be told of pods that there are none of. */
function zeroCauses(minReplicas: unknown, metrics: unknown, field: string): readonly StatusCause[] {
  const isOutside = itemsOf(metrics).some((one) => ["Object", "External"].includes(textOf(fieldsOf(one)["type"])));
  const words = "must specify at least one Object or External metric to support scaling to zero replicas";
  return minReplicas === 0 && !isOutside ? [forbidden(field, words)] : [];
}

const least: FieldCheck = optional(from(1, "must be greater than or equal to 1"));

/** What is wrong with what an autoscaler is to do. */
const autoscalerSpec: FieldCheck = (value, field) => {
  const { minReplicas, maxReplicas } = fieldsOf(value);
  const most = numberOf(maxReplicas);
  const words = "must be greater than or equal to";
  const range = [
    ...(most === 0 ? [required(`${field}.maxReplicas`, "must be set and greater than 0")] : []),
    ...(most < 0 ? [invalid(`${field}.maxReplicas`, most, `${words} 1`)] : []),
    ...(isGiven(minReplicas) && most < numberOf(minReplicas)
      ? [invalid(`${field}.maxReplicas`, most, `${words} \`minReplicas\``)]
      : []),
  ];
  return [
    ...least(minReplicas, `${field}.minReplicas`),
    ...range,
    ...members({
      scaleTargetRef: reference(({ kind }) => kind === "ReplicationController"),
      metrics: every(items(metricSpec), (metrics, at) => zeroCauses(minReplicas, metrics, at)),
      behavior: optional(members({ scaleUp: optional(scaling), scaleDown: optional(scaling) })),
    })(value, field),
  ];
};

const notNegative: FieldCheck = from(0, "must be greater than or equal to 0");

/** What is wrong with how far an autoscaler is. */
const autoscalerStatus: FieldCheck = members({ currentReplicas: notNegative, desiredReplicas: notNegative });

/** What is wrong with an autoscaler. The version of its target is looked at only where it is new. */
export function autoscalerCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const targetOfOne = (object: Fields): Fields => fieldsOf(fieldsOf(object["spec"])["scaleTargetRef"]);
  const [now, was] = [targetOfOne(next), old === undefined ? undefined : targetOfOne(old)];
  const isKept = was !== undefined && now["apiVersion"] === was["apiVersion"] && now["kind"] === was["kind"];
  return [
    ...autoscalerSpec(next["spec"], "spec").filter(
      (cause) => !isKept || cause.field !== "spec.scaleTargetRef.apiVersion",
    ),
    ...(old === undefined ? [] : autoscalerStatus(next["status"], "status")),
  ];
}
