import { deepEqual } from "./deep-equal.ts";

/** What the conditions of every kind have in common. */
export interface ConditionFields {
  readonly type: string;
  /** `True`, `False` or `Unknown`. */
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly observedGeneration?: number | undefined;
  /** When the status became what it is. */
  readonly lastTransitionTime?: string | undefined;
}

/** A condition as it is to be; when the status became so may be left to `setCondition`. */
export type NewCondition<C extends ConditionFields> = Omit<C, "lastTransitionTime"> & {
  readonly lastTransitionTime?: string | undefined;
};

/** The condition of this type. Absent conditions have none. */
export function findCondition<C extends { readonly type: string }>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition of this type is there and `True`. */
export function isConditionTrue(
  conditions: readonly Pick<ConditionFields, "type" | "status">[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === "True";
}

/**
 * The conditions with this one in its place, or at the end. `lastTransitionTime` changes only when the status does: to the time that
 * the condition carries, else to `now` (see `formatTime`). The same list is returned when nothing changes, and no list is written to.
 */
export function setCondition<C extends ConditionFields>(
  conditions: readonly C[] | undefined,
  condition: NewCondition<C>,
  now: string,
): readonly C[] {
  const list = conditions ?? [];
  const index = list.findIndex(({ type }) => type === condition.type);
  const before = list[index];
  const isSameStatus = before !== undefined && before.status === condition.status;
  const since = (isSameStatus ? before.lastTransitionTime : undefined) ?? condition.lastTransitionTime ?? now;
  // Only what was left out is put back: this is a whole condition again.
  const after = { ...condition, lastTransitionTime: since } as unknown as C;
  if (before === undefined) return [...list, after];
  return deepEqual(before, after) ? list : list.with(index, after);
}

/** The conditions without those of this type. The same list is returned when there are none. */
export function removeCondition<C extends { readonly type: string }>(
  conditions: readonly C[] | undefined,
  type: string,
): readonly C[] {
  const list = conditions ?? [];
  return findCondition(list, type) === undefined ? list : list.filter((condition) => condition.type !== type);
}
