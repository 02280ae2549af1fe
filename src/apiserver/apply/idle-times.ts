import { deepEqual } from "../../model/index.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../model/index.ts";

/** The object with the times of its owners as they were, if nothing but these times would change. */
export function withIdleTimes<T extends KubeObject>(next: T, live: KubeObject): T {
  const { managedFields = [] } = next.metadata;
  const { managedFields: old = [] } = live.metadata;
  if (managedFields.length === 0 || managedFields.length !== old.length) return next;
  const kept = managedFields.map((entry, index) => withTime(entry, old[index]?.time));
  const result = { ...next, metadata: { ...next.metadata, managedFields: kept } };
  return deepEqual(result, live) ? result : next;
}

function withTime(entry: ManagedFieldsEntry, time: string | undefined): ManagedFieldsEntry {
  const { time: _time, ...timeless } = entry;
  return time === undefined ? timeless : { ...entry, time };
}
