import { deepEqual, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, required, tooLong } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { valueAt, withValueAt } from "../value-at.ts";
import {
  among,
  fieldsOf,
  formed,
  from,
  isGiven,
  items,
  itemsOf,
  label,
  members,
  needed,
  numberOf,
  optional,
  repeats,
  subdomain,
  textOf,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { partAt, partsAt, textAt } from "./members.ts";
import { milliAmounts } from "./milli-amounts.ts";
import type { Fields } from "./places.ts";
import { addressCauses } from "./pod-network-checks.ts";
import { completed, rules } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { inRange } from "./value-checks.ts";

const lists: readonly string[] = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];

/** What of the status of a pod is kept in which form. */
export const podStatus: readonly Rule[] = [
  completed("status", withAddresses),
  ...milliAmounts(
    ...["status", ...lists.map((list) => `status.${list}[]`)].flatMap((at) => [
      `${at}.allocatedResources`,
      `${at}.resources.limits`,
      `${at}.resources.requests`,
    ]),
  ),
];

const withoutNewFields: Readonly<ReturnType<typeof rules>> = rules([
  completed("status", ({ nodeAllocatableResourceClaimStatuses: _unknown, ...status }) => status),
  ...lists.map((list) => completed(`status.${list}[].volumeMounts[]`, ({ volumeStatus: _unknown, ...mount }) => mount)),
]);

/** The first address stands in two fields. */
function withAddresses(status: Fields): Fields {
  const first = textAt(status, "podIP");
  const all = partsAt(status, "podIPs");
  if (first === "" && all.length === 0) return status;
  const isAlike = first === "" || textAt(all[0] ?? {}, "ip") === first;
  const podIPs = all.length > 0 && isAlike ? all : [{ ip: first }];
  return { ...status, podIP: textAt(podIPs[0] ?? {}, "ip"), podIPs };
}

/** A pod after a write of its status: how well it is provided for stays, and what is new is left away. */
export function reportedPod(given: Document, old: Document | undefined): Document {
  const pod = withoutNewFields.defaulted(given);
  const before = valueAt(old, ["status", "qosClass"]);
  const isKept = before !== undefined && textOf(valueAt(pod, ["status", "qosClass"])) === "";
  return isKept ? withValueAt(pod, ["status", "qosClass"], before) : pod;
}

const notNegative: FieldCheck = from(0, "must be a non-negative integer");
const system: readonly string[] = ["Initialized", "PodScheduled", "Ready"];

const condition: FieldCheck = (value, field) => [
  ...members({ observedGeneration: notNegative })(value, field),
  ...(system.includes(textOf(fieldsOf(value)["type"]))
    ? []
    : formed(qualifiedNameProblems)(fieldsOf(value)["type"], `${field}.Type`)),
];

const id: FieldCheck = (value, field) => inRange(numberOf(value), field, [0, 2_147_483_647]);

const user: FieldCheck = members({
  user: members({ linux: optional(members({ uid: id, gid: id, supplementalGroups: items(id) })) }),
});

const message: FieldCheck = optional((value, field) =>
  value === ""
    ? [required(field, "must be non-empty if specified")]
    : textOf(value).length > 1024
      ? [tooLong(field, 1024)]
      : [],
);

const resources: FieldCheck = (value, field) => {
  const ids = itemsOf(value).map((one) => textOf(fieldsOf(one)["resourceID"]));
  const again = repeats(ids);
  const check = members({ health: among(["Healthy", "Unhealthy", "Unknown"]), message });
  return itemsOf(value).flatMap((one, index) => {
    const at = `${field}[${index}]`;
    return [...check(one, at), ...(again.has(index) ? [duplicate(`${at}.resourceID`, ids[index])] : [])];
  });
};

/** What a container was given is what it had asked for; what is told of a container that the pod does not have is not looked at. */
function allocatedCauses(spec: Fields, list: string): FieldCheck {
  const own = new Map(partsAt(spec, list).map((container) => [textAt(container, "name"), container] as const));
  return items((value, field) => {
    const container = own.get(textOf(fieldsOf(value)["name"]));
    const asked = Object.keys(partAt(partAt(container ?? {}, "resources") ?? {}, "requests") ?? {});
    return partsAt(fieldsOf(value), "allocatedResourcesStatus").flatMap((one, index) => {
      const at = `${field}.allocatedResourcesStatus[${index}]`;
      const name = textAt(one, "name");
      const words = "must match one of the container's resource requests";
      const isForeign = container !== undefined && !asked.includes(name);
      return [
        ...(isForeign ? [invalid(`${at}.name`, name, words)] : []),
        ...resources(one["resources"], `${at}.resources`),
      ];
    });
  });
}

const notAllocated: FieldCheck = items((value, field) =>
  partsAt(fieldsOf(value), "allocatedResourcesStatus").length > 0
    ? [forbidden(`${field}.allocatedResourcesStatus`, "must not be specified in container status")]
    : [],
);

