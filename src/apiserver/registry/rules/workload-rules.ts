import { notSupported, required as missing } from "../../crd/index.ts";
import { valueAt } from "../value-at.ts";
import { choosesTemplate } from "./label-selector-rule.ts";
import type { Fields } from "./places.ts";
import { podSpec } from "./pod-template.ts";
import { atLeast, check, completed, defaults, immutable, oneOf, within } from "./rule.ts";
import type { Default, Rule } from "./rule.ts";

const template: readonly Rule[] = within("spec.template.spec", podSpec);

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
];

/** Replica sets. */
export const replicaSet: readonly Rule[] = [defaults("spec", { replicas: 1 }), ...podSet("deployment")];

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
  ...podSet("statefulset"),
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
  immutable("spec.selector"),
  immutable("spec.completionMode"),
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
  ...endingPods("spec.jobTemplate.spec.template.spec.restartPolicy"),
  atLeast("spec.successfulJobsHistoryLimit", 0),
  atLeast("spec.failedJobsHistoryLimit", 0),
  atLeast("spec.startingDeadlineSeconds", 0),
];

/** What pods are made from, kept apart. */
export const podTemplate: readonly Rule[] = within("template.spec", podSpec);
