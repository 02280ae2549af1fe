import { BinaryHeap } from "./binary-heap.ts";
import type { Timer } from "./clock.ts";

/** What is to be run, and when. */
export interface TimerRequest {
  readonly dueAt: number;
  readonly callback: () => void;
  /** Whether a run "until idle" waits for it. */
  readonly isAwaited: boolean;
}

/** A timer in the list. `order` grows with each timer that is made. */
export interface PendingTimer {
  readonly dueAt: number;
  readonly order: number;
  readonly isAwaited: boolean;
  /** Gone once the timer was cancelled or taken. */
  callback: (() => void) | undefined;
}

/** Below this many, cancelled timers are left where they are. */
const fewCancelled = 64;

function compareTimers(a: PendingTimer, b: PendingTimer): number {
  return a.dueAt - b.dueAt || a.order - b.order;
}

/** The timers of a virtual clock, in order of due time and then of creation. Cancelled ones never take up much more room than live ones. */
export class TimerList {
  #heap = new BinaryHeap<PendingTimer>(compareTimers);
  #cancelled = 0;
  #awaited = 0;
  #made = 0;

  /** Timers that were made so far: the `order` of the next one. */
  get made(): number {
    return this.#made;
  }

  /** Timers that a run "until idle" has to wait for. */
  get awaited(): number {
    return this.#awaited;
  }

  /** How much room is taken, by live and by cancelled timers. */
  get size(): number {
    return this.#heap.size;
  }

  add({ dueAt, callback, isAwaited }: TimerRequest): Timer {
    const entry: PendingTimer = { dueAt, order: this.#made, isAwaited, callback };
    this.#made += 1;
    if (isAwaited) this.#awaited += 1;
    this.#heap.push(entry);
    const cancel = (): void => this.#cancel(entry);
    return { cancel, [Symbol.dispose]: cancel };
  }

  /** The first timer, which stays. */
  peek(): PendingTimer | undefined {
    for (;;) {
      const first = this.#heap.peek();
      if (first === undefined || first.callback !== undefined) return first;
      this.#heap.pop();
      this.#cancelled -= 1;
    }
  }

  /** Takes the first timer out and gives what it was to run. */
  take(): (() => void) | undefined {
    const first = this.peek();
    if (first === undefined) return undefined;
    this.#heap.pop();
    if (first.isAwaited) this.#awaited -= 1;
    const { callback } = first;
    first.callback = undefined;
    return callback;
  }

  #cancel(entry: PendingTimer): void {
    if (entry.callback === undefined) return;
    entry.callback = undefined;
    if (entry.isAwaited) this.#awaited -= 1;
    this.#cancelled += 1;
    if (this.#cancelled > fewCancelled && this.#cancelled > this.#heap.size / 2) this.#sweep();
  }

  #sweep(): void {
    const heap = new BinaryHeap<PendingTimer>(compareTimers);
    for (let entry = this.#heap.pop(); entry !== undefined; entry = this.#heap.pop()) {
      if (entry.callback !== undefined) heap.push(entry);
    }
    this.#heap = heap;
    this.#cancelled = 0;
  }
}
