import { ancientManager, maxUpdateOwners } from "./defaults.ts";
import { compareTexts } from "./json-kind.ts";
import { FieldSet } from "./field-set.ts";
import { ownerId } from "./managed-fields.ts";
import type { Owners, Ownership } from "./managed-fields.ts";

/** The owners, the oldest updates of each version joined into one until there are not too many of them. */
export function limitOwners(owners: Owners): Owners {
  if (owners.size <= maxUpdateOwners) return owners;
  const updates = [...owners].filter(([, { operation }]) => operation === "Update");
  if (updates.length <= maxUpdateOwners) return owners;
  const oldestFirst = updates.toSorted(
    ([a, { time: aTime = "" }], [b, { time: bTime = "" }]) => compareTexts(aTime, bTime) || compareTexts(a, b),
  );
  const result = new Map(owners);
  const firstOf = new Map<string, string>();
  const joined = new Map<string, FieldSet[]>();
  let count = updates.length;
  for (const [id, owner] of oldestFirst) {
    if (count <= maxUpdateOwners) break;
    const { apiVersion } = owner;
    const first = firstOf.get(apiVersion);
    if (first === undefined) {
      firstOf.set(apiVersion, id);
      continue;
    }
    const ancient = { manager: ancientManager, operation: "Update", apiVersion } as const;
    const ancientId = ownerId(ancient);
    const sets = joined.get(ancientId) ?? [(result.get(ancientId) ?? taken(result, first)).fields];
    joined.set(ancientId, sets);
    sets.push(owner.fields);
    // The time of what joins last is the latest.
    result.set(ancientId, { ...ancient, time: owner.time, fields: owner.fields });
    // As in Kubernetes, what was joined before goes if an older update of its version is left to join with it.
    result.delete(id);
    joined.delete(id);
    count--;
  }
  for (const [id, sets] of joined) {
    result.set(id, { ...(result.get(id) as Ownership), fields: FieldSet.unionOf(sets) });
  }
  return result;
}

function taken(owners: Map<string, Ownership>, id: string): Ownership {
  const owner = owners.get(id) as Ownership;
  owners.delete(id);
  return owner;
}
