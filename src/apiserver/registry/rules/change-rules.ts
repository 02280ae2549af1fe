import { deepEqual, dns1123SubdomainProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required as missing } from "../../crd/index.ts";
import { signOf } from "./field-checks.ts";
import { fixedCauses } from "./fixed-checks.ts";
import type { Fields } from "./places.ts";
import { atLeast, check, immutable } from "./rule.ts";
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
  check("capacity", ({ value, field }) =>
    value !== undefined && signOf(value) < 0 ? [invalid(field, value, "must be greater than or equal to 0")] : [],
  ),
  immutable("nodeTopology"),
  immutable("storageClassName"),
];

/** What a set of pods was before. */
export const controllerRevision: readonly Rule[] = [
  atLeast("revision", 0),
  check("data", ({ value, field, root }) => {
    const { resourceVersion } = (root["metadata"] ?? {}) as Fields;
    if (resourceVersion !== undefined) return [];
    if (value === undefined || value === null) return [missing(field, "data is mandatory")];
    const isObject = typeof value === "object" && !Array.isArray(value);
    return isObject ? [] : [missing(field, "data must be a valid JSON object")];
  }),
  { at: "data", checkUpdate: (next, old) => fixedCauses(next.field, next.value, old.value) },
];

const policiesOfPreemption: readonly string[] = ["PreemptLowerPriority", "Never"];
const highestPriority = 1_000_000_000;

const systemPriorities: ReadonlyMap<string, number> = new Map([
  ["system-node-critical", 2_000_001_000],
  ["system-cluster-critical", 2_000_000_000],
]);

/** The names that begin so are those of the two priorities that every server has. */
function systemPriorityCauses(root: Fields, name: string): readonly StatusCause[] {
  const problem = systemPriorityProblem(root, name);
  const reserved = "priority class names with 'system-' prefix are reserved for system use only. error:";
  return problem === undefined ? [] : [forbidden("metadata.name", `${reserved} ${problem}`)];
}

function systemPriorityProblem({ value = 0, globalDefault }: Fields, name: string): string | undefined {
  const known = systemPriorities.get(name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known !== value) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/** Priorities. What of them has to be right is looked at when they are made. */
export const priorityClassChanges: readonly Rule[] = [
  check("", ({ root }) => {
    const { resourceVersion, name = "" } = root["metadata"] as Fields;
    const { value = 0, preemptionPolicy: policy } = root;
    if (resourceVersion !== undefined) return [];
    const isOfSystem = String(name).startsWith("system-");
    const isHigh = Number(value) > highestPriority && !isOfSystem;
    const words = `maximum allowed value of a user defined priority is ${highestPriority}`;
    const isKnown = policy === undefined || policiesOfPreemption.includes(String(policy));
    return [
      ...(isOfSystem ? systemPriorityCauses(root, String(name)) : []),
      ...(isHigh ? [forbidden("value", words)] : []),
      ...(policy === "" ? [missing("preemptionPolicy")] : []),
      ...(isKnown || policy === "" ? [] : [notSupported("preemptionPolicy", policy, policiesOfPreemption)]),
    ];
  }),
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
