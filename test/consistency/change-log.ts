import { sameContent } from "./object-model.ts";
import type { ChangeEvent, Seen } from "./operation.ts";

/** The objects at one moment, by name. */
export type State = ReadonlyMap<string, Seen>;

/** Every change of a run in its order, and the states between them. */
export class ChangeLog {
  readonly events: readonly ChangeEvent[];
  /** The state before each event, and the last one. */
  readonly #states: readonly State[];

  constructor(events: readonly ChangeEvent[]) {
    this.events = events;
    const states: State[] = [new Map()];
    for (const { type, object } of events) {
      const next = new Map(states.at(-1));
      if (type === "DELETED") next.delete(object.name);
      else next.set(object.name, object);
      states.push(next);
    }
    this.#states = states;
  }

  /** The objects as they were at a version. */
  at(version: number): State {
    const index = this.events.findIndex(({ object }) => object.version > version);
    return this.#states[index === -1 ? this.events.length : index]!;
  }

  /** What a watch of a tier must tell of the changes after one version, up to another. */
  told(tier: string | undefined, after: number, upTo = Infinity): readonly ChangeEvent[] {
    return this.events.flatMap((event, index) => {
      const { version } = event.object;
      return version > after && version <= upTo ? project(event, this.#states[index]!, tier) : [];
    });
  }

  /** What contradicts itself: versions that do not grow, changes of what is not there, ends that tell of another state than the last. */
  problems(): readonly string[] {
    return this.events.flatMap((event, index) => {
      const last = this.events[index - 1]?.object.version ?? 0;
      const disorder = event.object.version > last ? [] : [`log: ${told(event)} comes after version ${last}`];
      const before = this.#states[index]!.get(event.object.name);
      return fits(event, before) ? disorder : [...disorder, `log: ${told(event)} does not follow from ${text(before)}`];
    });
  }
}

/** Whether an object is among those that are selected. */
export function isChosen({ tier }: Seen, selected: string | undefined): boolean {
  return selected === undefined || tier === selected;
}

/** A change in a few words. */
export function told({ type, object }: ChangeEvent): string {
  return `${type} ${text(object)}`;
}

/** Who leaves a selection is deleted for it, as it was, at the new version. */
function project(event: ChangeEvent, before: State, tier: string | undefined): readonly ChangeEvent[] {
  const { type, object } = event;
  const previous = before.get(object.name);
  const wasChosen = previous !== undefined && isChosen(previous, tier);
  if (type === "DELETED") return wasChosen ? [event] : [];
  if (isChosen(object, tier)) return [{ type: wasChosen ? "MODIFIED" : "ADDED", object }];
  return wasChosen ? [{ type: "DELETED", object: { ...previous, version: object.version } }] : [];
}

function fits({ type, object }: ChangeEvent, before: Seen | undefined): boolean {
  if (type === "ADDED" || before === undefined) return type === "ADDED" && before === undefined;
  return object.uid === before.uid && (type === "MODIFIED" || sameContent(object, before));
}

/** An object in a few words. */
export function text(object: Seen | undefined): string {
  return object === undefined ? "nothing" : JSON.stringify(object);
}
