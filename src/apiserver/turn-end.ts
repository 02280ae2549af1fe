import { nextTurn } from "../async/index.ts";

/** So many wait for each other at most: whoever is first must not wait for everybody who asked in one turn. */
const mostTogether = 16;

interface Group extends PromiseWithResolvers<void> {
  size: number;
}

/**
 * Lets short answers go out one right after the other, when everything that came in the same turn of the event loop was looked at. Each by
 * itself would wake the other side, which costs as much as to find it; whoever is awake already is written to for little. An answer waits for
 * whatever else the turn does, as it would had it come last.
 */
export class TurnEnd {
  #group: Group | undefined;

  /** Resolves when the turn is over, or earlier if many wait. */
  wait(): Promise<void> {
    const group = (this.#group ??= this.#gather());
    group.size++;
    if (group.size === mostTogether) this.#release(group);
    return group.promise;
  }

  #gather(): Group {
    const group = { ...Promise.withResolvers<void>(), size: 0 };
    void nextTurn().then(() => this.#release(group));
    return group;
  }

  #release(group: Group): void {
    if (this.#group === group) this.#group = undefined;
    group.resolve();
  }
}
