import { deepEqual } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import { fieldsOf, itemsOf, textOf } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { isQuotaResource, quotaResource, resourceAmount } from "./resource-names.ts";

const scopes: readonly string[] = [
  "BestEffort",
  "CrossNamespacePodAffinity",
  "NotBestEffort",
  "NotTerminating",
  "PriorityClass",
  "Terminating",
  "VolumeAttributesClass",
];

function amountCauses(amounts: unknown, field: string): readonly StatusCause[] {
  return Object.entries(fieldsOf(amounts)).flatMap(([name, amount]) => {
    const at = `${field}[${name}]`;
    return [...quotaResource(name, at), ...resourceAmount(name)(amount, at)];
  });
}

const withPods: readonly string[] = ["NotBestEffort", "NotTerminating", "PriorityClass", "Terminating"];
const computed = /^(?:pods|(?:(?:requests|limits)\.)?(?:cpu|memory)|(?:requests\.)?hugepages-.*)$/;

/** Whether what a scope selects can use a resource at all. */
function isScoped(scope: string, resource: string): boolean {
  if (withPods.includes(scope)) return computed.test(resource);
  if (scope === "BestEffort") return resource === "pods";
  if (scope === "CrossNamespacePodAffinity") return computed.test(resource);
  return scope !== "VolumeAttributesClass" || resource === "persistentvolumeclaims" || resource === "requests.storage";
}

function scopeCauses(spec: Fields, field: string): readonly StatusCause[] {
  const given = itemsOf(spec["scopes"]).map(textOf);
  const hard = Object.keys(fieldsOf(spec["hard"])).filter(isQuotaResource);
  const isBoth = (one: string): boolean => given.includes(one) && given.includes(`Not${one}`);
  const wrong = (words: string): StatusCause => invalid(field, given, words);
  return [
    ...given.flatMap((scope) => [
      ...(scopes.includes(scope) ? [] : [wrong("unsupported scope")]),
      ...hard.filter((name) => !isScoped(scope, name)).map(() => wrong("unsupported scope applied to resource")),
    ]),
    ...(isBoth("BestEffort") || isBoth("Terminating") ? [wrong("conflicting scopes")] : []),
  ];
}

const mustExist =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function operandCauses(operator: string, values: readonly unknown[], field: string): readonly StatusCause[] {
  if (operator === "In" || operator === "NotIn") {
    const words = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    return values.length === 0 ? [required(`${field}.values`, words)] : [];
  }
  if (operator === "Exists" || operator === "DoesNotExist") {
    const words = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    return values.length === 0 ? [] : [invalid(`${field}.values`, values, words)];
  }
  return [invalid(`${field}.operator`, operator, "not a valid selector operator")];
}

/** Messages do not tell which of the requirements is wrong. */
function selectorCauses(spec: Fields, field: string): readonly StatusCause[] {
  const hard = Object.keys(fieldsOf(spec["hard"])).filter(isQuotaResource);
  return itemsOf(fieldsOf(spec["scopeSelector"])["matchExpressions"]).flatMap((item) => {
    const { scopeName, operator, values } = fieldsOf(item);
    const scope = textOf(scopeName);
    const needsExists = scopes.includes(scope) && scope !== "PriorityClass" && scope !== "VolumeAttributesClass";
    return [
      ...(scopes.includes(scope) ? [] : [invalid(`${field}.scopeName`, scope, "unsupported scope")]),
      ...hard
        .filter((name) => !isScoped(scope, name))
        .map(() => invalid(field, fieldsOf(spec["scopeSelector"]), "unsupported scope applied to resource")),
      ...(needsExists && operator !== "Exists" ? [invalid(`${field}.operator`, textOf(operator), mustExist)] : []),
      ...operandCauses(textOf(operator), itemsOf(values), field),
    ];
  });
}

/** What is wrong with a quota. Its scopes stay. */
export function quotaCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const [spec, status] = [fieldsOf(next["spec"]), fieldsOf(next["status"])];
  const sorted = (object: Fields): readonly unknown[] =>
    [...new Set(itemsOf(fieldsOf(object["spec"])["scopes"]).map(textOf))].toSorted();
  const isMoved = old !== undefined && !deepEqual(sorted(next), sorted(old));
  const isReported = old !== undefined && !deepEqual(next["status"], old["status"]);
  return [
    ...amountCauses(spec["hard"], "spec.hard"),
    ...scopeCauses(spec, "spec.scopes"),
    ...selectorCauses(spec, "spec.scopeSelector.matchExpressions"),
    ...(isMoved ? [invalid("spec.scopes", spec["scopes"] ?? null, "field is immutable")] : []),
    ...(isReported
      ? [...amountCauses(status["hard"], "status.hard"), ...amountCauses(status["used"], "status.used")]
      : []),
  ];
}
