import { getOwn, labelValueProblems, parseApiVersion, qualifiedNameProblems } from "../../model/index.ts";
import type { ObjectMeta, OwnerReference, StatusCause } from "../../model/index.ts";
import { forbidden, invalid, required } from "../crd/index.ts";
import type { ServedResource } from "./contract.ts";
import { maxAnnotationBytes } from "./defaults.ts";
import { nameProblems } from "./names.ts";
import { strategyOf } from "./strategy.ts";

/** What is wrong with the metadata of an object, whatever its kind. */
export function checkMetadata(metadata: ObjectMeta, served: ServedResource): readonly StatusCause[] {
  return [
    ...nameCauses(metadata, served),
    ...labelCauses(metadata.labels ?? {}),
    ...annotationCauses(metadata.annotations ?? {}),
    ...ownerCauses(metadata.ownerReferences ?? []),
    ...finalizerCauses(metadata.finalizers ?? [], served),
  ];
}

/** What an update may not change in the metadata. */
export function checkMetadataUpdate(next: ObjectMeta, old: ObjectMeta): readonly StatusCause[] {
  const fixed = (["uid", "deletionTimestamp"] as const).flatMap((field) =>
    next[field] === undefined || next[field] === old[field]
      ? []
      : [invalid(`metadata.${field}`, next[field], "field is immutable")],
  );
  return [...fixed, ...newFinalizerCauses(next, old)];
}

function newFinalizerCauses(next: ObjectMeta, old: ObjectMeta): readonly StatusCause[] {
  if (old.deletionTimestamp === undefined) return [];
  const added = (next.finalizers ?? []).filter((name) => old.finalizers?.includes(name) !== true);
  if (added.length === 0) return [];
  const list = added.map((name) => JSON.stringify(name)).join(", ");
  const rule = "no new finalizers can be added if the object is being deleted";
  return [forbidden("metadata.finalizers", `${rule}, found new finalizers []string{${list}}`)];
}

function nameCauses({ name, generateName }: ObjectMeta, served: ServedResource): readonly StatusCause[] {
  if (name === "") return [required("metadata.name", "name or generateName is required")];
  const { name: rule } = strategyOf(served);
  const prefix = generateName ?? "";
  const prefixProblems = prefix === "" ? [] : nameProblems(prefix, rule, { isPrefix: true });
  return [
    ...prefixProblems.map((problem) => invalid("metadata.generateName", prefix, problem)),
    ...nameProblems(name, rule).map((problem) => invalid("metadata.name", name, problem)),
  ];
}

function labelCauses(labels: Readonly<Record<string, string>>): readonly StatusCause[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameProblems(key).map((problem) => invalid("metadata.labels", key, problem)),
    ...labelValueProblems(value).map((problem) => invalid("metadata.labels", value, problem)),
  ]);
}

function annotationCauses(annotations: Readonly<Record<string, string>>): readonly StatusCause[] {
  const field = "metadata.annotations";
  const keys = Object.keys(annotations);
  const size = new TextEncoder().encode(keys.map((key) => key + String(getOwn(annotations, key))).join("")).length;
  const problems = keys.flatMap((key) =>
    qualifiedNameProblems(key.toLowerCase()).map((problem) => invalid(field, key, problem)),
  );
  if (size <= maxAnnotationBytes) return problems;
  const message = `Too long: may not be more than ${maxAnnotationBytes} bytes`;
  return [...problems, { reason: "FieldValueTooLong", message, field }];
}

function ownerCauses(owners: readonly OwnerReference[]): readonly StatusCause[] {
  const field = "metadata.ownerReferences";
  const controllers = owners.filter(({ controller }) => controller === true);
  const [first, second] = controllers;
  const twice =
    first === undefined || second === undefined
      ? []
      : [
          invalid(
            field,
            owners,
            `Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${second.kind}/${second.name}`,
          ),
        ];
  return [...owners.flatMap((owner) => eachOwner(owner, field)), ...twice];
}

function eachOwner(owner: OwnerReference, field: string): readonly StatusCause[] {
  const apiVersion = String(getOwn(owner, "apiVersion") ?? "");
  const empty = ["kind", "name", "uid"].filter((key) => (getOwn(owner, key) ?? "") === "");
  const isEvent = owner.kind === "Event" && (apiVersion === "v1" || apiVersion === "events.k8s.io/v1");
  return [
    ...(isApiVersion(apiVersion) ? [] : [invalid(`${field}.apiVersion`, apiVersion, "version must not be empty")]),
    ...empty.map((key) => invalid(`${field}.${key}`, "", "must not be empty")),
    ...(isEvent ? [invalid(field, owner, `${apiVersion}, Kind=Event is disallowed from being an owner`)] : []),
  ];
}

function isApiVersion(text: string): boolean {
  try {
    return parseApiVersion(text).version !== "";
  } catch {
    return false;
  }
}

const standardFinalizers: readonly string[] = ["orphan", "foregroundDeletion", "kubernetes"];

/** The groups of the servers around Kubernetes' own, which take any qualified name. */
const freeFinalizers: readonly string[] = ["apiextensions.k8s.io", "apiregistration.k8s.io"];

function finalizerCauses(
  finalizers: readonly string[],
  { resource, isCustom }: ServedResource,
): readonly StatusCause[] {
  const field = "metadata.finalizers";
  const rule = "name is neither a standard finalizer name nor is it fully qualified";
  const isFree = isCustom || freeFinalizers.includes(resource.group);
  const each = finalizers.flatMap((name, index) => [
    ...qualifiedNameProblems(name).map((problem) => invalid(field, name, problem)),
    ...(isFree || name.includes("/") || standardFinalizers.includes(name)
      ? []
      : [invalid(`${field}[${index}]`, name, rule)]),
  ]);
  const both = finalizers.includes("orphan") && finalizers.includes("foregroundDeletion");
  const clash = "finalizer orphan and foregroundDeletion cannot be both set";
  return both ? [...each, invalid(field, finalizers, clash)] : each;
}
