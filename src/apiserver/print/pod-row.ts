import type { ContainerStatus, Pod } from "../../types/core/v1/index.ts";
import { age, firstText, nameOf, none, orNone } from "./formats.ts";
import { since } from "./human-duration.ts";
import type { RowCondition, RowPrinter } from "./row.ts";

/** Whether a pod is well, as `kubectl get pods` shows it. */
export const podPrinter: RowPrinter = {
  cells: (object, now) => podCells(object as Pod, now),
  conditions: (object) => phaseConditions[(object as Pod).status?.phase ?? ""] ?? [],
};

const phaseConditions: Readonly<Record<string, readonly RowCondition[]>> = {
  Succeeded: [
    { type: "Completed", status: "True", reason: "Succeeded", message: "The pod has completed successfully." },
  ],
  Failed: [{ type: "Completed", status: "True", reason: "Failed", message: "The pod failed." }],
};

/** What was found out so far. */
interface Progress {
  reason: string;
  ready: number;
  restarts: number;
  lastRestart: string | undefined;
}

function podCells(pod: Pod, now: number): readonly unknown[] {
  const sidecars = sidecarsOf(pod);
  const progress = initialized(pod, sidecars);
  const total = (pod.spec?.containers ?? []).length + sidecars.size;
  const { ready, restarts, lastRestart } = progress;
  const restarted = restarts > 0 && lastRestart !== undefined ? ` (${since(lastRestart, now)} ago)` : "";
  const { podIPs, nominatedNodeName } = pod.status ?? {};
  return [
    nameOf(pod),
    `${ready}/${total}`,
    endingReason(pod) ?? progress.reason,
    `${restarts}${restarted}`,
    age(pod, now),
    orNone(podIPs?.[0]?.ip),
    orNone(pod.spec?.nodeName),
    orNone(nominatedNodeName),
    readinessGates(pod),
  ];
}

function sidecarsOf({ spec }: Pod): ReadonlySet<string> {
  return new Set((spec?.initContainers ?? []).filter((one) => one.restartPolicy === "Always").map(({ name }) => name));
}

/** Goes through the init containers until one is not done, then, if all are, through the others. */
function initialized(pod: Pod, sidecars: ReadonlySet<string>): Progress {
  const { status = {} } = pod;
  const isGated = status.conditions?.some(
    ({ type, reason }) => type === "PodScheduled" && reason === "SchedulingGated",
  );
  const reason = isGated === true ? "SchedulingGated" : firstText(status.reason, status.phase);
  const all: Progress = { reason, ready: 0, restarts: 0, lastRestart: undefined };
  const own: Progress = { ...all };
  let isInitializing = false;
  for (const [index, container] of (status.initContainerStatuses ?? []).entries()) {
    const isSidecar = sidecars.has(container.name);
    countRestarts(all, container);
    if (isSidecar) countRestarts(own, container);
    if (container.state?.terminated?.exitCode === 0) continue;
    if (isSidecar && container.started === true) {
      if (container.ready) all.ready++;
      continue;
    }
    all.reason = initReason(container, `${index}/${pod.spec?.initContainers?.length ?? 0}`);
    isInitializing = true;
    break;
  }
  const isInitialized = status.conditions?.some(({ type, status: is }) => type === "Initialized" && is === "True");
  if (isInitializing && isInitialized !== true) return all;
  return running(pod, { ...own, reason: all.reason, ready: all.ready });
}

function countRestarts(progress: Progress, { restartCount, lastState }: ContainerStatus): void {
  progress.restarts += restartCount;
  const finished = lastState?.terminated?.finishedAt;
  if (finished && finished > (progress.lastRestart ?? "")) progress.lastRestart = finished;
}

function initReason({ state }: ContainerStatus, place: string): string {
  const { terminated, waiting } = state ?? {};
  if (terminated !== undefined) return `Init:${terminatedReason(terminated)}`;
  const isWaiting = waiting?.reason && waiting.reason !== "PodInitializing";
  return `Init:${isWaiting ? waiting.reason : place}`;
}

function terminatedReason(terminated: {
  readonly reason?: string | undefined;
  readonly signal?: number | undefined;
  readonly exitCode: number;
}): string {
  if (terminated.reason) return terminated.reason;
  return terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`;
}

function running({ status }: Pod, progress: Progress): Progress {
  let isRunning = false;
  for (const container of (status?.containerStatuses ?? []).toReversed()) {
    const { waiting, terminated, running: isUp } = container.state ?? {};
    countRestarts(progress, container);
    if (waiting?.reason) progress.reason = waiting.reason;
    else if (terminated !== undefined) progress.reason = terminatedReason(terminated);
    else if (container.ready && isUp !== undefined) {
      isRunning = true;
      progress.ready++;
    }
  }
  if (progress.reason === "Completed" && isRunning) {
    const isReady = status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True");
    progress.reason = isReady === true ? "Running" : "NotReady";
  }
  return progress;
}

function endingReason({ metadata, status }: Pod): string | undefined {
  if (!metadata?.deletionTimestamp) return undefined;
  if (status?.reason === "NodeLost") return "Unknown";
  return status?.phase === "Succeeded" || status?.phase === "Failed" ? undefined : "Terminating";
}

function readinessGates({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return none;
  const isTrue = (wanted: string): boolean =>
    status?.conditions?.some(({ type, status: is }) => type === wanted && is === "True") ?? false;
  return `${gates.filter(({ conditionType }) => isTrue(conditionType)).length}/${gates.length}`;
}
