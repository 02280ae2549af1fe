import { tellEach } from "./tell.ts";
import type { Outlet } from "./tell.ts";

/** One of an audience. */
interface Listener {
  readonly outlet: Outlet<unknown>;
}

/** What becomes of those who do not take more at once: they have left when this is called. Some had left before, while they were told. */
interface Departures<L> {
  /** `taken` resolves when it takes more. */
  busy(listener: L, taken: Promise<void>): void;
  failed(listener: L, error: unknown): void;
}

/** At the place of somebody who has left while the others are told. */
const nobody: Readonly<Outlet<unknown>["to"]> = { write: () => true };

/**
 * Those who are told the same. To tell one of them touches nothing but what is written to: with a thousand, whatever else is known of each
 * has left the processor's caches when it is needed again.
 */
export class Audience<L extends Listener> {
  /** By place, as the listeners. */
  readonly #to: Outlet<unknown>["to"][] = [];
  readonly #listeners: L[] = [];
  readonly #places = new Map<L, number>();
  #isTelling = false;

  /** Whoever is to be told has not been told yet, perhaps. */
  get isTelling(): boolean {
    return this.#isTelling;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Whoever joins while the others are told is not told the same. */
  join(listener: L): void {
    this.#places.set(listener, this.#to.length);
    this.#to.push(listener.outlet.to);
    this.#listeners.push(listener);
  }

  /** From now on it is told nothing, also not what the others are just being told. */
  leave(listener: L): void {
    const place = this.#places.get(listener);
    if (place === undefined) return;
    this.#places.delete(listener);
    this.#to[place] = nobody;
    if (!this.#isTelling) this.#fill(place);
  }

  /** Tells everybody. */
  tell(values: readonly unknown[], departures: Departures<L>): void {
    const count = this.#to.length;
    this.#isTelling = true;
    for (let place = 0; place < count; place++) this.#tellAt(place, values, departures);
    this.#isTelling = false;
    if (this.#to.length === this.#places.size) return;
    // From the end: what takes a free place is never a free place itself.
    for (let place = this.#to.length - 1; place >= 0; place--) if (this.#to[place] === nobody) this.#fill(place);
  }

  members(): readonly L[] {
    return [...this.#places.keys()];
  }

  #tellAt(place: number, values: readonly unknown[], departures: Departures<L>): void {
    try {
      const taken = values.length === 1 ? this.#tellOne(place, values[0]) : this.#tellSeveral(place, values);
      if (taken !== undefined) this.#depart(place, (listener) => departures.busy(listener, taken));
    } catch (error) {
      this.#depart(place, (listener) => departures.failed(listener, error));
    }
  }

  #tellOne(place: number, value: unknown): Promise<void> | undefined {
    return this.#to[place]?.write(value) === false ? this.#listeners[place]?.outlet.drained() : undefined;
  }

  #tellSeveral(place: number, values: readonly unknown[]): Promise<void> | undefined {
    const listener = this.#listeners[place];
    return listener === undefined || this.#to[place] === nobody ? undefined : tellEach(values, listener.outlet);
  }

  #depart(place: number, tell: (listener: L) => void): void {
    const listener = this.#listeners[place];
    if (listener === undefined) return;
    this.leave(listener);
    tell(listener);
  }

  /** Whoever is last takes a free place. */
  #fill(place: number): void {
    const to = this.#to.pop();
    const listener = this.#listeners.pop();
    if (to === undefined || listener === undefined || place === this.#to.length) return;
    this.#to[place] = to;
    this.#listeners[place] = listener;
    this.#places.set(listener, place);
  }
}
