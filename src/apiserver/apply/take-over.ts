import { compareValues } from "./compare-values.ts";
import type { Comparison } from "./compare-values.ts";
import type { FieldSet } from "./field-set.ts";
import type { Owners, Ownership } from "./managed-fields.ts";
import type { Typed, Versions } from "./versions.ts";

/** A change of an object, and who makes it. */
export interface Change {
  readonly before: Typed;
  readonly after: Typed;
  /** The identity of the one who makes it. */
  readonly by: string;
  /** Fields that this kind of write cannot change, with all that is in them. */
  readonly ignored: FieldSet;
  /** The same for owners that use another version. */
  readonly ignoredElsewhere: FieldSet;
}

/** What a change does to the owners. */
export interface TakeOver {
  readonly owners: Owners;
  /** Of each other owner, what it owned and the change has set otherwise. */
  readonly conflicts: Owners;
  readonly comparison: Comparison;
}

/** Takes from all other owners what a change has set or removed. Who owns nothing then is none any more; nor is one of an unknown version. */
export function takeOver(owners: Owners, change: Change, versions: Versions): TakeOver {
  const { before, after, by, ignored } = change;
  const comparison = compareValues(before.object, after.object, before.shape).without(ignored);
  const comparisons = new Map([[before.apiVersion, comparison]]);
  const left = new Map<string, Ownership>();
  const conflicts = new Map<string, Ownership>();
  for (const [id, owner] of owners) {
    if (id === by) {
      left.set(id, owner);
      continue;
    }
    const inVersion = comparisons.get(owner.apiVersion) ?? compareIn(owner.apiVersion, change, versions);
    if (inVersion === undefined) continue;
    comparisons.set(owner.apiVersion, inVersion);
    const conflict = owner.fields.intersection(inVersion.changed);
    if (!conflict.isEmpty) conflicts.set(id, { ...owner, fields: conflict });
    const fields = owner.fields.difference(conflict).difference(inVersion.removed);
    if (!fields.isEmpty) left.set(id, { ...owner, fields });
  }
  return { owners: left, conflicts, comparison };
}

function compareIn(
  apiVersion: string,
  { before, after, ignoredElsewhere }: Change,
  versions: Versions,
): Comparison | undefined {
  const old = versions.convert(before, apiVersion, "failed to convert old object: ");
  const next = versions.convert(after, apiVersion, "failed to convert new object: ");
  return old && next && compareValues(old.object, next.object, old.shape).without(ignoredElsewhere);
}
