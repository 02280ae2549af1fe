import { Ages } from "./ages.ts";
import { capacityAtLeast, grownInt32 } from "./typed-arrays.ts";

const none = -1;
const keptLevels = 8;

/** The slots of one tenant at one priority, first in, first out. */
interface Lane {
  readonly level: Level;
  readonly tenant: string;
  first: number;
  last: number;
  /** The lane after this one in its level's round. */
  following: Lane | undefined;
  inRound: boolean;
}

/** One priority: its lanes take turns. */
interface Level {
  readonly priority: number;
  readonly lanes: Map<string, Lane>;
  size: number;
  firstInRound: Lane | undefined;
  lastInRound: Lane | undefined;
}

/** How long a key may wait behind higher priorities. */
export interface Aging {
  /** A key that has waited this long behind others has aged. */
  readonly afterMs: number;
  /** While an aged key waits, one take in so many goes to the key that has waited longest. */
  readonly share: number;
}

/**
 * The order in which ready slots are handed out: higher priority first, tenants of one priority in turn, first in first out within a
 * tenant; and, so that nothing starves, a share of the takes for the slot that has waited longest once it has aged.
 *
 * Every operation takes constant time, but for a binary search among the priorities in use. As long as all slots have one priority
 * nothing is spent on ages: nobody is passed over then, so a slot's age counts from the moment when a second priority came.
 */
export class Lanes {
  readonly #aging: Aging;
  readonly #now: () => number;
  /** Highest priority first. The few that come and go stay here when empty, so that a quiet queue makes no garbage. */
  readonly #levels: Level[] = [];
  /** Neighbours in the slot's lane. */
  #next: Int32Array<ArrayBuffer> = new Int32Array(0);
  #previous: Int32Array<ArrayBuffer> = new Int32Array(0);
  #size = 0;
  /** Kept from the moment when priorities compete until nothing waits. */
  #ages: Ages<Lane> | undefined;
  #takesSinceAged = 0;
  /** Most queues only ever have one lane: the last one used is tried first. */
  #recent: Lane | undefined;

  constructor(aging: Aging, now: () => number) {
    this.#aging = aging;
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts a slot that is not waiting at the end of its lane. */
  push(slot: number, priority: number, tenant: string): void {
    if (slot >= this.#next.length) this.#grow(slot);
    const lane = this.#laneFor(priority, tenant);
    if (this.#ages === undefined && lane.level.size < this.#size) this.#ages = this.#agesFromNow();
    this.#previous[slot] = lane.last;
    this.#next[slot] = none;
    if (lane.last === none) lane.first = slot;
    else this.#next[lane.last] = slot;
    lane.last = slot;
    lane.level.size++;
    this.#size++;
    this.#ages?.append(slot, this.#now(), lane);
  }

  /** Takes the next slot out; -1 when none waits. */
  take(): number {
    if (this.#size === 0) return none;
    let index = 0;
    while (this.#levels[index]!.size === 0) index++;
    const level = this.#levels[index]!;
    const isAged = level.size < this.#size && this.#isAgedTurn();
    const lane = isAged ? this.#ages!.oldestPlace : this.#nextLane(level);
    // The oldest of all is the oldest of its lane.
    const slot = lane.first;
    this.#unlink(slot, lane);
    return slot;
  }

  /** Takes out a slot that waits at this priority for this tenant. */
  remove(slot: number, priority: number, tenant: string): void {
    this.#unlink(slot, this.#laneFor(priority, tenant));
  }

  #unlink(slot: number, lane: Lane): void {
    const previous = this.#previous[slot]!;
    const next = this.#next[slot]!;
    if (previous === none) lane.first = next;
    else this.#next[previous] = next;
    if (next === none) lane.last = previous;
    else this.#previous[next] = previous;
    this.#ages?.remove(slot);
    if (--this.#size === 0) this.#ages = undefined;
    if (--lane.level.size === 0) this.#tidy(lane.level);
  }

  #isAgedTurn(): boolean {
    if (++this.#takesSinceAged < this.#aging.share) return false;
    if (this.#now() - this.#ages!.oldestSince < this.#aging.afterMs) return false;
    this.#takesSinceAged = 0;
    return true;
  }

  #agesFromNow(): Ages<Lane> {
    const ages = new Ages<Lane>();
    const now = this.#now();
    for (const { lanes } of this.#levels) {
      for (const lane of lanes.values()) {
        for (let slot = lane.first; slot !== none; slot = this.#next[slot]!) ages.append(slot, now, lane);
      }
    }
    return ages;
  }

  /** The lane whose turn it is. It goes to the end of the round; lanes found empty leave it. */
  #nextLane(level: Level): Lane {
    for (;;) {
      const lane = level.firstInRound!;
      if (lane.first !== none && lane.following === undefined) return lane;
      level.firstInRound = lane.following;
      lane.following = undefined;
      lane.inRound = false;
      if (lane.first !== none) {
        this.#joinRound(lane);
        return lane;
      }
      level.lanes.delete(lane.tenant);
      if (this.#recent === lane) this.#recent = undefined;
    }
  }

  #joinRound(lane: Lane): void {
    const { level } = lane;
    lane.inRound = true;
    if (level.firstInRound === undefined) level.firstInRound = lane;
    else level.lastInRound!.following = lane;
    level.lastInRound = lane;
  }

  #laneFor(priority: number, tenant: string): Lane {
    const recent = this.#recent;
    if (recent !== undefined && recent.tenant === tenant && recent.level.priority === priority) return recent;
    const level = this.#levelFor(priority);
    let lane = level.lanes.get(tenant);
    if (lane === undefined) {
      // Whoever had the level to itself has had its turn.
      if (level.size === 0) this.#clear(level);
      lane = { level, tenant, first: none, last: none, following: undefined, inRound: false };
      level.lanes.set(tenant, lane);
    }
    if (!lane.inRound) this.#joinRound(lane);
    this.#recent = lane;
    return lane;
  }

  #levelFor(priority: number): Level {
    let low = 0;
    for (let high = this.#levels.length; low < high;) {
      const middle = (low + high) >> 1;
      if (this.#levels[middle]!.priority > priority) low = middle + 1;
      else high = middle;
    }
    const found = this.#levels[low];
    if (found?.priority === priority) return found;
    const level: Level = { priority, lanes: new Map(), size: 0, firstInRound: undefined, lastInRound: undefined };
    this.#levels.splice(low, 0, level);
    return level;
  }

  /** What an empty level may keep is bounded: one lane, and the level itself while there are few. */
  #tidy(level: Level): void {
    if (this.#levels.length > keptLevels) this.#levels.splice(this.#levels.indexOf(level), 1);
    else if (level.lanes.size <= 1) return;
    this.#clear(level);
  }

  #clear(level: Level): void {
    level.lanes.clear();
    level.firstInRound = level.lastInRound = undefined;
    if (this.#recent?.level === level) this.#recent = undefined;
  }

  #grow(slot: number): void {
    const capacity = capacityAtLeast(slot + 1);
    this.#next = grownInt32(this.#next, capacity);
    this.#previous = grownInt32(this.#previous, capacity);
  }
}
