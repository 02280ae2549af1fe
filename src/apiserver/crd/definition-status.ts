import { deepEqual, getOwn } from "../../model/index.ts";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition as Condition,
  CustomResourceDefinitionNames as Names,
} from "../../types/apiextensions/v1/index.ts";
import { approvalAnnotation } from "./defaults.ts";
import { isProtected } from "./protected-group.ts";

/** What the status of a definition depends on besides itself. */
export interface StatusInputs {
  /** The other definitions, of any group. */
  readonly others: readonly CustomResourceDefinition[];
  /** The time, as Kubernetes writes it. */
  readonly now: string;
}

/**
 * The definition with the status that Kubernetes' controllers give it after a while, at once: names accepted if no other definition of the
 * group has them, and then established. What was established stays so. Once all names are accepted nobody looks at them again, even if
 * somebody has removed the conditions that say so.
 */
export function withStatus(
  definition: CustomResourceDefinition,
  { others, now }: StatusInputs,
): CustomResourceDefinition {
  const { spec, status } = definition;
  const { names, conflict } = acceptNames(definition, others);
  const stored = spec.versions.filter(({ storage }) => storage).map(({ name }) => name);
  const isSettled = sayTheSame(spec.names, status?.acceptedNames);
  const conditions = [
    ...approval(definition),
    ...(isSettled ? [] : [namesAccepted(conflict)]),
    ...establishment(definition, isSettled ? undefined : conflict === undefined),
    ...(definition.metadata.deletionTimestamp === undefined ? [] : [terminating]),
  ];
  return {
    ...definition,
    status: {
      conditions: conditions.reduce<readonly Condition[]>(
        (all, next) => setCondition(all, next, now),
        status?.conditions ?? [],
      ),
      acceptedNames: names,
      storedVersions: [...new Set([...(status?.storedVersions ?? []), ...stored])],
    },
  };
}

/** The definition as it is while its objects are being removed. */
export function withTerminating(definition: CustomResourceDefinition, now: string): CustomResourceDefinition {
  const { status } = definition;
  return { ...definition, status: { ...status, conditions: setCondition(status?.conditions ?? [], terminating, now) } };
}

const terminating: Readonly<Condition> = {
  type: "Terminating",
  status: "True",
  reason: "InstanceDeletionInProgress",
  message: "CustomResource deletion is in progress",
};

/** Whether names are those that are wanted. */
function sayTheSame(wanted: Names, accepted: Names | undefined): boolean {
  const lists = (names: Names): object => ({ shortNames: names.shortNames ?? [], categories: names.categories ?? [] });
  return accepted !== undefined && deepEqual({ ...wanted, ...lists(wanted) }, { ...accepted, ...lists(accepted) });
}

/** Whether a condition of the definition is true. */
export function isConditionTrue({ status }: CustomResourceDefinition, type: string): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === "True") ?? false;
}

/** The time of the transition is kept while the status stays. */
function setCondition(all: readonly Condition[], next: Condition, now: string): readonly Condition[] {
  const old = all.find(({ type }) => type === next.type);
  const time = old?.status === next.status ? old.lastTransitionTime : now;
  const { type, status, reason, message } = next;
  const set: Condition = { type, status, lastTransitionTime: time, reason, message };
  return old === undefined ? [...all, set] : all.map((condition) => (condition === old ? set : condition));
}

function approval({ metadata, spec }: CustomResourceDefinition): readonly Condition[] {
  if (!isProtected(spec.group)) return [];
  const annotation = String(getOwn(metadata.annotations ?? {}, approvalAnnotation));
  const type = "KubernetesAPIApprovalPolicyConformant";
  return [
    annotation.startsWith("unapproved")
      ? {
          type,
          status: "False",
          reason: "UnapprovedAnnotation",
          message: `not approved: ${JSON.stringify(annotation)}`,
        }
      : { type, status: "True", reason: "ApprovedAnnotation", message: `approved in ${annotation}` },
  ];
}

function namesAccepted(conflict: Conflict | undefined): Condition {
  const type = "NamesAccepted";
  if (conflict === undefined) return { type, status: "True", reason: "NoConflicts", message: "no conflicts found" };
  return {
    type,
    status: "False",
    reason: conflict.reason,
    message: `${JSON.stringify(conflict.name)} is already in use`,
  };
}

/** What follows from whether the names are accepted: just now, or, if that was settled before, as the definition says. */
function establishment(definition: CustomResourceDefinition, areAccepted: boolean | undefined): readonly Condition[] {
  const type = "Established";
  const isReady = areAccepted ?? isConditionTrue(definition, "NamesAccepted");
  if (isReady || (areAccepted === false && isConditionTrue(definition, type))) {
    return [{ type, status: "True", reason: "InitialNamesAccepted", message: "the initial names have been accepted" }];
  }
  if (areAccepted === undefined) return [];
  return [{ type, status: "False", reason: "NotAccepted", message: "not all names are accepted" }];
}

interface Conflict {
  readonly reason: string;
  readonly name: string;
}

/** Each name that is free is accepted; where one is not, the one accepted earlier stays. The last conflict is the one told. */
function acceptNames(
  definition: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
): { readonly names: Names; readonly conflict: Conflict | undefined } {
  const { names: wanted, group } = definition.spec;
  const old = definition.status?.acceptedNames;
  // Its own names are taken, too, for anything but what they are.
  const all = [...others, definition].filter(({ spec }) => spec.group === group);
  const rivals = all.flatMap(({ status }) => status?.acceptedNames ?? []);
  const resources = new Set(
    rivals.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...(shortNames ?? [])]),
  );
  const kinds = new Set(rivals.flatMap(({ kind, listKind }) => [kind, listKind]));
  const conflicts: Conflict[] = [];
  const free = (name: string | undefined, taken: ReadonlySet<string | undefined>, reason: string): boolean => {
    if (name === undefined || name === "" || !taken.has(name)) return true;
    conflicts.push({ reason, name });
    return false;
  };
  const choose = (
    key: "plural" | "singular" | "kind" | "listKind",
    taken: ReadonlySet<string | undefined>,
    reason: string,
  ) => (wanted[key] === old?.[key] || free(wanted[key], taken, reason) ? wanted[key] : old?.[key]);
  const plural = choose("plural", resources, "PluralConflict") ?? "";
  const singular = choose("singular", resources, "SingularConflict");
  const shorts = wanted.shortNames ?? [];
  const isShort = (name: string): boolean =>
    old?.shortNames?.includes(name) === true || free(name, resources, "ShortNamesConflict");
  const shortNames = shorts.every(isShort) ? shorts : (old?.shortNames ?? []);
  const kind = choose("kind", kinds, "KindConflict") ?? "";
  const listKind = choose("listKind", kinds, "ListKindConflict");
  const lists = {
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(wanted.categories?.length ? { categories: wanted.categories } : {}),
  };
  return { names: { plural, singular, ...lists, kind, listKind }, conflict: conflicts.at(-1) };
}
