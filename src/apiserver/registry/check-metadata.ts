import { dns1123LabelProblems, getOwn, qualifiedNameProblems, utf8Length } from "../../model/index.ts";
import type { ObjectMeta, StatusCause } from "../../model/index.ts";
import { forbidden, goQuoted, invalid, required, tooLong } from "../crd/index.ts";
import { maxAnnotationBytes } from "./defaults.ts";
import { generationOf } from "./generation.ts";
import { managedFieldsCauses } from "./manager-checks.ts";
import { nameProblems } from "./names.ts";
import { ownerCauses } from "./owner-checks.ts";
import { annotationKeys, labels as labelChecks } from "./rules/label-checks.ts";
import type { Strategy } from "./strategy.ts";
import { zeroTime } from "./timestamp.ts";

/** What is wrong with the metadata of a new object. */
export function checkMetadata(metadata: ObjectMeta, strategy: Strategy): readonly StatusCause[] {
  return [...wholeCauses(metadata, strategy.name), ...namedFinalizerCauses(metadata, strategy)];
}

/** What is wrong with the metadata of a resource that stands inside another. They need no name, and whether there may be a namespace nobody knows. */
export function checkInnerMetadata(metadata: ObjectMeta): readonly StatusCause[] {
  const { name = "", namespace = "" } = metadata as Partial<ObjectMeta>;
  const problems = namespace === "" ? [] : dns1123LabelProblems(namespace);
  return [
    ...wholeCauses({ ...metadata, name: name === "" ? "any" : name }, "path-segment"),
    ...problems.map((problem) => invalid("metadata.namespace", namespace, problem)),
  ];
}

/** A write of an object that there is. */
export interface MetadataUpdate {
  /** The metadata as they are to be. */
  readonly next: ObjectMeta;
  /** What was sent, where that may not say something else. */
  readonly sent: ObjectMeta;
  readonly old: ObjectMeta;
}

/** What is wrong with metadata, by the time when Kubernetes looks. */
export interface MetadataCauses {
  readonly first: readonly StatusCause[];
  /** After the rest of the object was looked at as if it were new, and before what may not change. */
  readonly again: readonly StatusCause[];
}

/**
 * What is wrong with the metadata of an object after a write. Kubernetes looks at them several times, first for any kind and then for
 * this one, and tells each time what it finds.
 */
export function checkMetadataUpdate(
  given: MetadataUpdate,
  strategy: Strategy,
  subresource: string | undefined,
): MetadataCauses {
  const { next } = given;
  const update = subresource === "status" ? { ...given, sent: sentWithStatus(given, strategy) } : given;
  const checks = subresource === undefined ? strategy.metadataChecks : strategy.statusMetadataChecks;
  const named = namedFinalizerCauses(next, strategy);
  const nextAgain = strategy.checksPrefixOnce ? { ...next, generateName: undefined } : next;
  const own = checks
    .split("-")
    .map((check) => [
      ...(check === "change" ? [...changeCauses(update), ...named] : []),
      ...(check === "new" ? [...wholeCauses(nextAgain, strategy.name), ...named] : []),
    ]);
  const again = checks === "new-and-change" ? (own.pop() ?? []) : [];
  return { first: [...wholeCauses(next, "path-segment"), ...changeCauses(update), ...own.flat()], again };
}

/** The metadata that a write of `status` is taken to have sent. */
function sentWithStatus({ sent, old }: MetadataUpdate, strategy: Strategy): ObjectMeta {
  if (strategy.statusIgnoresMetadata) return old;
  return strategy.statusIgnoresEnd ? { ...sent, deletionTimestamp: old.deletionTimestamp } : sent;
}

function wholeCauses(metadata: ObjectMeta, nameRule: Strategy["name"]): readonly StatusCause[] {
  return [
    ...nameCauses(metadata, nameRule),
    ...generationCauses(metadata),
    ...sharedCauses(metadata),
    ...finalizerCauses(metadata.finalizers ?? []),
    ...managedFieldsCauses(metadata.managedFields ?? []),
  ];
}

