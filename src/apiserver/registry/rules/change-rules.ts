import { deepEqual, dns1123SubdomainProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required as missing } from "../../crd/index.ts";
import type { Fields } from "./places.ts";
import { check, immutable } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** What stands there may be changed only in some members; `words` say which. */
function fixedBut(at: string, members: readonly string[], words: string): Rule {
  const lasting = (value: unknown): object =>
    Object.fromEntries(Object.entries((value ?? {}) as Fields).filter(([name]) => !members.includes(name)));
  return {
    at,
    checkUpdate: (next, old) => (deepEqual(lasting(next.value), lasting(old.value)) ? [] : [forbidden(at, words)]),
  };
}

/** A name has to be one, also if it is missing. */
function subdomain(at: string): Rule {
  return check(at, ({ value = "", field }) =>
    dns1123SubdomainProblems(String(value)).map((problem) => invalid(field, value, problem)),
  );
}

/** What pods get of devices stays as it was asked for. */
export const fixedSpec: readonly Rule[] = [immutable("spec")];

/** Devices of one node. */
export const resourceSlice: readonly Rule[] = ["spec.pool.name", "spec.driver", "spec.nodeName"].map((at) => ({
  at,
  checkUpdate: ({ value = "", field }, old) =>
    value === (old.value ?? "") ? [] : [invalid(field, value, "field is immutable")],
}));

/** Drivers of volumes. */
export const volumeDriverChanges: readonly Rule[] = [
  {
    at: "spec.attachRequired",
    checkUpdate: ({ value }, old) =>
      value === old.value ? [] : [invalid("spec.attachedRequired", value, "field is immutable")],
  },
  immutable("spec.volumeLifecycleModes"),
];

/** How much room a class has somewhere. */
export const storageCapacity: readonly Rule[] = [
  subdomain("storageClassName"),
  immutable("nodeTopology"),
  immutable("storageClassName"),
];

/** Volumes on nodes. */
export const volumeAttachment: readonly Rule[] = [
  check("spec.attacher", ({ value = "", field }) => (value === "" ? [missing(field)] : [])),
  subdomain("spec.nodeName"),
  immutable("spec"),
];

/** What a set of pods was before. */
export const controllerRevision: readonly Rule[] = [immutable("data")];

/** Classes of ingresses. */
export const ingressClassChanges: readonly Rule[] = [
  check("spec.controller", ({ value = "", field }) => {
    if (value === "") return [missing(field)];
    const words = 'must be a domain-prefixed path (such as "acme.io/foo")';
    return String(value).includes("/") ? [] : [invalid(field, value, words)];
  }),
  immutable("spec.controller"),
];

/** Addresses of services. */
export const addressChanges: readonly Rule[] = [immutable("spec.parentRef")];

/** How pods are run. */
export const runtimeClass: readonly Rule[] = [immutable("handler")];

/** Priorities. */
export const priorityClassChanges: readonly Rule[] = [
  {
    at: "value",
    checkUpdate: ({ value = 0, field }, old) =>
      value === (old.value ?? 0) ? [] : [forbidden(field, "may not be changed in an update.")],
  },
  immutable("preemptionPolicy"),
];

/** Stateful sets: much of them is for ever. */
export const statefulSetChanges: readonly Rule[] = [
  fixedBut(
    "spec",
    [
      "minReadySeconds",
      "ordinals",
      "persistentVolumeClaimRetentionPolicy",
      "replicas",
      "revisionHistoryLimit",
      "template",
      "updateStrategy",
    ],
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  ),
];

const accessModes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

function accessModeCauses(spec: Fields, field: string, words?: string): readonly StatusCause[] {
  const modes = (Array.isArray(spec["accessModes"]) ? spec["accessModes"] : []) as readonly unknown[];
  if (modes.length === 0) return [missing(field, words)];
  return modes
    .filter((mode) => !accessModes.includes(String(mode)))
    .map((mode) => notSupported(field, mode, accessModes));
}

/** Volumes: how they can be used, and how large they are. */
export const volumeChecks: readonly Rule[] = [
  check("", ({ root }) => {
    const spec = (root["spec"] ?? {}) as Fields;
    const capacity = (spec["capacity"] ?? {}) as Fields;
    const isSized = capacity["storage"] !== undefined && Object.keys(capacity).length === 1;
    return [
      ...accessModeCauses(spec, "spec.accessModes"),
      ...(Object.keys(capacity).length === 0 ? [missing("spec.capacity")] : []),
      ...(isSized ? [] : [notSupported("spec.capacity", spec["capacity"] ?? null, ["storage"])]),
    ];
  }),
];

/** Ranges of addresses. */
export const addressRange: readonly Rule[] = [
  {
    at: "",
    check: ({ root }) => {
      const { cidrs } = (root["spec"] ?? {}) as Fields;
      const isNew = ((root["metadata"] ?? {}) as Fields)["resourceVersion"] === undefined;
      return isNew && (!Array.isArray(cidrs) || cidrs.length === 0)
        ? [missing("spec.cidrs", "at least one CIDR required")]
        : [];
    },
    checkUpdate: (next, old) => {
      const rangesIn = (root: Fields): readonly unknown[] =>
        (((root["spec"] ?? {}) as Fields)["cidrs"] ?? []) as readonly unknown[];
      const [now, was] = [rangesIn(next.root), rangesIn(old.root)];
      if (now.length !== was.length)
        return [invalid("spec.cidrs", now.length === 0 ? null : now, "field is immutable")];
      return now.flatMap((range, index) =>
        range === was[index] ? [] : [invalid(`spec.cidrs[${index}]`, range, "field is immutable")],
      );
    },
  },
];

