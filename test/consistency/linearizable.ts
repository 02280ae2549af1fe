import type { Interval } from "./operation.ts";

/** What an object does, one operation at a time. */
export interface Model<State, Step extends Interval> {
  readonly initial: State;
  /** The states in which the object may be after the operation with its outcome; none if that cannot have come about. */
  next(state: State, step: Step): readonly State[];
  /** Whether the operation may also never have happened. */
  isOptional(step: Step): boolean;
  /** The same text for the same state. */
  identify(state: State): string;
}

/**
 * Whether some order of the operations explains all outcomes, in which none comes before one that had returned before it was called (Wing
 * and Gong's search, which remembers where it has been). Gives the operations of which none can come next, where the search got
 * furthest; undefined if there is such an order.
 */
export function linearizationProblem<State, Step extends Interval>(
  steps: readonly Step[],
  model: Model<State, Step>,
): readonly Step[] | undefined {
  return new Search(steps, model).problem();
}

class Search<State, Step extends Interval> {
  readonly #steps: readonly Step[];
  readonly #model: Model<State, Step>;
  readonly #visited = new Set<string>();
  readonly #done: boolean[];
  #furthest = -1;
  #stuck: readonly Step[] = [];

  constructor(steps: readonly Step[], model: Model<State, Step>) {
    this.#steps = steps.toSorted((a, b) => a.call - b.call);
    this.#model = model;
    this.#done = this.#steps.map(() => false);
  }

  problem(): readonly Step[] | undefined {
    return this.#goesOn(this.#model.initial, 0) ? undefined : this.#stuck;
  }

  #goesOn(state: State, depth: number): boolean {
    if (this.#steps.every((step, index) => this.#done[index] === true || this.#model.isOptional(step))) return true;
    const place = `${this.#done.map(Number).join("")} ${this.#model.identify(state)}`;
    if (this.#visited.has(place)) return false;
    this.#visited.add(place);
    const candidates = this.#candidates();
    for (const index of candidates) {
      this.#done[index] = true;
      for (const next of this.#model.next(state, this.#steps[index]!)) if (this.#goesOn(next, depth + 1)) return true;
      this.#done[index] = false;
    }
    if (depth > this.#furthest) {
      this.#furthest = depth;
      this.#stuck = candidates.map((index) => this.#steps[index]!);
    }
    return false;
  }

  /** Those that were called before any of the others had returned. */
  #candidates(): readonly number[] {
    const open = this.#steps.flatMap((_, index) => (this.#done[index] === true ? [] : [index]));
    const firstReturn = Math.min(...open.map((index) => this.#steps[index]!.return));
    return open.filter((index) => this.#steps[index]!.call < firstReturn);
  }
}
