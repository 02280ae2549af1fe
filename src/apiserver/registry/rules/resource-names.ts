import { parseQuantity, qualifiedNameProblems } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import { formed, signOf, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

const ofContainers: readonly string[] = ["cpu", "ephemeral-storage", "memory"];
const counted: readonly string[] = [
  "configmaps",
  "persistentvolumeclaims",
  "pods",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "services",
  "services.loadbalancers",
  "services.nodeports",
];
const ofQuotas: readonly string[] = [
  ...ofContainers.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ...counted,
  "requests.storage",
];

const isHuge = (name: string): boolean => name.startsWith("hugepages-");

/** An amount of a resource of this name, of which only some have parts. */
export function resourceAmount(name: string): FieldCheck {
  return (value, field) => {
    const amount = String(value);
    const isBroken = isCounted(name) && parseQuantity(amount).milliValue % 1000n !== 0n;
    return [
      ...(signOf(amount) < 0 ? [invalid(field, amount, "must be greater than or equal to 0")] : []),
      ...(isBroken ? [invalid(field, amount, "must be an integer")] : []),
    ];
  };
}

/** Whether a resource is one of whole things. */
function isCounted(name: string): boolean {
  return counted.includes(name) || isExtended(name);
}

function isExtended(name: string): boolean {
  const isNative = !name.includes("/") || name.includes("kubernetes.io/");
  return !isNative && !name.startsWith("requests.") && qualifiedNameProblems(`requests.${name}`).length === 0;
}

/** The name of a resource: one of Kubernetes' own, or one with a prefix. */
export const standardResource: FieldCheck = (value, field) => {
  const name = textOf(value);
  const causes = formed(qualifiedNameProblems)(name, field);
  if (causes.length > 0 || name.includes("/") || name === "storage" || ofQuotas.includes(name) || isHuge(name)) {
    return causes;
  }
  return [invalid(field, name, "must be a standard resource type or fully qualified")];
};

/** The name of a resource that containers have. */
export const containerResource: FieldCheck = (value, field) => {
  const name = textOf(value);
  const causes = standardResource(name, field);
  if (name.includes("/")) {
    const isKnown = name.includes("kubernetes.io/") || isExtended(name);
    return isKnown ? causes : [...causes, invalid(field, name, "doesn't follow extended resource name standard")];
  }
  if (ofContainers.includes(name) || isHuge(name)) return causes;
  return [...causes, invalid(field, name, "must be a standard resource for containers")];
};

/** Whether a quota without a prefix can limit it. */
export function isQuotaResource(name: string): boolean {
  return ofQuotas.includes(name) || isHuge(name) || name.startsWith("requests.hugepages-");
}

/** The name of a resource that quotas limit. */
export const quotaResource: FieldCheck = (value, field) => {
  const name = textOf(value);
  const causes = standardResource(name, field);
  if (name.includes("/") || isQuotaResource(name)) return causes;
  return [...causes, invalid(field, name, "must be a standard resource for quota")];
};
