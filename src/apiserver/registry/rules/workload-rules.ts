import { deepEqual } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required as missing } from "../../crd/index.ts";
import { valueAt } from "../value-at.ts";
import { replicaStatus, statefulSetChanges } from "./change-rules.ts";
import { choosesTemplate } from "./label-selector-rule.ts";
import type { Fields } from "./places.ts";
import { podSpec } from "./pod-template.ts";
import { atLeast, check, completed, defaults, immutable, oneOf, within } from "./rule.ts";
import type { Default, Rule } from "./rule.ts";

/** Only pods that there are get containers for a while. */
function nothingEphemeral(at: string): Rule {
  return check(`${at}.ephemeralContainers`, ({ value, field }) =>
    Array.isArray(value) && value.length > 0
      ? [forbidden(field, "ephemeral containers not allowed in pod template")]
      : [],
  );
}

const template: readonly Rule[] = [...within("spec.template.spec", podSpec), nothingEphemeral("spec.template.spec")];

/** What holds for all that keeps a number of pods by a selector. */
const podSet = (what: string): readonly Rule[] => [
  ...template,
  atLeast("spec.replicas", 0),
  atLeast("spec.minReadySeconds", 0),
  atLeast("spec.revisionHistoryLimit", 0),
  choosesTemplate(what),
  oneOf("spec.template.spec.restartPolicy", ["Always"]),
  immutable("spec.selector"),
];

/** Where a daemon set tells how often its template changed. */
export const templateGeneration = "deprecated.daemonset.template.generation";

const rolling: Default = ({ type }) => (type === "RollingUpdate" ? {} : undefined);

/** Deployments. */
export const deployment: readonly Rule[] = [
  defaults("spec", { replicas: 1, strategy: {}, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }),
  defaults("spec.strategy", { type: "RollingUpdate", rollingUpdate: rolling }),
  defaults("spec.strategy.rollingUpdate", { maxUnavailable: "25%", maxSurge: "25%" }),
  ...podSet("deployment"),
  ...replicaStatus(["updatedReplicas", "readyReplicas", "availableReplicas"]),
];

/** Replica sets. */
export const replicaSet: readonly Rule[] = [
  defaults("spec", { replicas: 1 }),
  ...podSet("deployment"),
  ...replicaStatus(["fullyLabeledReplicas", "readyReplicas", "availableReplicas"]),
];

/** Daemon sets. How often the template changed is kept in an annotation. */
export const daemonSet: readonly Rule[] = [
  completed("metadata", (metadata) => ({
    ...metadata,
    annotations: { [templateGeneration]: "1", ...(metadata["annotations"] as object | undefined) },
  })),
  defaults("spec", { updateStrategy: {}, revisionHistoryLimit: 10 }),
  defaults("spec.updateStrategy", { type: "RollingUpdate", rollingUpdate: rolling }),
  defaults("spec.updateStrategy.rollingUpdate", { maxUnavailable: 1, maxSurge: 0 }),
  ...podSet("daemonset"),
];

/** Stateful sets. */
export const statefulSet: readonly Rule[] = [
  defaults("spec", {
    replicas: 1,
    podManagementPolicy: "OrderedReady",
    updateStrategy: {},
    revisionHistoryLimit: 10,
    persistentVolumeClaimRetentionPolicy: {},
  }),
  defaults("spec.updateStrategy", { type: "RollingUpdate", rollingUpdate: rolling }),
  defaults("spec.updateStrategy.rollingUpdate", { partition: 0 }),
  defaults("spec.persistentVolumeClaimRetentionPolicy", { whenDeleted: "Retain", whenScaled: "Retain" }),
  completed("spec.volumeClaimTemplates[]", (claim) => ({ apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim })),
  defaults("spec.volumeClaimTemplates[].spec", { volumeMode: "Filesystem" }),
  defaults("spec.volumeClaimTemplates[].status", { phase: "Pending" }),
  ...podSet("statefulset").filter(({ at, checkUpdate }) => at !== "spec.selector" || checkUpdate === undefined),
  ...statefulSetChanges,
  ...replicaStatus(["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"]),
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
  atLeast("spec.replicas", 0),
  ...replicaStatus(["fullyLabeledReplicas", "readyReplicas", "availableReplicas"]),
];

function templateLabels(spec: Fields): unknown {
  return valueAt(spec, ["template", "metadata", "labels"]);
}

/** The pods of a job come to an end. */
function endingPods(at: string): readonly Rule[] {
  return [
    check(at, ({ value, field }) => {
      if (value === "Always") return [missing(field, 'valid values: "OnFailure", "Never"')];
      return value === "OnFailure" || value === "Never" ? [] : [notSupported(field, value, ["OnFailure", "Never"])];
    }),
  ];
}

/** A job without a number of completions runs one pod; with a number, one at a time. */
const parallelism: Default = 1;
const completions: Default = (spec) => (spec["parallelism"] === undefined ? 1 : undefined);

function isSuspended(job: Fields): boolean {
  return valueAt(job, ["spec", "suspend"]) === true;
}

/** What stays of the template of a job that waits: where its pods may run can still be said. */
function lasting(value: unknown): unknown {
  const { metadata: _labels, spec, ...rest } = (value ?? {}) as Fields;
  const { nodeSelector: _nodes, tolerations: _taints, schedulingGates: _gates, ...kept } = (spec ?? {}) as Fields;
  return { ...rest, spec: kept };
}

/** Jobs. */
export const job: readonly Rule[] = [
  defaults("spec", {
    completions,
    parallelism,
    backoffLimit: 6,
    completionMode: "NonIndexed",
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: (spec) => (spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed"),
  }),
  ...template,
  ...["parallelism", "completions", "backoffLimit", "activeDeadlineSeconds", "ttlSecondsAfterFinished"].map((name) =>
    atLeast(`spec.${name}`, 0),
  ),
  ...endingPods("spec.template.spec.restartPolicy"),
  check("spec", ({ value, field }) => {
    return valueAt(value, ["selector"]) === undefined ? [missing(`${field}.selector`)] : [];
  }),
  choosesTemplate("job"),
  immutable("spec.completions"),
  immutable("spec.selector"),
  {
    at: "spec.template",
    checkUpdate: (next, old) => {
      const [after, before] = isSuspended(old.root)
        ? [lasting(next.value), lasting(old.value)]
        : [next.value, old.value];
      return deepEqual(after, before) ? [] : [invalid(next.field, next.value ?? null, "field is immutable")];
    },
  },
  immutable("spec.completionMode"),
  immutable("spec.podFailurePolicy"),
  immutable("spec.backoffLimitPerIndex"),
  immutable("spec.managedBy"),
  immutable("spec.successPolicy"),
];

/** Cron jobs. The job inside is completed when it is made. */
export const cronJob: readonly Rule[] = [
  defaults("spec", {
    concurrencyPolicy: "Allow",
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  }),
  ...within("spec.jobTemplate.spec.template.spec", podSpec),
  nothingEphemeral("spec.jobTemplate.spec.template.spec"),
  ...endingPods("spec.jobTemplate.spec.template.spec.restartPolicy"),
  atLeast("spec.successfulJobsHistoryLimit", 0),
  atLeast("spec.failedJobsHistoryLimit", 0),
  atLeast("spec.startingDeadlineSeconds", 0),
];

/** What pods are made from, kept apart. */
export const podTemplate: readonly Rule[] = [...within("template.spec", podSpec), nothingEphemeral("template.spec")];