function changeCauses({ next, sent, old }: MetadataUpdate): readonly StatusCause[] {
  const fixed = (["uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const).flatMap((field) =>
    sent[field] === undefined ||
    sent[field] === old[field] ||
    (field === "deletionTimestamp" && old[field] !== undefined)
      ? []
      : [invalid(`metadata.${field}`, sent[field] === zeroTime ? null : sent[field], "field is immutable")],
  );
  return [
    ...newFinalizerCauses(next, old),
    ...fixed,
    ...sharedCauses(next),
    ...managedFieldsCauses(next.managedFields ?? []),
  ];
}

function sharedCauses({ labels, annotations, ownerReferences }: ObjectMeta): readonly StatusCause[] {
  return [
    ...labelChecks(labels, "metadata.labels"),
    ...annotationCauses(annotations ?? {}),
    ...ownerCauses(ownerReferences ?? []),
  ];
}

function newFinalizerCauses(next: ObjectMeta, old: ObjectMeta): readonly StatusCause[] {
  if (old.deletionTimestamp === undefined) return [];
  const added = new Set((next.finalizers ?? []).filter((name) => old.finalizers?.includes(name) !== true));
  if (added.size === 0) return [];
  const list = [...added].toSorted().map(goQuoted).join(", ");
  const rule = "no new finalizers can be added if the object is being deleted";
  return [forbidden("metadata.finalizers", `${rule}, found new finalizers []string{${list}}`)];
}

function nameCauses({ name, generateName }: ObjectMeta, rule: Strategy["name"]): readonly StatusCause[] {
  if (name === "") return [required("metadata.name", "name or generateName is required")];
  const prefix = generateName ?? "";
  const prefixProblems = prefix === "" ? [] : nameProblems(prefix, rule, { isPrefix: true });
  return [
    ...prefixProblems.map((problem) => invalid("metadata.generateName", prefix, problem)),
    ...nameProblems(name, rule).map((problem) => invalid("metadata.name", name, problem)),
  ];
}

function generationCauses(metadata: ObjectMeta): readonly StatusCause[] {
  if (generationOf(metadata) >= 0n) return [];
  return [invalid("metadata.generation", metadata.generation, "must be greater than or equal to 0")];
}

function annotationCauses(annotations: Readonly<Record<string, string>>): readonly StatusCause[] {
  const field = "metadata.annotations";
  const keys = Object.keys(annotations);
  const size = utf8Length(keys.map((key) => key + String(getOwn(annotations, key))).join(""));
  const problems = annotationKeys(annotations, field);
  if (size <= maxAnnotationBytes) return problems;
  return [...problems, tooLong(field, maxAnnotationBytes)];
}

/** Finalizers that Kubernetes itself knows. */
export const standardFinalizers: readonly string[] = ["orphan", "foregroundDeletion", "kubernetes"];

function finalizerCauses(finalizers: readonly string[]): readonly StatusCause[] {
  const field = "metadata.finalizers";
  const each = finalizers.flatMap((name) =>
    qualifiedNameProblems(name).map((problem) => invalid(field, name, problem)),
  );
  const both = finalizers.includes("orphan") && finalizers.includes("foregroundDeletion");
  const clash = "finalizer orphan and foregroundDeletion cannot be both set";
  return both ? [...each, invalid(field, finalizers, clash)] : each;
}

/** Kubernetes' own kinds, but for some, take only finalizers that it knows or that say whose they are. */
function namedFinalizerCauses(
  { finalizers = [] }: ObjectMeta,
  { takesAnyFinalizer }: Strategy,
): readonly StatusCause[] {
  if (takesAnyFinalizer) return [];
  const rule = "name is neither a standard finalizer name nor is it fully qualified";
  return finalizers.flatMap((name, index) =>
    name.includes("/") || standardFinalizers.includes(name)
      ? []
      : [invalid(`metadata.finalizers[${index}]`, name, rule)],
  );
}
