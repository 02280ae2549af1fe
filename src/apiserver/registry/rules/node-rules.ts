import { deepEqual, labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { addressRange, isRange } from "./address-checks.ts";
import { among, fieldsOf, formed, isGiven, items, itemsOf, members, needed, repeats, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { newNodeStatus, nodeStatus } from "./node-status-checks.ts";
import type { Fields } from "./places.ts";

const labelValue: FieldCheck = (value, field) => {
  const problems = labelValueProblems(textOf(value));
  return problems.length === 0 ? [] : [invalid(field, textOf(value), problems.join(";"))];
};

const taint: FieldCheck = members({
  key: formed(qualifiedNameProblems),
  value: labelValue,
  effect: needed(among(["NoSchedule", "PreferNoSchedule", "NoExecute"])),
});

/** Messages show taints with the names that Go has for their members. */
function shownTaint({ key, value, effect, timeAdded }: Fields): object {
  return { Key: textOf(key), Value: textOf(value), Effect: textOf(effect), TimeAdded: timeAdded ?? null };
}

const distinctTaints: FieldCheck = (value, field) => {
  const all = itemsOf(value).map(fieldsOf);
  const again = repeats(all.map(({ key, effect }) => `${textOf(key)}:${textOf(effect)}`));
  return all.flatMap((one, index) => {
    if (!again.has(index)) return [];
    const message = `Duplicate value: ${JSON.stringify(shownTaint(one))}: taints must be unique by key and effect pair`;
    return [{ reason: "FieldValueDuplicate", message, field: `${field}[${index}]` }];
  });
};

function taintCauses(node: Fields): readonly StatusCause[] {
  const { taints } = fieldsOf(node["spec"]);
  // In this place messages have always told them.
  return [...items(taint)(taints, "metadata.taints"), ...distinctTaints(taints, "metadata.taints")];
}

function rangesOf(node: Fields): readonly unknown[] {
  return itemsOf(fieldsOf(node["spec"])["podCIDRs"]);
}

const ranges: FieldCheck = (value, field) => {
  const all = itemsOf(value);
  const causes = items(addressRange)(value, field);
  if (all.length < 2) return causes;
  const broken = all.findIndex((one) => !isRange(textOf(one)));
  const unread = `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${broken}]: <nil> (invalid CIDR address: ${textOf(all[broken])})`;
  const isLong = (range: unknown): boolean => textOf(range).includes(":");
  const isPair = broken < 0 && all.length === 2 && isLong(all[0]) !== isLong(all[1]);
  return [
    ...causes,
    ...(broken < 0 ? [] : [{ reason: "InternalError", message: `Internal error: ${unread}`, field }]),
    ...(isPair ? [] : [invalid(field, all, "may specify no more than one CIDR for each IP family")]),
  ];
};

function changeCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const isMoved = rangesOf(old).length > 0 && !deepEqual(rangesOf(next), rangesOf(old));
  const [spec, before] = [fieldsOf(next["spec"]), fieldsOf(old["spec"])];
  const isRenamed = textOf(before["providerID"]) !== "" && textOf(before["providerID"]) !== textOf(spec["providerID"]);
  const words = 'node updates may not change podCIDR except from "" to valid';
  return [
    ...nodeStatus(next["status"], "status"),
    ...(isMoved ? [forbidden("spec.podCIDRs", words)] : []),
    ...(isRenamed
      ? [forbidden("spec.providerID", 'node updates may not change providerID except from "" to valid')]
      : []),
    ...(textOf(spec["externalID"]) === textOf(before["externalID"])
      ? []
      : [forbidden("spec.externalID", "may not be updated")]),
    ...taintCauses(next),
  ];
}

/** What is wrong with a node. After a change its taints are looked at twice, and told twice. */
export function nodeCauses(
  next: Fields,
  old: Fields | undefined,
  warn?: (text: string) => void,
): readonly StatusCause[] {
  const causes = allCauses(next, old);
  const isNamed = textOf(fieldsOf(next["spec"])["externalID"]) !== "";
  const isReported = old !== undefined && !deepEqual(next["status"], old["status"]);
  if (causes.length === 0 && isNamed && !isReported)
    warn?.("spec.externalID: this field is deprecated, and is unused by Kubernetes");
  return causes;
}

function allCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  return [
    ...taintCauses(next),
    ...(old === undefined ? newNodeStatus(next["status"], "status") : []),
    ...ranges(rangesOf(next), "spec.podCIDRs"),
    ...(old === undefined ? [] : changeCauses(next, old)),
  ];
}

/** The first range has a field of its own, which counts where the two differ. */
export function withRanges(spec: Fields): Fields {
  const first = textOf(spec["podCIDR"]);
  const all = itemsOf(spec["podCIDRs"]);
  if (first === "") return all.length === 0 ? spec : { ...spec, podCIDR: all[0] };
  return all[0] === first ? spec : { ...spec, podCIDRs: [first] };
}

/** What pods can have of a node is all that there is of it, unless it says so. */
export function withAllocatable(status: Fields): Fields {
  const { capacity, allocatable } = status;
  return isGiven(capacity) && !isGiven(allocatable) ? { ...status, allocatable: capacity } : status;
}

/** A node without what Kubernetes once told its agents. */
export function withoutConfig(node: Document): Document {
  const [spec, status] = [fieldsOf(node["spec"]), fieldsOf(node["status"])];
  if (!isGiven(spec["configSource"]) && !isGiven(status["config"])) return node;
  const { configSource: _source, ...desired } = spec;
  const { config: _config, ...seen } = status;
  return { ...node, spec: desired, ...(isGiven(node["status"]) ? { status: seen } : {}) };
}
