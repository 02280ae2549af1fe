import { getOwn, selectorFromLabelSelector } from "../../model/index.ts";
import type { LabelSelector } from "../../model/index.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { valueAt, withValueAt } from "./value-at.ts";

/** The pod after it was bound to a node. Throws when it cannot be. */
export function boundPod(pod: Document, binding: Document, now: string): Document {
  const { name, deletionTimestamp } = pod.metadata;
  const node = readNode(binding);
  const subject = { group: "", plural: "pods/binding", kind: "Pod" };
  if (deletionTimestamp !== undefined) {
    throw StatusError.conflict(subject, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  const current = valueAt(pod, ["spec", "nodeName"]);
  if (typeof current === "string" && current !== "") {
    throw StatusError.conflict(subject, name, `pod ${name} is already assigned to node ${JSON.stringify(current)}`);
  }
  const annotations = { ...pod.metadata.annotations, ...binding.metadata.annotations };
  const metadata = Object.keys(annotations).length === 0 ? pod.metadata : { ...pod.metadata, annotations };
  const placed = withValueAt({ ...pod, metadata }, ["spec", "nodeName"], node);
  return withPodCondition(placed, { type: "PodScheduled", status: "True" }, now);
}

function readNode(binding: Document): string {
  const kind = valueAt(binding, ["target", "kind"]) ?? "";
  if (kind !== "" && kind !== "Node") {
    const supported = `supported values: "Node", "<empty>"`;
    throw StatusError.withoutReason(`target.kind: Unsupported value: ${JSON.stringify(kind)}: ${supported}`);
  }
  const node = valueAt(binding, ["target", "name"]) ?? "";
  if (typeof node !== "string" || node === "") throw StatusError.withoutReason("target.name: Required value");
  return node;
}

/** The pod with the condition that says why it goes. */
export function evictedPod(pod: Document, now: string): Document {
  const condition = {
    type: "DisruptionTarget",
    status: "True",
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  return withPodCondition(pod, condition, now);
}

interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

function withPodCondition(pod: Document, { type, status, ...why }: PodCondition, now: string): Document {
  const given = valueAt(pod, ["status", "conditions"]);
  const conditions = (Array.isArray(given) ? given : []) as readonly { readonly type: string }[];
  const condition = { type, status, lastProbeTime: null, lastTransitionTime: now, ...why };
  const next = [...conditions.filter((one) => one.type !== type), condition];
  return withValueAt(pod, ["status", "conditions"], next);
}

/** Whether a pod can go whatever a budget says: it does no work. */
export function isBeyondBudgets(pod: Document): boolean {
  const phase = valueAt(pod, ["status", "phase"]);
  const isIdle = phase === "Succeeded" || phase === "Failed" || phase === "Pending";
  return isIdle || pod.metadata.deletionTimestamp !== undefined;
}

/** Whether a disruption budget is about a pod. */
export function isBudgetOf(budget: Document, pod: Document): boolean {
  const selector = valueAt(budget, ["spec", "selector"]) as LabelSelector | undefined;
  return selectorFromLabelSelector(selector).matches(pod.metadata.labels ?? {});
}

/** The budget after one disruption more. Throws 429 when it allows none. */
export function spentBudget(budget: Document, pod: Document, now: string): Document {
  const { name, generation = 0 } = budget.metadata;
  const status = (getOwn(budget, "status") ?? {}) as Readonly<Record<string, unknown>>;
  const count = (field: string): number => Number(getOwn(status, field) ?? 0);
  if (count("observedGeneration") < generation) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const allowed = count("disruptionsAllowed");
  if (allowed < 0) {
    const subject = { group: "policy", plural: "poddisruptionbudgets" };
    throw StatusError.forbidden(subject, name, { because: "pdb disruptions allowed is negative" });
  }
  if (allowed === 0) {
    const has = `needs ${count("desiredHealthy")} healthy pods and has ${count("currentHealthy")} currently`;
    throw tooMany(`The disruption budget ${name} ${has}`);
  }
  const disrupted = { ...(getOwn(status, "disruptedPods") as object | undefined), [pod.metadata.name]: now };
  return { ...budget, status: { ...status, disruptionsAllowed: allowed - 1, disruptedPods: disrupted } };
}

function tooMany(message: string, retryAfterSeconds?: number): StatusError {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new StatusError("TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.", {
    ...wait,
    causes: [{ reason: "DisruptionBudget", message }],
  });
}
