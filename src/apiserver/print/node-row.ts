import type { Node } from "../../types/core/v1/index.ts";
import { age, firstText, joined, nameOf, none } from "./formats.ts";
import { printer } from "./row.ts";
import type { RowPrinter } from "./row.ts";

const rolePrefix = "node-role.kubernetes.io/";

/** Whether a node is ready, and what it is. */
export const nodePrinter: RowPrinter = printer<Node>((object, now) => {
  const { nodeInfo } = object.status ?? {};
  return [
    nameOf(object),
    statusOf(object),
    rolesOf(object),
    age(object, now),
    nodeInfo?.kubeletVersion ?? "",
    addressOf(object, "InternalIP"),
    addressOf(object, "ExternalIP"),
    firstText(nodeInfo?.osImage, "<unknown>"),
    firstText(nodeInfo?.kernelVersion, "<unknown>"),
    firstText(nodeInfo?.containerRuntimeVersion, "<unknown>"),
  ];
});

function statusOf({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const unready = ready === undefined ? "Unknown" : "NotReady";
  return `${ready?.status === "True" ? "Ready" : unready}${spec?.unschedulable === true ? ",SchedulingDisabled" : ""}`;
}

function rolesOf({ metadata }: Node): string {
  const roles = Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return [key.slice(rolePrefix.length)];
    return key === "kubernetes.io/role" ? [value] : [];
  });
  return joined([...new Set(roles.filter((role) => role !== ""))].toSorted());
}

function addressOf({ status }: Node, wanted: string): string {
  return status?.addresses?.find(({ type }) => type === wanted)?.address ?? none;
}