function claimCauses(spec: Fields): FieldCheck {
  const claims = partsAt(spec, "resourceClaims").map((claim) => textAt(claim, "name"));
  return (value, field) => {
    const names = itemsOf(value).map((one) => textOf(fieldsOf(one)["name"]));
    const again = repeats(names);
    return itemsOf(value).flatMap((one, index) => {
      const at = `${field}[${index}]`;
      const name = names[index] ?? "";
      const words = "must match the name of an entry in `spec.resourceClaims`";
      return [
        ...(claims.includes(name) ? [] : [invalid(`${at}.name`, name, words)]),
        ...(again.has(index) ? [duplicate(`${at}.name`, name)] : []),
        ...members({ resourceClaimName: optional(subdomain) })(one, at),
      ];
    });
  };
}

/** Which request of a claim stands for what a container asked for. */
function mappingCauses(spec: Fields, status: string): FieldCheck {
  const containers = ["initContainers", "containers"].flatMap((list) => partsAt(spec, list));
  return (value, field) => {
    const name = textOf(fieldsOf(value)["containerName"]);
    const resource = textOf(fieldsOf(value)["resourceName"]);
    const container = containers.findLast((one) => textAt(one, "name") === name);
    const asked = partAt(partAt(container ?? {}, "resources") ?? {}, "requests") ?? {};
    const list = "spec.initContainers.resources.requests or spec.containers.resources.requests";
    const cause =
      container === undefined
        ? invalid(`${field}.containerName`, name, namedWords)
        : Object.hasOwn(asked, resource)
          ? undefined
          : invalid(`${field}.resourceName`, resource, `must match the extended resource name of an entry in ${list}`);
    return [...(cause === undefined ? [] : [cause]), ...label(fieldsOf(value)["requestName"], `${status}.requestName`)];
  };
}

const namedWords = "must match the name of an entry in spec.initContainers.name or spec.containers.name";

function extendedCauses(spec: Fields): FieldCheck {
  return optional((value, field) => [
    ...members({
      requestMappings: needed(items(mappingCauses(spec, field)), "at least one request mapping is required"),
      resourceClaimName: needed(subdomain),
    })(value, field),
  ]);
}

/** Addresses: one of each family. */
const addresses: FieldCheck = (value, field) => {
  const all = itemsOf(value).map((one) => textOf(fieldsOf(one)["ip"]));
  const causes = all.flatMap((text, index) => addressCauses(text, `${field}[${index}]`));
  const isDual = all.length === 2 && all.filter((text) => text.includes(":")).length === 1;
  if (all.length < 2 || (isDual && causes.length === 0)) return causes;
  const shown = all.map((text) => ({ IP: text }));
  return [...causes, invalid(field, shown, "may specify no more than one IP for each IP family")];
};

function hostCauses(status: Fields): readonly StatusCause[] {
  const [first] = partsAt(status, "hostIPs");
  if (first === undefined) return [];
  const isOther = textAt(first, "ip") !== textAt(status, "hostIP");
  return [
    ...(isOther ? [invalid("status.hostIPs[0].ip", textAt(first, "ip"), "must be equal to `hostIP`")] : []),
    ...addresses(status["hostIPs"], "status.hostIPs"),
  ];
}

/** What is wrong with how far a pod is. */
export function podStatusCauses(next: Document, old: Document | undefined): readonly StatusCause[] {
  const [status, before] = [fieldsOf(next["status"]), fieldsOf(old?.["status"])];
  const spec = fieldsOf(next["spec"]);
  const nominated = textAt(status, "nominatedNodeName");
  const isNominated = nominated !== "" && nominated !== textAt(before, "nominatedNodeName");
  const bound = "may not be set on pods that are already bound to a node";
  const isMoved = isGiven(status["qosClass"]) && !deepEqual(status["qosClass"], before["qosClass"]);
  return [
    ...members({ conditions: items(condition) })(status, "status"),
    ...(isNominated ? subdomain(nominated, "status.nominatedNodeName") : []),
    ...(isNominated && textAt(spec, "nodeName") !== "" ? [forbidden("status.nominatedNodeName", bound)] : []),
    ...members({ observedGeneration: notNegative })(status, "status"),
    ...(isMoved ? [invalid("status.qosClass", status["qosClass"], "field is immutable")] : []),
    ...members({
      resourceClaimStatuses: claimCauses(spec),
      extendedResourceClaimStatus: extendedCauses(spec),
      podIPs: addresses,
    })(status, "status"),
    ...hostCauses(status),
    ...members(Object.fromEntries(lists.map((list) => [list, items(user)])))(status, "status"),
    ...members({
      containerStatuses: allocatedCauses(spec, "containers"),
      initContainerStatuses: allocatedCauses(spec, "initContainers"),
      ephemeralContainerStatuses: notAllocated,
    })(status, "status"),
  ];
}
