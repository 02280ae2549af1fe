import { FieldSet } from "./field-set.ts";
import { fieldsOf } from "./fields-of.ts";
import { mapOf } from "./json-kind.ts";
import type { Owners, Ownership } from "./managed-fields.ts";
import { removeFields, withNamedFields } from "./remove-fields.ts";
import type { Typed, Versions } from "./versions.ts";

/** How Kubernetes begins to say why it cannot do this. */
const failing = "failed to prune fields: ";

/**
 * The merged object without what its applier had applied, applies no more, and nobody else owns. `owners` are those after the apply, `last`
 * is what the applier owned before it.
 */
export function prune(
  merged: Typed,
  { owners, last }: { readonly owners: Owners; readonly last: Ownership | undefined },
  versions: Versions,
): Typed {
  if (last === undefined || last.fields.isEmpty) return merged;
  const doing = `${failing}failed to convert merged object to last applied version: `;
  const converted = versions.convert(merged, last.apiVersion, doing);
  if (converted === undefined) return merged;
  const pruned = without(converted, withNamedFields(last.fields, converted.shape));
  const kept = withOwned({ merged: converted, pruned }, owners, versions);
  return (
    versions.convert(withUnowned({ merged: converted, pruned: kept }, last, versions), merged.apiVersion) ?? merged
  );
}

interface Pruning {
  readonly merged: Typed;
  readonly pruned: Typed;
}

/** Adds back what anybody owns, first in the version that it was removed in. */
function withOwned({ merged, pruned }: Pruning, owners: Owners, versions: Versions): Typed {
  const owned = Map.groupBy(owners.values(), ({ apiVersion }) => apiVersion);
  let current: Pruning = { merged, pruned };
  for (const apiVersion of new Set([merged.apiVersion, ...owned.keys()])) {
    const fields = FieldSet.unionOf((owned.get(apiVersion) ?? []).map((owner) => owner.fields));
    current = withOwnedIn(current, { apiVersion, fields }, versions);
  }
  return current.pruned;
}

function withOwnedIn(
  pruning: Pruning,
  { apiVersion, fields }: { readonly apiVersion: string; readonly fields: FieldSet },
  versions: Versions,
): Pruning {
  const doing = `${failing}failed add back owned items: failed to convert merged object at version ${apiVersion}: `;
  const merged = versions.convert(pruning.merged, apiVersion, doing);
  const pruned = versions.convert(pruning.pruned, apiVersion, doing);
  if (merged === undefined || pruned === undefined) return pruning;
  const kept = namedFieldsOf(pruned).union(withNamedFields(fields, merged.shape));
  return { merged, pruned: without(merged, namedFieldsOf(merged).difference(kept)) };
}

/** Adds back what the applier did not own. */
function withUnowned({ merged, pruned }: Pruning, last: Ownership, versions: Versions): Typed {
  const converted = versions.convert(pruned, last.apiVersion);
  if (converted === undefined) return merged;
  const gone = namedFieldsOf(merged).difference(
    withNamedFields(fieldsOf(converted.object, converted.shape), merged.shape),
  );
  return without(merged, gone.intersection(withNamedFields(last.fields, merged.shape)));
}

function namedFieldsOf({ object, shape }: Typed): FieldSet {
  return withNamedFields(fieldsOf(object, shape), shape);
}

function without(typed: Typed, fields: FieldSet): Typed {
  return { ...typed, object: mapOf(removeFields(typed.object, fields, typed.shape)) };
}
