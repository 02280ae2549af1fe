import { deepEqual } from "../../../model/index.ts";
import { forbidden } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { valueAt } from "../value-at.ts";
import type { Fields } from "./places.ts";
import { withRequests } from "./pod-create.ts";
import { podSpec } from "./pod-template.ts";
import { completed, defaults, within } from "./rule.ts";
import type { Rule } from "./rule.ts";

const fixed =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** Pods. */
export const pod: readonly Rule[] = [
  ...within("spec", podSpec),
  defaults("spec", { enableServiceLinks: true }),
  completed("spec.containers[]", withRequests),
  completed("spec.initContainers[]", withRequests),
  {
    at: "spec",
    // What the server and its own writers place there is not compared: it comes through other paths.
    checkUpdate: (next, old) =>
      deepEqual(lasting(next.value), lasting(old.value)) ? [] : [forbidden(next.field, fixed)],
  },
];

const changeable: readonly string[] = [
  "activeDeadlineSeconds",
  "containers",
  "ephemeralContainers",
  "initContainers",
  "nodeName",
  "priority",
  "preemptionPolicy",
  "schedulingGates",
  "terminationGracePeriodSeconds",
  "tolerations",
];

function lasting(value: unknown): object {
  const spec = (value ?? {}) as Fields;
  const rest = Object.entries(spec).filter(([name]) => !changeable.includes(name));
  const containers = ["containers", "initContainers"].map((name) => {
    const list = spec[name];
    return ((Array.isArray(list) ? list : []) as readonly Fields[]).map(lastingContainer);
  });
  return [Object.fromEntries(rest), containers];
}

function lastingContainer({ image: _image, resources: _resources, resizePolicy: _policy, ...rest }: Fields): Fields {
  return rest;
}

/** Pods go gracefully: whoever runs them gets some time. */
export function podGrace(document: Document, asked: number | undefined): number {
  const { deletionGracePeriodSeconds: pending } = document.metadata;
  const phase = valueAt(document, ["status", "phase"]);
  const isIdle = !valueAt(document, ["spec", "nodeName"]) || phase === "Succeeded" || phase === "Failed";
  const wanted = asked ?? pending ?? Number(valueAt(document, ["spec", "terminationGracePeriodSeconds"]) ?? 30);
  if (isIdle) return 0;
  return wanted < 0 ? 1 : wanted;
}
