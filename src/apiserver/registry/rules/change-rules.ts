import { deepEqual, dns1123SubdomainProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required as missing } from "../../crd/index.ts";
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

/** What a set of pods was before. */
export const controllerRevision: readonly Rule[] = [immutable("data")];

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

/** What an event of the newer kind says stays. */
export const exactEvent: readonly Rule[] = [
  check("", ({ root }) => exactEventCauses(root)),
  ...[
    ["regarding", "involvedObject"],
    // It is looked at twice, and told twice.
    ["reason", "reason"],
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
    checkUpdate: (next, old) => {
      if (deepEqual(next.value ?? "", old.value ?? "")) return [];
      return [invalid(field, next.value ?? (at === "eventTime" ? null : ""), "field is immutable")];
    },
  })),
];

function exactEventCauses(event: Fields): readonly StatusCause[] {
  const { regarding, reportingController = "", reportingInstance = "", action = "", reason = "" } = event;
  const { namespace, resourceVersion } = (event["metadata"] ?? {}) as Fields;
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
      ...(name === "reportingController"
        ? qualifiedNameProblems(String(text)).map((problem) => invalid(name, text, problem))
        : []),
    ]),
    ...seriesCauses(event["series"]),
    ...(resourceVersion === undefined ? newEventCauses(event) : []),
  ];
}

function seriesCauses(series: unknown): readonly StatusCause[] {
  if (typeof series !== "object" || series === null) return [];
  const { count, lastObservedTime } = series as Fields;
  return [
    ...(Number(count ?? 0) < 2 ? [invalid("series.count", "", "should be at least 2")] : []),
    ...((lastObservedTime ?? null) === null ? [missing("series.lastObservedTime")] : []),
  ];
}

const formerly: readonly (readonly [member: string, field: string])[] = [
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
  ["deprecatedSource", "source"],
];

/** New events are written as the newer kind has them. */
function newEventCauses(event: Fields): readonly StatusCause[] {
  const { type = "" } = event;
  const isSet = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : (value ?? 0) !== 0;
  return [
    ...(type === "Normal" || type === "Warning" ? [] : [invalid("type", "", `has invalid value: ${String(type)}`)]),
    ...formerly.filter(([member]) => isSet(event[member])).map(([, field]) => invalid(field, "", "needs to be unset")),
  ];
}
