import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from "../../types/apps/v1/index.ts";
import type { Scale } from "../../types/autoscaling/v1/index.ts";
import type { HorizontalPodAutoscaler } from "../../types/autoscaling/v2/index.ts";
import type { CronJob, Job } from "../../types/batch/v1/index.ts";
import type { PodTemplate, ReplicationController } from "../../types/core/v1/index.ts";
import type { PodDisruptionBudget } from "../../types/policy/v1/index.ts";
import { age, containerCells, flag, formatLabels, formatSelector, nameOf, none, orNone } from "./formats.ts";
import { metricTargets } from "./metric-targets.ts";
import { humanDuration, since } from "./human-duration.ts";
import { podPrinter } from "./pod-row.ts";
import { printer } from "./row.ts";
import type { RowPrinters } from "./row.ts";

/** What runs, and what keeps it running. */
export const workloadPrinters: RowPrinters = {
  "/pods": podPrinter,
  "/podtemplates": printer<PodTemplate>((object) => [
    nameOf(object),
    ...containerCells(object.template?.spec?.containers),
    formatLabels(object.template?.metadata?.labels),
  ]),
  "/replicationcontrollers": printer<ReplicationController>((object, now) => [
    ...replicaCells(object, now),
    ...containerCells(object.spec?.template?.spec?.containers),
    formatLabels(object.spec?.selector),
  ]),
  "apps/replicasets": printer<ReplicaSet>((object, now) => [
    ...replicaCells(object, now),
    ...containerCells(object.spec?.template?.spec?.containers),
    formatSelector(object.spec?.selector),
  ]),
  "apps/deployments": printer<Deployment>((object, now) => [
    nameOf(object),
    `${object.status?.readyReplicas ?? 0}/${object.spec?.replicas ?? 0}`,
    object.status?.updatedReplicas ?? 0,
    object.status?.availableReplicas ?? 0,
    age(object, now),
    ...containerCells(object.spec?.template?.spec?.containers),
    // A bookmark has none, and Kubernetes says nothing then.
    object.spec?.selector ? formatSelector(object.spec.selector) : "",
  ]),
  "apps/statefulsets": printer<StatefulSet>((object, now) => [
    nameOf(object),
    `${object.status?.readyReplicas ?? 0}/${object.spec?.replicas ?? 0}`,
    age(object, now),
    ...containerCells(object.spec?.template?.spec?.containers),
  ]),
  "apps/daemonsets": printer<DaemonSet>((object, now) => [
    nameOf(object),
    object.status?.desiredNumberScheduled ?? 0,
    object.status?.currentNumberScheduled ?? 0,
    object.status?.numberReady ?? 0,
    object.status?.updatedNumberScheduled ?? 0,
    object.status?.numberAvailable ?? 0,
    formatLabels(object.spec?.template?.spec?.nodeSelector),
    age(object, now),
    ...containerCells(object.spec?.template?.spec?.containers),
    formatSelector(object.spec?.selector),
  ]),
  "apps/controllerrevisions": printer<ControllerRevision>((object, now) => {
    const owner = object.metadata?.ownerReferences?.find(({ controller }) => controller === true);
    const [group = ""] = owner?.apiVersion.includes("/") === true ? owner.apiVersion.split("/") : [];
    const kind = owner === undefined ? none : `${owner.kind.toLowerCase()}${group && `.${group}`}/${owner.name}`;
    return [nameOf(object), kind, object.revision ?? 0, age(object, now)];
  }),
  "batch/jobs": printer<Job>((object, now) => [
    nameOf(object),
    jobStatus(object),
    jobCompletions(object),
    jobDuration(object, now),
    age(object, now),
    ...containerCells(object.spec?.template?.spec?.containers),
    formatSelector(object.spec?.selector),
  ]),
  "batch/cronjobs": printer<CronJob>((object, now) => [
    nameOf(object),
    object.spec?.schedule ?? "",
    orNone(object.spec?.timeZone),
    flag(object.spec?.suspend),
    object.status?.active?.length ?? 0,
    object.status?.lastScheduleTime ? since(object.status.lastScheduleTime, now) : none,
    age(object, now),
    ...containerCells(object.spec?.jobTemplate?.spec?.template?.spec?.containers),
    formatSelector(object.spec?.jobTemplate?.spec?.selector),
  ]),
  "autoscaling/scales": printer<Scale>((object, now) => [
    nameOf(object),
    object.spec?.replicas ?? 0,
    object.status?.replicas ?? 0,
    age(object, now),
  ]),
  "autoscaling/horizontalpodautoscalers": printer<HorizontalPodAutoscaler>((object, now) => [
    nameOf(object),
    `${object.spec?.scaleTargetRef?.kind ?? ""}/${object.spec?.scaleTargetRef?.name ?? ""}`,
    metricTargets(object),
    object.spec?.minReplicas === undefined ? "<unset>" : String(object.spec.minReplicas),
    object.spec?.maxReplicas ?? 0,
    object.status?.currentReplicas ?? 0,
    age(object, now),
  ]),
  "policy/poddisruptionbudgets": printer<PodDisruptionBudget>((object, now) => [
    nameOf(object),
    String(object.spec?.minAvailable ?? "N/A"),
    String(object.spec?.maxUnavailable ?? "N/A"),
    object.status?.disruptionsAllowed ?? 0,
    age(object, now),
  ]),
};

function replicaCells(object: ReplicaSet | ReplicationController, now: number): readonly unknown[] {
  const { spec, status } = object;
  return [nameOf(object), spec?.replicas ?? 0, status?.replicas ?? 0, status?.readyReplicas ?? 0, age(object, now)];
}

function jobStatus({ metadata, status }: Job): string {
  const is = (wanted: string): boolean =>
    status?.conditions?.some(({ type, status: state }) => type === wanted && state === "True") ?? false;
  if (is("Complete")) return "Complete";
  if (is("Failed")) return "Failed";
  if (metadata?.deletionTimestamp) return "Terminating";
  return ["Suspended", "FailureTarget", "SuccessCriteriaMet"].find(is) ?? "Running";
}

function jobCompletions({ spec, status }: Job): string {
  const done = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${done}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

function jobDuration({ status }: Job, now: number): string {
  const { startTime, completionTime } = status ?? {};
  if (!startTime) return "";
  return humanDuration((completionTime ? Date.parse(completionTime) : now) - Date.parse(startTime));
}
