/** The name of a member or the index of an item. */
export type Step = string | number;

/**
 * The place of a list. As in Go, the items behind the end of a list that was made shorter are still there when it becomes longer again.
 */
export class ListPlace {
  readonly items: unknown[] = [];
  length = 0;

  /** Puts something at an index, and `null` wherever there was nothing before it. */
  set(index: number, value: unknown): void {
    while (this.items.length < index) this.items.push(null);
    this.items[index] = value;
    this.length = Math.max(this.length, index + 1);
  }
}

/** The value of a place: maps are the places of objects; everything else but `ListPlace` is a value itself. */
export function finished(place: unknown): unknown {
  if (place instanceof ListPlace) return place.items.slice(0, place.length).map(finished);
  if (!(place instanceof Map)) return place;
  return Object.fromEntries(Array.from(place as Map<string, unknown>, ([key, value]) => [key, finished(value)]));
}

/** The place, and in it a value at the end of a path, instead of whatever is there. */
export function planted(place: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = place instanceof ListPlace ? place : new ListPlace();
    list.set(step, planted(list.items[step], rest, value));
    return list;
  }
  const members = place instanceof Map ? (place as Map<string, unknown>) : new Map<string, unknown>();
  return members.set(step, planted(members.get(step), rest, value));
}