/** Claims of volumes. */
export const volumeClaimChanges: readonly Rule[] = [
  check("", ({ root }) => {
    const spec = (root["spec"] ?? {}) as Fields;
    const requests = ((spec["resources"] ?? {}) as Fields)["requests"] as Fields | undefined;
    return [
      ...accessModeCauses(spec, "spec.accessModes", "at least 1 access mode is required"),
      ...(requests?.["storage"] === undefined ? [missing("spec.resources[storage]")] : []),
    ];
  }),
  fixedBut(
    "spec",
    ["volumeName"],
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims",
  ),
  {
    at: "spec.volumeMode",
    checkUpdate: ({ value }, old) => (value === old.value ? [] : [invalid("volumeMode", value, "field is immutable")]),
  },
];

/** What an event of the newer kind says stays. */
export const exactEvent: readonly Rule[] = [
  check("", ({ root }) => exactEventCauses(root)),
  ...[
    ["regarding", "involvedObject"],
    ["reason", "reason"],
    ["note", "message"],
    ["type", "type"],
    ["eventTime", "eventTime"],
    ["action", "action"],
    ["related", "related"],
    ["reportingController", "reportingController"],
    ["reportingInstance", "reportingInstance"],
  ].map(([at = "", field = ""]): Rule => ({
    at,
    checkUpdate: (next, old) =>
      deepEqual(next.value ?? "", old.value ?? "") ? [] : [invalid(field, next.value ?? "", "field is immutable")],
  })),
];

function exactEventCauses(event: Fields): readonly StatusCause[] {
  const { regarding, reportingController = "", reportingInstance = "", action = "", reason = "" } = event;
  const { namespace } = (event["metadata"] ?? {}) as Fields;
  const place = ((regarding ?? {}) as Fields)["namespace"] ?? "";
  const isLost = place === "" && namespace !== "default" && namespace !== "kube-system";
  const texts = Object.entries({ reportingController, reportingInstance, action, reason });
  return [
    ...(isLost ? [invalid("involvedObject.namespace", place, "does not match event.namespace")] : []),
    ...texts.flatMap(([name, text]) => [
      ...(text === "" ? [missing(name)] : []),
      ...(name !== "reportingController" && String(text).length > 128
        ? [invalid(name, "", "can have at most 128 characters")]
        : []),
    ]),
  ];
}

/** Whose role a binding gives, and to whom. */
export const bindingSubjects: readonly Rule[] = [
  check("roleRef.kind", ({ value = "", field }) =>
    value === "Role" || value === "ClusterRole" ? [] : [notSupported(field, value, ["Role", "ClusterRole"])],
  ),
  check("roleRef.name", ({ value = "", field }) => (value === "" ? [missing(field)] : [])),
  check("subjects[]", ({ value, field }) => {
    const { kind = "", name = "" } = (value ?? {}) as Fields;
    const kinds = ["ServiceAccount", "User", "Group"];
    return [
      ...(name === "" ? [missing(`${field}.name`)] : []),
      ...(kinds.includes(String(kind)) ? [] : [notSupported(`${field}.kind`, kind, kinds)]),
    ];
  }),
];

/** The taints of nodes, which messages place elsewhere, and what stays of them. */
export const nodeChanges: readonly Rule[] = [
  check("spec.taints[]", ({ value, field }) => {
    const { effect = "" } = (value ?? {}) as Fields;
    const at = field.replace("spec.", "metadata.");
    const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
    if (effect === "") return [missing(`${at}.effect`)];
    return effects.includes(String(effect)) ? [] : [notSupported(`${at}.effect`, effect, effects)];
  }),
  check("spec.taints", ({ value }) => duplicateTaints((value ?? []) as readonly Fields[])),
  {
    at: "spec.podCIDRs",
    checkUpdate: (next, old) => {
      const before = (old.value ?? []) as readonly unknown[];
      if (before.length === 0 || deepEqual(next.value, before)) return [];
      return [forbidden("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid')];
    },
  },
];

function duplicateTaints(taints: readonly Fields[]): readonly StatusCause[] {
  const key = ({ key: name, effect }: Fields): string => JSON.stringify([name, effect]);
  return taints.flatMap((taint, index) =>
    taints.findIndex((one) => key(one) === key(taint)) < index
      ? [
          {
            reason: "FieldValueDuplicate",
            message: `Duplicate value: ${JSON.stringify(taint)}: taints must be unique by key and effect pair`,
            field: `metadata.taints[${index}]`,
          },
        ]
      : [],
  );
}

/** How many pods of a set are in which state. */
export function replicaStatus(members: readonly string[]): readonly Rule[] {
  return [
    check("status", ({ value, field }) => {
      const count = (name: string): number => Number(((value ?? {}) as Fields)[name] ?? 0);
      const negative = ["replicas", ...members, "observedGeneration"].filter((name) => count(name) < 0);
      const tooMany = members.filter((name) => count(name) > count("replicas"));
      return [
        ...negative.map((name) => invalid(`${field}.${name}`, count(name), "must be greater than or equal to 0")),
        ...tooMany.map((name) => invalid(`${field}.${name}`, count(name), "cannot be greater than status.replicas")),
        ...(count("availableReplicas") > count("readyReplicas")
          ? [invalid(`${field}.availableReplicas`, count("availableReplicas"), "cannot be greater than readyReplicas")]
          : []),
      ];
    }),
  ];
}
