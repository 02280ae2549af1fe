import { exactIntegerText, getOwn, parseQuantity } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import { valueAt, withValueAt } from "../value-at.ts";
import { withAppArmorProfiles } from "./app-armor.ts";
import { withLabelKeys } from "./label-key-selectors.ts";
import { partAt, partsAt } from "./members.ts";
import type { Fields } from "./places.ts";

const tolerationSeconds = 300;

/**
 * A new pod with what the server decides about it: its priority, how long it bears an unwell node, how well it is provided for, and which of
 * its annotations are fields by now.
 */
export function createdPod(pod: Document, warn?: (text: string) => void): Document {
  const spec = withLabelKeys((pod["spec"] ?? {}) as Fields, pod.metadata.labels ?? {});
  const priority =
    (spec["priorityClassName"] ?? "") === "" ? { priority: 0, preemptionPolicy: "PreemptLowerPriority" } : {};
  const next = { ...pod, spec: { ...priority, ...spec, tolerations: tolerationsOf(spec) } };
  const decided = withValueAt(withGatedCondition(next), ["status", "qosClass"], qosClassOf(spec));
  return withAppArmorProfiles(decided, warn);
}

/** A pod whose gates are shut says why it waits. */
function withGatedCondition(pod: Document): Document {
  if (partsAt((pod["spec"] ?? {}) as Fields, "schedulingGates").length === 0) return pod;
  const condition = {
    type: "PodScheduled",
    status: "False",
    lastProbeTime: null,
    lastTransitionTime: pod.metadata.creationTimestamp,
    reason: "SchedulingGated",
    message: "Scheduling is blocked due to non-empty scheduling gates",
  };
  return withValueAt(pod, ["status", "conditions"], [condition]);
}

/** A pod after an update: what the server decided stays. */
export function updatedPod(pod: Document, old: Document): Document {
  const spec = (pod["spec"] ?? {}) as Fields;
  const before = (old["spec"] ?? {}) as Fields;
  const kept = ["priority", "preemptionPolicy"].filter(
    (name) => spec[name] === undefined && before[name] !== undefined,
  );
  const decided = Object.fromEntries(kept.map((name) => [name, before[name]]));
  return { ...pod, spec: { ...spec, ...decided, tolerations: tolerationsOf(spec) } };
}

function tolerationsOf({ tolerations }: Fields): readonly unknown[] {
  const given = (Array.isArray(tolerations) ? tolerations : []) as readonly Fields[];
  const added = ["not-ready", "unreachable"]
    .map((name) => `node.kubernetes.io/${name}`)
    .filter((key) => !given.some((one) => bears(one, key)))
    .map((key) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds }));
  return [...given, ...added];
}

function bears({ key = "", effect = "" }: Fields, wanted: string): boolean {
  return (key === "" || key === wanted) && (effect === "" || effect === "NoExecute");
}

/**
 * Guaranteed: every container gets exactly what it may use, of both. Best effort: nobody asks for anything. A pod that has resources of its own
 * is looked at as a whole.
 */
function qosClassOf(spec: Fields): string {
  const containers = ["containers", "initContainers"].flatMap((name) => partsAt(spec, name));
  const asked = (partAt(spec, "resources") === undefined ? containers : [spec]).map(resourcesOf);
  if (asked.every(({ requests, limits }) => requests.size === 0 && limits.size === 0)) return "BestEffort";
  const isGuaranteed = asked.every(({ requests, limits }) =>
    ["cpu", "memory"].every((name) => limits.has(name) && limits.get(name) === requests.get(name)),
  );
  return isGuaranteed ? "Guaranteed" : "Burstable";
}

interface Resources {
  /** In billionths, however they are written. */
  readonly requests: ReadonlyMap<string, bigint>;
  readonly limits: ReadonlyMap<string, bigint>;
}

function resourcesOf(owner: Fields): Resources {
  const read = (name: string): ReadonlyMap<string, bigint> => {
    const amounts = valueAt(owner, ["resources", name]) ?? {};
    const counted = ["cpu", "memory"].flatMap((of) => {
      const text = getOwn(amounts, of);
      const nano = typeof text === "string" ? parseQuantity(text).nano : 0n;
      return nano > 0n ? [[of, nano] as const] : [];
    });
    return new Map(counted);
  };
  return { requests: read("requests"), limits: read("limits") };
}

/** A container asks at least for what it may use. */
export function withRequests(container: Fields): Fields {
  const limits = valueAt(container, ["resources", "limits"]);
  if (typeof limits !== "object" || limits === null) return container;
  const requests = valueAt(container, ["resources", "requests"]);
  return withValueAt(container, ["resources", "requests"], { ...limits, ...(requests as object | undefined) });
}

/** A pod that is told to go in less than no time gets a second. */
export function withGracePeriod(spec: Fields): Fields {
  const seconds = spec["terminationGracePeriodSeconds"];
  return exactIntegerText(seconds)?.startsWith("-") === true ? { ...spec, terminationGracePeriodSeconds: 1 } : spec;
}
