import { parseQuantity, qualifiedNameProblems } from "../../../model/index.ts";
import type { Quantity, StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, notFound, notSupported, required } from "../../crd/index.ts";
import { label, repeats } from "./field-checks.ts";
import { partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";

const ofContainers: readonly string[] = ["cpu", "ephemeral-storage", "memory"];
const ofQuotas: readonly string[] = [
  ...ofContainers.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "persistentvolumeclaims",
  "configmaps",
  "storage",
  "requests.storage",
  "services.nodeports",
  "services.loadbalancers",
];

/** Whether a resource is memory in pages of one large size. */
export const isHuge = (name: string): boolean => name.startsWith("hugepages-");
const isNative = (name: string): boolean => !name.includes("/") || name.includes("kubernetes.io/");

function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith("requests.") && qualifiedNameProblems(`requests.${name}`).length === 0;
}

function nameProblems(name: string): readonly string[] {
  const problems = qualifiedNameProblems(name);
  const isWhole = name.includes("/");
  const isStandard = ofContainers.includes(name) || isHuge(name);
  if (isWhole) {
    return isNative(name) || isExtended(name)
      ? problems
      : [...problems, "doesn't follow extended resource name standard"];
  }
  if (isStandard) return problems;
  const isKnown = ofQuotas.includes(name) || name.startsWith("requests.hugepages-");
  return [
    ...problems,
    ...(problems.length === 0 && !isKnown ? ["must be a standard resource type or fully qualified"] : []),
    "must be a standard resource for containers",
  ];
}

const ofPods: readonly string[] = ["cpu", "hugepages-", "memory"];

function podNameCauses(name: string, field: string): readonly StatusCause[] {
  const problems = qualifiedNameProblems(name);
  if (problems.length > 0) return problems.map((problem) => invalid(field, name, problem));
  if (isHuge(name) || ofPods.includes(name)) return [];
  const isKnown = name.includes("/") || ofContainers.includes(name) || ofQuotas.includes(name);
  return isKnown
    ? [notSupported(field, name, ofPods)]
    : [invalid(field, name, "must be a standard resource type or fully qualified")];
}

function amountCauses(name: string, amount: string, field: string): readonly StatusCause[] {
  const quantity = parseQuantity(amount);
  const isWhole = !isExtended(name) || /^[+-]?\d+(?:[kMGTPE]i?)?$/.test(quantity.toString());
  return [
    ...(quantity.compare(parseQuantity("0")) < 0 ? [invalid(field, amount, "must be greater than or equal to 0")] : []),
    ...(isWhole ? [] : [invalid(field, amount, "must be an integer")]),
    ...(isHuge(name) && !isOfPages(quantity, name)
      ? [invalid(field, amount, `${amount} is not positive integer multiple of ${name}`)]
      : []),
  ];
}

/** Whether an amount is some pages of the size that the name of the resource tells. */
function isOfPages(amount: Quantity, name: string): boolean {
  const size = pageSize(name.slice("hugepages-".length));
  return size > 0n && amount.value % size === 0n;
}

function pageSize(text: string): bigint {
  try {
    const size = parseQuantity(text);
    return size.nano % 1_000_000_000n === 0n ? size.value : 0n;
  } catch {
    return 0n;
  }
}

function entriesOf(resources: Fields, kind: string): readonly (readonly [string, string])[] {
  return Object.entries(partAt(resources, kind) ?? {}).map(([name, amount]) => [name, String(amount)]);
}

/** Whose resources they are, and what of them the pod has. */
export interface ResourcesOf {
  readonly field: string;
  readonly isPod?: boolean;
  readonly claims?: readonly string[];
}

/** What a container or a pod asks for and may use. */
export function resourceCauses(
  resources: Fields,
  { field, isPod = false, claims = [] }: ResourcesOf,
): readonly StatusCause[] {
  const named = (name: string, at: string): readonly StatusCause[] =>
    isPod ? podNameCauses(name, at) : nameProblems(name).map((problem) => invalid(at, name, problem));
  const all = [...entriesOf(resources, "limits"), ...entriesOf(resources, "requests")].map(([name]) => name);
  const isBare = all.some(isHuge) && !all.includes("cpu") && !all.includes("memory");
  return [
    ...entriesOf(resources, "limits").flatMap(([name, amount]) => {
      const at = `${field}.limits[${name}]`;
      return [...named(name, at), ...amountCauses(name, amount, at)];
    }),
    ...entriesOf(resources, "requests").flatMap(([name, amount]) => {
      const at = `${field}.requests[${name}]`;
      return [...named(name, at), ...amountCauses(name, amount, at), ...overCauses(resources, name, field)];
    }),
    ...(isBare ? [forbidden(field, "HugePages require cpu or memory")] : []),
    ...claimCauses(partsAt(resources, "claims"), `${field}.claims`, claims),
  ];
}

function overCauses(resources: Fields, name: string, field: string): readonly StatusCause[] {
  const limit = (partAt(resources, "limits") ?? {})[name];
  const isSpare = isNative(name) && !isHuge(name);
  if (limit === undefined) {
    return isSpare ? [] : [required(`${field}.limits`, "Limit must be set for non overcommitable resources")];
  }
  const request = String((partAt(resources, "requests") ?? {})[name]);
  const more = parseQuantity(request).compare(parseQuantity(String(limit)));
  if (more === 0 || (isSpare && more < 0)) return [];
  const relation = isSpare ? "less than or equal to" : "equal to";
  return [invalid(`${field}.requests`, request, `must be ${relation} ${name} limit of ${String(limit)}`)];
}

function claimCauses(list: readonly Fields[], field: string, claims: readonly string[]): readonly StatusCause[] {
  const keys = list.map((claim) => `${textAt(claim, "name")}/${textAt(claim, "request")}`);
  const [again, ofPod] = [repeats(keys), new Set(claims)];
  const known = claims.length === 0 ? " which is empty" : `: ${claims.toSorted().join(", ")}`;
  const words = `must be one of the names in pod.spec.resourceClaims${known}`;
  return list.flatMap((claim, index) => {
    const at = `${field}[${index}]`;
    const [name, request] = [textAt(claim, "name"), textAt(claim, "request")];
    if (name === "") return [required(at)];
    return [
      ...(request === "" ? [] : label(request, `${at}.request`)),
      ...(again.has(index) ? [duplicate(at, request === "" ? name : `${name}/${request}`)] : []),
      ...(ofPod.has(name) ? [] : [notFound(at, name, words)]),
    ];
  });
}
