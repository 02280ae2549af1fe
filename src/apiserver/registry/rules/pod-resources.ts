import { parseQuantity } from "../../../model/index.ts";
import type { Quantity } from "../../../model/index.ts";
import { partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { isHuge } from "./resource-checks.ts";

/** Amounts of resources by name. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** What the resources of a pod or a container say: `requests` for what it asks for, `limits` for what it may use. */
export type AmountsKind = "requests" | "limits";

function ofOwner(owner: Fields, kind: AmountsKind): Amounts {
  const amounts = Object.entries(partAt(partAt(owner, "resources") ?? {}, kind) ?? {});
  return new Map(amounts.flatMap(([name, text]) => (typeof text === "string" ? [[name, parseQuantity(text)]] : [])));
}

/** What stands in both is added up. */
function together(first: Amounts, second: Amounts): Amounts {
  const sum = new Map(first);
  for (const [name, amount] of second) sum.set(name, sum.get(name)?.add(amount) ?? amount);
  return sum;
}

/** What stands in both is what is more. */
function atMost(first: Amounts, second: Amounts): Amounts {
  const most = new Map(first);
  for (const [name, amount] of second) {
    const known = most.get(name);
    if (known === undefined || amount.compare(known) > 0) most.set(name, amount);
  }
  return most;
}

/**
 * What the containers of a pod have together at any time. Those that prepare it run one by one before the others, beside those of them that
 * stay.
 */
export function containersTotal(spec: Fields, kind: AmountsKind): Amounts {
  let all = partsAt(spec, "containers").reduce<Amounts>((sum, one) => together(sum, ofOwner(one, kind)), new Map());
  let staying: Amounts = new Map();
  let preparing: Amounts = new Map();
  for (const container of partsAt(spec, "initContainers")) {
    const own = ofOwner(container, kind);
    const stays = textAt(container, "restartPolicy") === "Always";
    const present = stays ? together(staying, own) : together(own, staying);
    if (stays) [all, staying] = [together(all, own), present];
    preparing = atMost(preparing, present);
  }
  return atMost(all, preparing);
}

/** Those that are not told yet, as texts. */
function missing(amounts: Amounts, told: Fields, isMeant: (name: string) => boolean): Fields {
  const added = [...amounts].filter(([name]) => !Object.hasOwn(told, name) && isMeant(name));
  return Object.fromEntries(added.map(([name, amount]) => [name, amount.toString()]));
}

const isShared = (name: string): boolean => name === "cpu" || name === "memory";
const isOfPods = (name: string): boolean => isShared(name) || isHuge(name);

/**
 * The spec of a pod whose own resources are told in part, with the rest: it may use the large pages of its containers, and where it may use
 * something it asks for what its containers ask for, else for all that it may use.
 */
export function withPodResources(spec: Fields): Fields {
  const resources = partAt(spec, "resources");
  if (resources === undefined) return spec;
  const [given, asked] = [partAt(resources, "limits") ?? {}, partAt(resources, "requests") ?? {}];
  if (Object.keys(given).length === 0 && Object.keys(asked).length === 0) return spec;
  const pages = missing(containersTotal(spec, "limits"), { ...given, ...asked }, isHuge);
  const limits = { ...given, ...pages };
  if (Object.keys(limits).length === 0) return spec;
  const needed = { ...asked, ...missing(containersTotal(spec, "requests"), asked, isShared) };
  const rest = missing(ofOwner({ resources: { limits } }, "limits"), needed, isOfPods);
  const requests = { ...needed, ...rest };
  return { ...spec, resources: { ...resources, limits, ...(Object.keys(requests).length === 0 ? {} : { requests }) } };
}
