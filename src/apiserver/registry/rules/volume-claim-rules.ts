import { deepEqual, getOwn, parseQuantity, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { claimSpecCauses, referenceOf } from "./claim-checks.ts";
import { fieldsOf, formed, isGiven, optional, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { quantity } from "./persistent-volume-rules.ts";
import type { Fields } from "./places.ts";
import { labelSelector } from "./selector-checks.ts";

const fixed =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

/** What of a claim stays; a volume and a class may be given to one that has none. One that is bound may ask for another size and attributes. */
function lasting(spec: Fields, old: Fields, isBound: boolean): Fields {
  const { volumeName, storageClassName, resources, volumeAttributesClassName, ...rest } = spec;
  return {
    ...rest,
    resources: isBound ? withoutSize(resources) : resources,
    ...(isBound ? {} : { volumeAttributesClassName }),
    ...(isGiven(old["volumeName"]) ? { volumeName } : {}),
    ...(isGiven(old["storageClassName"]) ? { storageClassName } : {}),
  };
}

function withoutSize(resources: unknown): unknown {
  const { requests } = fieldsOf(resources);
  if (!isGiven(requests)) return resources;
  const { storage: _size, ...others } = fieldsOf(requests);
  return { ...fieldsOf(resources), requests: others };
}

const classAnnotation = "volume.beta.kubernetes.io/storage-class";

/** The class that only an annotation names stays, unless the field says the same from now on. */
function classAnnotationCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const [after, before] = [next, old].map(
    (claim) => fieldsOf(fieldsOf(claim["metadata"])["annotations"])[classAnnotation],
  );
  if (after === before) return [];
  const [name, named] = [next, old].map((claim) => fieldsOf(claim["spec"])["storageClassName"]);
  const isMoved = before !== undefined && !isGiven(named) && name === before && after === undefined;
  return isMoved ? [] : [invalid(`metadata.annotations.${classAnnotation}`, after ?? "", "field is immutable")];
}

function sizeIn(amounts: unknown): ReturnType<typeof parseQuantity> {
  return parseQuantity(String(getOwn(fieldsOf(amounts), "storage") ?? "0"));
}

function changeCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const [spec, before] = [fieldsOf(next["spec"]), fieldsOf(old["spec"])];
  const size = sizeIn(fieldsOf(spec["resources"])["requests"]);
  const isSmaller = size.compare(sizeIn(fieldsOf(before["resources"])["requests"])) < 0;
  const isBound = fieldsOf(next["status"])["phase"] === "Bound";
  const isSame = deepEqual(lasting(spec, before, isBound), lasting(before, before, isBound));
  const isTooSmall = isSmaller && size.compare(sizeIn(fieldsOf(old["status"])["capacity"])) <= 0;
  return [
    ...classAnnotationCauses(next, old),
    ...(isSame ? [] : [forbidden("spec", fixed)]),
    ...(isTooSmall ? [forbidden("spec.resources.requests.storage", "field can not be less than status.capacity")] : []),
    ...(spec["volumeMode"] === before["volumeMode"]
      ? []
      : [invalid("volumeMode", spec["volumeMode"] ?? null, "field is immutable")]),
  ];
}

const resizes: readonly string[] = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
];

/** Of which resource something is told: the size, or one that has a prefix. */
const resized: FieldCheck = (name, field) => {
  const causes = formed(qualifiedNameProblems)(name, field);
  if (causes.length > 0) return causes;
  return textOf(name).includes("/") || name === "storage" ? [] : [notSupported(field, name, ["storage"])];
};

function statusCauses(status: Fields, field: string): readonly StatusCause[] {
  const entries = (member: string): readonly (readonly [string, unknown])[] => Object.entries(fieldsOf(status[member]));
  const [states, amounts] = [`${field}.allocatedResourceStatuses`, `${field}.allocatedResources`];
  return [
    ...entries("capacity").flatMap(([name, amount]) => quantity(amount, `${field}.capacity[${name}]`)),
    ...entries("allocatedResourceStatuses").flatMap(([name, state]) => [
      ...resized(name, states),
      ...(resizes.includes(textOf(state)) ? [] : [notSupported(states, name, resizes)]),
    ]),
    ...entries("allocatedResources").flatMap(([name, amount]) => {
      const causes = resized(name, amounts);
      return causes.length > 0 ? causes : quantity(amount, `${amounts}[${name}]`);
    }),
  ];
}

/** What is wrong with a claim of a volume. */
export function claimCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const spec = fieldsOf(next["spec"]);
  const causes = claimSpecCauses(spec, "spec", optional(labelSelector)(spec["selector"], "spec.selector"));
  if (old === undefined) return causes;
  const isReported = !deepEqual(next["status"], old["status"]);
  return [
    ...causes,
    ...changeCauses(next, old),
    ...(isReported ? statusCauses(fieldsOf(next["status"]), "status") : []),
  ];
}

function isUsable(source: Fields): boolean {
  const { apiGroup, kind } = referenceOf(source);
  if (kind === "PersistentVolumeClaim") return apiGroup === "";
  return kind === "VolumeSnapshot" && apiGroup === "snapshot.storage.k8s.io";
}

/** A claim with one source of its data, which stands in both fields. What cannot be used, or is elsewhere, is left out. */
export function withDataSources(claim: Document): Document {
  const { dataSource: given, dataSourceRef: named, ...spec } = fieldsOf(claim["spec"]);
  if (!isGiven(given) && !isGiven(named)) return claim;
  const source = isGiven(given) && isUsable(fieldsOf(given)) ? given : undefined;
  const { namespace: place, ...near } = fieldsOf(named);
  const reference = isGiven(named) && textOf(place) === "" ? named : undefined;
  const both = {
    dataSource: source ?? (reference === undefined ? undefined : near),
    dataSourceRef: reference ?? source,
  };
  const kept = Object.entries(both).filter(([, value]) => value !== undefined);
  return { ...claim, spec: { ...spec, ...Object.fromEntries(kept) } };
}
