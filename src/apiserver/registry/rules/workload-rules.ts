import { deepEqual } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import type { Document } from "../document.ts";
import { valueAt, withValueAt } from "../value-at.ts";
import { statefulSetChanges } from "./change-rules.ts";
import { claimSpecCauses } from "./claim-checks.ts";
import { jobChecks } from "./job-checks.ts";
import { claimAmounts } from "./claim-amounts.ts";
import { numberAt, partAt, partsAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { podSpec } from "./pod-template.ts";
import { check, completed, defaults, immutable, within } from "./rule.ts";
import type { Default, Rule } from "./rule.ts";
import { labelSelector } from "./selector-checks.ts";
import { withTemplateGeneration } from "./template-generation.ts";
import { notNegative } from "./value-checks.ts";
import { workloadChecks } from "./workload-checks.ts";

const template: readonly Rule[] = within("spec.template.spec", podSpec);

/** A spec that is not there is one without content; the schema does not look at it. */
function withSpec(name: string, members: Fields = {}): Rule {
  return check("spec", ({ value, field }) =>
    value === undefined ? (specChecks[name]?.(members, field, () => []) ?? []) : [],
  );
}

const specChecks: Readonly<Record<string, TypeCheck>> = { ...workloadChecks, ...jobChecks };

/** How many pods of a set are in which state: none below 0, and of some not more than there are. */
function replicaStatus(counts: readonly string[], parts: readonly string[], ready = "readyReplicas"): readonly Rule[] {
  return [
    check("status", ({ value, field }) => {
      const status = (value ?? {}) as Fields;
      const count = (name: string): number => numberAt(status, name) ?? 0;
      const isOver = count("availableReplicas") > count("readyReplicas");
      return [
        ...notNegative(status, field, counts),
        ...parts
          .filter((name) => count(name) > count("replicas"))
          .map((name) => invalid(`${field}.${name}`, count(name), "cannot be greater than status.replicas")),
        ...(isOver
          ? [invalid(`${field}.availableReplicas`, count("availableReplicas"), `cannot be greater than ${ready}`)]
          : []),
      ];
    }),
  ];
}

/** Collisions are counted, not forgotten. */
const collisions: Rule = {
  at: "status",
  checkUpdate: (next, old) => {
    const [after, before] = [next, old].map(({ value }) => numberAt((value ?? {}) as Fields, "collisionCount"));
    return before === undefined || (after ?? -1) >= before
      ? []
      : [invalid(`${next.field}.collisionCount`, after ?? 0, "cannot be decremented")];
  },
};

const replicas = [
  "replicas",
  "fullyLabeledReplicas",
  "readyReplicas",
  "availableReplicas",
  "observedGeneration",
] as const;

const rolling: Default = ({ type }) => (type === "RollingUpdate" ? {} : undefined);

/** Deployments. */
export const deployment: readonly Rule[] = [
  defaults("spec", { replicas: 1, strategy: {}, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }),
  defaults("spec.strategy", { type: "RollingUpdate", rollingUpdate: rolling }),
  completed("spec.strategy", (strategy) => {
    const rollingUpdate = partAt(strategy, "rollingUpdate");
    if (rollingUpdate === undefined || strategy["type"] !== "RollingUpdate") return strategy;
    return { ...strategy, rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%", ...rollingUpdate } };
  }),
  ...template,
  withSpec("apps.v1.DeploymentSpec"),
  immutable("spec.selector"),
  ...replicaStatus(
    [
      "observedGeneration",
      "replicas",
      "updatedReplicas",
      "readyReplicas",
      "availableReplicas",
      "unavailableReplicas",
      "terminatingReplicas",
      "collisionCount",
    ],
    ["updatedReplicas", "readyReplicas", "availableReplicas"],
  ),
  collisions,
];

/** Replica sets. */
export const replicaSet: readonly Rule[] = [
  defaults("spec", { replicas: 1 }),
  ...template,
  withSpec("apps.v1.ReplicaSetSpec"),
  immutable("spec.selector"),
  ...replicaStatus(
    [...replicas, "terminatingReplicas"],
    ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  ),
];

const daemonStatus: readonly Rule[] = [
  check("status", ({ value, field }) =>
    notNegative((value ?? {}) as Fields, field, [
      "currentNumberScheduled",
      "numberMisscheduled",
      "desiredNumberScheduled",
      "numberReady",
      "observedGeneration",
      "updatedNumberScheduled",
      "numberAvailable",
      "numberUnavailable",
      "collisionCount",
    ]),
  ),
  collisions,
];

/** Numbers of a way that is not gone are written all the same. */
function withNumbers(strategy: Fields): Fields {
  const rollingUpdate = partAt(strategy, "rollingUpdate");
  if (rollingUpdate === undefined) return strategy;
  const maxUnavailable = strategy["type"] === "RollingUpdate" ? 1 : 0;
  return { ...strategy, rollingUpdate: { maxUnavailable, maxSurge: 0, ...rollingUpdate } };
}

/** What of a daemon set stays. */
export const daemonSetChanges: readonly Rule[] = [immutable("spec.selector")];

/** Daemon sets. How often the template changed is kept in an annotation. */
export const daemonSet: readonly Rule[] = [
  completed("metadata", withTemplateGeneration),
  defaults("spec", { updateStrategy: {}, revisionHistoryLimit: 10 }),
  defaults("spec.updateStrategy", { type: "RollingUpdate", rollingUpdate: rolling }),
  completed("spec.updateStrategy", withNumbers),
  ...template,
  withSpec("apps.v1.DaemonSetSpec"),
  ...daemonStatus,
];

/** Who says nothing of how to replace pods is told the partition; who names the strategy has to name it too. */
function withPartition(strategy: Fields): Fields {
  const { type = "" } = strategy;
  const rollingUpdate = partAt(strategy, "rollingUpdate") ?? (type === "" ? {} : undefined);
  const named = type === "" ? { ...strategy, type: "RollingUpdate" } : strategy;
  if (rollingUpdate === undefined || named["type"] !== "RollingUpdate") return named;
  return { ...named, rollingUpdate: { partition: 0, ...rollingUpdate } };
}

/** Stateful sets. */
export const statefulSet: readonly Rule[] = [
  defaults("spec", {
    replicas: 1,
    podManagementPolicy: "OrderedReady",
    updateStrategy: {},
    revisionHistoryLimit: 10,
    persistentVolumeClaimRetentionPolicy: {},
  }),
  completed("spec.updateStrategy", withPartition),
  ...within("spec.volumeClaimTemplates[]", claimAmounts),
  defaults("spec.persistentVolumeClaimRetentionPolicy", { whenDeleted: "Retain", whenScaled: "Retain" }),
  completed("spec.volumeClaimTemplates[]", (claim) => ({ ...claim, apiVersion: "v1", kind: "PersistentVolumeClaim" })),
  defaults("spec.volumeClaimTemplates[].spec", { volumeMode: "Filesystem" }),
  defaults("spec.volumeClaimTemplates[].status", { phase: "Pending" }),
  ...template,
  withSpec("apps.v1.StatefulSetSpec"),
  ...statefulSetChanges,
  ...replicaStatus(
    [
      "replicas",
      "readyReplicas",
      "currentReplicas",
      "updatedReplicas",
      "availableReplicas",
      "observedGeneration",
      "collisionCount",
    ],
    ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
    "status.readyReplicas",
  ),
  collisions,
];

/** A stateful set without how many pods may be away, which Kubernetes leaves away unless it is told to have it. */
export function withoutUnavailable(set: Document): Document {
  const path = ["spec", "updateStrategy", "rollingUpdate"];
  const { maxUnavailable, ...rest } = (valueAt(set, path) ?? {}) as Fields;
  return maxUnavailable === undefined ? set : withValueAt(set, path, rest);
}

/** The claims of a new stateful set; they stay for ever, so that those of an old one are not looked at again. */
export const newClaims: readonly Rule[] = [
  check("spec.volumeClaimTemplates[]", ({ value, field, root }) => {
    const isNew = valueAt(root, ["metadata", "resourceVersion"]) === undefined;
    const spec = partAt((value ?? {}) as Fields, "spec") ?? {};
    const selector = labelSelector(spec["selector"], `${field}.spec.selector`);
    return isNew ? claimSpecCauses(spec, `${field}.spec`, selector) : [];
  }),
];

/** Replication controllers: their selector and labels follow from the template. */
export const replicationController: readonly Rule[] = [
  defaults("spec", { replicas: 1, selector: templateLabels }),
  completed("", (object) => {
    const labels = templateLabels((object["spec"] ?? {}) as Fields);
    const metadata = object["metadata"] as Fields;
    return labels === undefined || metadata["labels"] !== undefined
      ? object
      : { ...object, metadata: { ...metadata, labels } };
  }),
  ...template,
  withSpec("core.v1.ReplicationControllerSpec"),
  ...replicaStatus(
    [...replicas, "terminatingReplicas"],
    ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  ),
];

function templateLabels(spec: Fields): unknown {
  return valueAt(spec, ["template", "metadata", "labels"]);
}

/** A job without a number of completions runs one pod; with a number, one at a time. */
const parallelism: Default = 1;
const completions: Default = (spec) => (spec["parallelism"] === undefined ? 1 : undefined);

/** Whether a job is suspended and has no pods: it was not started yet, or says that it has been suspended. */
function isWaitingJob(job: Fields): boolean {
  const status = (job["status"] ?? {}) as Fields;
  const says = partsAt(status, "conditions").some(({ type, status: is }) => type === "Suspended" && is === "True");
  const isIdle = (status["startTime"] ?? null) === null || says;
  return valueAt(job, ["spec", "suspend"]) === true && isIdle && (numberAt(status, "active") ?? 0) === 0;
}

/** What stays of the pods of a job that waits: where they may run and what they get can still be said. */
function lasting(value: unknown): unknown {
  const { nodeSelector: _nodes, tolerations: _taints, schedulingGates: _gates, ...spec } = (value ?? {}) as Fields;
  const { affinity, ...rest } = spec;
  const { nodeAffinity: _affinity, ...others } = (affinity ?? {}) as Fields;
  const sized = (list: string): readonly Fields[] =>
    partsAt(spec, list).map(({ resources: _resources, ...container }) => container);
  return { ...rest, affinity: others, containers: sized("containers"), initContainers: sized("initContainers") };
}

/** Whoever names a condition of a pod means that it holds. */
const failedConditions: readonly Rule[] = [
  completed("podFailurePolicy.rules[].onPodConditions[]", (pattern) =>
    (pattern["status"] ?? "") === "" ? { ...pattern, status: "True" } : pattern,
  ),
];

/** As good as no limit: each index has its own. */
const maxInteger = 2_147_483_647;

/** Jobs. */
export const job: readonly Rule[] = [
  defaults("spec", {
    completions,
    parallelism,
    backoffLimit: (spec) => (spec["backoffLimitPerIndex"] === undefined ? 6 : maxInteger),
    completionMode: "NonIndexed",
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: (spec) => (spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed"),
  }),
  ...within("spec", failedConditions),
  ...template,
  withSpec("batch.v1.JobSpec", { restartPolicy: "Always" }),
];

/** What of a job stays. */
export const jobChanges: readonly Rule[] = [
  immutable("spec.completions"),
  immutable("spec.selector"),
  {
    at: "spec.template",
    checkUpdate: (next, old) => {
      const isWaiting = isWaitingJob(old.root);
      const [after, before] = isWaiting
        ? [lasting(valueAt(next.value, ["spec"])), lasting(valueAt(old.value, ["spec"]))]
        : [next.value, old.value];
      const field = isWaiting ? `${next.field}.spec` : next.field;
      return deepEqual(after, before) ? [] : [invalid(field, next.value ?? null, "field is immutable")];
    },
  },
  immutable("spec.completionMode"),
  immutable("spec.podFailurePolicy"),
  immutable("spec.backoffLimitPerIndex"),
  immutable("spec.managedBy"),
  immutable("spec.successPolicy"),
];

/** The jobs of a cron job have its name and the minute, and a job's name is a label. */
const cronJobName: Rule = check("metadata", ({ value }) => {
  const { name = "", resourceVersion } = (value ?? {}) as { readonly name?: string; readonly resourceVersion?: string };
  return resourceVersion === undefined && name.length > 52
    ? [invalid("metadata.name", name, "must be no more than 52 characters")]
    : [];
});

/** Cron jobs. The job inside is completed when it is made. */
export const cronJob: readonly Rule[] = [
  defaults("spec", {
    concurrencyPolicy: "Allow",
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  }),
  ...within("spec.jobTemplate.spec", failedConditions),
  ...within("spec.jobTemplate.spec.template.spec", podSpec),
  withSpec("batch.v1.CronJobSpec", { concurrencyPolicy: "Allow" }),
  cronJobName,
];

/** What pods are made from, kept apart. */
export const podTemplate: readonly Rule[] = within("template.spec", podSpec);
