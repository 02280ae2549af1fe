import { deepEqual } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { forbidden } from "../crd/index.ts";
import type { FurtherRight, Requester, Rights, Target } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { mostDevices } from "./rules/index.ts";
import { valueAt } from "./value-at.ts";

/** A change of the status of a claim for devices. */
interface StatusChange {
  readonly next: Document;
  readonly old: Document;
}

type Fields = Readonly<Record<string, unknown>>;

/** Of how many drivers something else can be said at once: of those of all devices that a claim had, and of all that it has now. */
const mostDrivers = 2 * mostDevices;

const nodeNameKey = "authentication.kubernetes.io/node-name";

/** Whether rights beyond that to the request depend on what a write changes. */
export function needsClaimRights({ served, subresource }: Target): boolean {
  return subresource === "status" && served.collection === "resource.k8s.io/resourceclaims";
}

/**
 * What whoever writes the status of a claim may not change: which devices it has, and for whom, needs a right in the whole cluster; what is said of
 * a device needs one for its driver.
 */
export async function claimRightCauses(change: StatusChange, rights: Rights): Promise<readonly StatusCause[]> {
  const isDeallocated = valueAt(change.next, ["status", "allocation"]) === undefined;
  return [...(await bindingCauses(change, rights)), ...(isDeallocated ? [] : await driverCauses(change, rights))];
}

async function bindingCauses({ next, old }: StatusChange, rights: Rights): Promise<readonly StatusCause[]> {
  const isSame = ["allocation", "reservedFor"].every((member) =>
    deepEqual(valueAt(next, ["status", member]), valueAt(old, ["status", member])),
  );
  if (isSame) return [];
  const { verb } = rights;
  const refused = await refusalOf(rights, { verb, subresource: "binding", namespace: "", name: "" });
  const what = `changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="${verb}"`;
  return refused === undefined ? [] : [forbidden("status.allocation", `${what} permission: ${refused}`)];
}

async function driverCauses(change: StatusChange, rights: Rights): Promise<readonly StatusCause[]> {
  const { namespace = "" } = change.next.metadata;
  const prefixes = isOnNodeOf(change.next, rights.user) ? ["associated-node:", "arbitrary-node:"] : ["arbitrary-node:"];
  const verbs = prefixes.map((prefix) => prefix + rights.verb);
  const causes: StatusCause[] = [];
  for (const name of changedDrivers(change)) {
    const refusals: string[] = [];
    for (const verb of verbs) {
      const refused = await refusalOf(rights, { verb, subresource: "driver", namespace, name });
      if (refused === undefined) break;
      refusals.push(refused);
    }
    if (refusals.length < verbs.length) continue;
    const what = `changing status.devices requires resource="resourceclaims/driver", verb="[${verbs.join(" ")}]"`;
    causes.push(forbidden("status.devices", `${what} permission: ${refusals[0] ?? ""}`));
  }
  return causes;
}

async function refusalOf({ authorize }: Rights, right: FurtherRight): Promise<string | undefined> {
  try {
    await authorize(right);
    return undefined;
  } catch (error) {
    if (!StatusError.is(error)) throw error;
    return error.status.message;
  }
}

function devicesOf(claim: Document): ReadonlyMap<string, Fields> {
  const devices = valueAt(claim, ["status", "devices"]);
  const all = Array.isArray(devices) ? (devices as readonly Fields[]) : [];
  return new Map(all.map((one) => [JSON.stringify([one["driver"], one["pool"], one["device"], one["shareID"]]), one]));
}

/**
 * The drivers of devices of which something else is said, in order. Of more than there can be only the first are looked at: to ask for the rights to
 * each takes its time, and the rules of claims refuse such a write, as it speaks of devices that the claim does not have.
 */
function changedDrivers({ next, old }: StatusChange): readonly string[] {
  const [after, before] = [devicesOf(next), devicesOf(old)];
  const changed = [
    ...[...after].filter(([key, device]) => !deepEqual(device, before.get(key))),
    ...[...before].filter(([key]) => !after.has(key)),
  ];
  const drivers = new Set(changed.map(([, { driver }]) => String(driver)));
  return [...drivers].toSorted().slice(0, mostDrivers);
}

/** Whether a service account asks from the one node that the devices of a claim are for. */
function isOnNodeOf(claim: Document, user: Requester | undefined): boolean {
  const [node, ...others] = user?.extra?.[nodeNameKey] ?? [];
  if (node === undefined || others.length > 0 || user?.name.startsWith("system:serviceaccount:") !== true) return false;
  const selected = [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }];
  return deepEqual(valueAt(claim, ["status", "allocation", "nodeSelector", "nodeSelectorTerms"]), selected);
}
