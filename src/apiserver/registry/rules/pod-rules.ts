import { exactIntegerText } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { valueAt } from "../value-at.ts";
import { partsAt, textAt } from "./members.ts";
import type { Fields, Place } from "./places.ts";
import { withGracePeriod, withRequests } from "./pod-create.ts";
import { withPodResources } from "./pod-resources.ts";
import { podStatus } from "./pod-status-rules.ts";
import { hostPorts, podSpec } from "./pod-template.ts";
import { podUpdateCauses } from "./pod-update.ts";
import { completed, defaults, within } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Pods, by whatever way they are written. */
export const writtenPod: readonly Rule[] = [
  ...within("spec", [...podSpec, hostPorts]),
  defaults("spec", { enableServiceLinks: true }),
  completed("spec", withGracePeriod),
  completed("spec.containers[]", withRequests),
  completed("spec.initContainers[]", withRequests),
  completed("spec", withPodResources),
];

/** Pods that are written as a whole. */
export const pod: readonly Rule[] = [
  ...writtenPod,
  ...podStatus,
  {
    at: "",
    check: ({ root }) => (isNew(root) ? podCreateCauses((root["spec"] ?? {}) as Fields) : []),
    checkUpdate: (next, old) => podUpdateCauses(specOf(next), specOf(old)),
  },
];

function isNew(root: Fields): boolean {
  return (root["metadata"] as Fields)["resourceVersion"] === undefined;
}

/** Containers are added for a while only to pods that there are, and only open gates lead to a node. */
function podCreateCauses(spec: Fields): readonly StatusCause[] {
  const isGated = partsAt(spec, "schedulingGates").length > 0;
  return [
    ...(partsAt(spec, "ephemeralContainers").length > 0
      ? [forbidden("spec.ephemeralContainers", "cannot be set on create")]
      : []),
    ...(isGated && textAt(spec, "nodeName") !== ""
      ? [forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared")]
      : []),
  ];
}

function specOf({ root }: Place): Fields {
  return (root["spec"] ?? {}) as Fields;
}

/** Pods go gracefully: whoever runs them gets some time. */
export function podGrace(document: Document, asked: number | undefined): bigint {
  const { deletionGracePeriodSeconds: pending } = document.metadata;
  const phase = valueAt(document, ["status", "phase"]);
  const isIdle = !valueAt(document, ["spec", "nodeName"]) || phase === "Succeeded" || phase === "Failed";
  // What goes already goes in its time, unless less is asked for.
  if (isIdle && pending === undefined) return 0n;
  const wanted = asked ?? pending ?? valueAt(document, ["spec", "terminationGracePeriodSeconds"]);
  const seconds = BigInt(exactIntegerText(wanted) ?? 30);
  return seconds < 0n ? 1n : seconds;
}
