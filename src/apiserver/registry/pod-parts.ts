import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { valueAt, withValueAt } from "./value-at.ts";

/** Where a pod is bound to, and what it gets with that. */
export interface Place {
  readonly node: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

/** What a binding says. Throws when it is none. */
export function placeOf(binding: Document): Place {
  const { annotations = {}, labels = {} } = binding.metadata;
  return { node: readNode(binding), annotations, labels };
}

/** The pod after it was bound to a node. Throws when it cannot be. */
export function boundPod(pod: Document, { node, ...given }: Place, now: string): Document {
  const { name, deletionTimestamp, annotations, labels } = pod.metadata;
  const subject = { group: "", plural: "pods/binding", kind: "Pod" };
  if (deletionTimestamp !== undefined) {
    throw StatusError.conflict(subject, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  const current = valueAt(pod, ["spec", "nodeName"]);
  if (typeof current === "string" && current !== "") {
    throw StatusError.conflict(subject, name, `pod ${name} is already assigned to node ${JSON.stringify(current)}`);
  }
  const gates = valueAt(pod, ["spec", "schedulingGates"]);
  if (Array.isArray(gates) && gates.length > 0) {
    throw StatusError.conflict(subject, name, `pod ${name} has non-empty .spec.schedulingGates`);
  }
  const metadata = {
    ...pod.metadata,
    ...filled("annotations", { ...annotations, ...given.annotations }),
    ...filled("labels", { ...labels, ...given.labels }),
  };
  // Nobody is to wait any longer for the node that the pod was thought to go to.
  const { nominatedNodeName: _thought, ...status } = (pod["status"] ?? {}) as Readonly<Record<string, unknown>>;
  const placed = withValueAt({ ...pod, metadata, status }, ["spec", "nodeName"], node);
  return withPodCondition(placed, { type: "PodScheduled", status: "True" }, now);
}

function filled(name: "annotations" | "labels", texts: Readonly<Record<string, string>>): object {
  return Object.keys(texts).length === 0 ? {} : { [name]: texts };
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
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

function conditionsOf(pod: Document): readonly PodCondition[] {
  const given = valueAt(pod, ["status", "conditions"]);
  return (Array.isArray(given) ? given : []) as readonly PodCondition[];
}

/** The pod with a condition, in the place of the one that it had. One that stays what it was keeps its time. */
function withPodCondition(pod: Document, { type, status, ...why }: PodCondition, now: string): Document {
  const conditions = conditionsOf(pod);
  const known = conditions.find((one) => one.type === type);
  const since = known?.status === status ? (known.lastTransitionTime ?? null) : now;
  const condition = { type, status, lastProbeTime: null, lastTransitionTime: since, ...why };
  const next =
    known === undefined ? [...conditions, condition] : conditions.map((one) => (one === known ? condition : one));
  return withValueAt(pod, ["status", "conditions"], next);
}

/** Whether a pod can go whatever a budget says: it does no work. */
export function isBeyondBudgets(pod: Document): boolean {
  return isEnding(pod) || valueAt(pod, ["status", "phase"]) === "Pending";
}

/** Whether a pod will never work again. */
export function isEnding(pod: Document): boolean {
  const phase = valueAt(pod, ["status", "phase"]);
  return phase === "Succeeded" || phase === "Failed" || pod.metadata.deletionTimestamp !== undefined;
}

/** Whether a pod serves: budgets count those that do. */
export function isReadyPod(pod: Document): boolean {
  return conditionsOf(pod).some(({ type, status }) => type === "Ready" && status === "True");
}
