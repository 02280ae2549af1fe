import { WaitQueue } from "../async/index.ts";
import type { KubeObject } from "../model/index.ts";
import { sliceSize } from "./defaults.ts";
import { MergedChanges } from "./merged-changes.ts";
import type { Change } from "./resource-event-handler.ts";

/** When a reader has fallen behind, and who hears of it. */
export interface PendingChangesOptions {
  /** From so many waiting changes on they are merged. */
  readonly maxPending: number;
  /** Called when the first change was merged since the reader had last caught up. */
  readonly onBehind?: (() => void) | undefined;
  readonly onMerged?: (() => void) | undefined;
}

/**
 * The changes that wait for one reader, oldest first. Nobody who puts one in ever waits. Beyond `maxPending`, and until the reader has caught
 * up, the changes of one object are merged: the reader then does not hear of each state, but of each object's last one all the same.
 */
export class PendingChanges<T extends KubeObject> {
  readonly #options: PendingChangesOptions;
  #line: (Change<T> | undefined)[] = [];
  /** What is before it in the line was taken. */
  #head = 0;
  /** Holds everything that waits, from when there was too much of it until it is empty. */
  #merged: MergedChanges<T> | undefined;
  #isBehind = false;
  /** Initial adds that wait. */
  #initial = 0;
  #isClosed = false;
  readonly #readers = new WaitQueue<void>();

  constructor(options: PendingChangesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#merged?.size ?? this.#line.length - this.#head;
  }

  get initialLeft(): number {
    return this.#initial;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  push(change: Change<T>): void {
    if (isInitial(change)) this.#initial += 1;
    if (this.#merged === undefined && this.size >= this.#options.maxPending) this.#beginMerging();
    if (this.#merged === undefined) this.#line.push(change);
    else this.#drop(this.#merged.push(change));
    if (this.#readers.size > 0) this.#readers.shift()?.resolve();
  }

  /** Takes the oldest change, if there is one. */
  shift(): Change<T> | undefined {
    const change = this.#merged === undefined ? this.#shiftLine() : this.#merged.shift();
    if (change === undefined) return undefined;
    if (isInitial(change)) this.#initial -= 1;
    if (this.#merged?.size === 0) {
      this.#merged = undefined;
      this.#isBehind = false;
    }
    return change;
  }

  /** Resolves when there may be something to take, or it was closed. Rejects with the reason of the signal. */
  async ready(signal?: AbortSignal): Promise<void> {
    if (this.size === 0 && !this.#isClosed) await this.#readers.wait(undefined, signal);
  }

  /** Rejects whoever waits now. Nothing is taken. */
  interrupt(reason: unknown): void {
    for (let reader = this.#readers.shift(); reader !== undefined; reader = this.#readers.shift())
      reader.reject(reason);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#line = [];
    this.#head = 0;
    this.#merged = undefined;
    this.#isBehind = false;
    this.#initial = 0;
  }

  /** Says that nothing will follow. */
  close(): void {
    this.#isClosed = true;
    for (let reader = this.#readers.shift(); reader !== undefined; reader = this.#readers.shift()) reader.resolve();
  }

  #shiftLine(): Change<T> | undefined {
    if (this.#head === this.#line.length) return undefined;
    const change = this.#line[this.#head];
    this.#line[this.#head] = undefined;
    this.#head += 1;
    // When half of it is taken, moving the rest costs no more than taking that half did.
    if (this.#head === this.#line.length || (this.#head >= sliceSize && this.#head * 2 >= this.#line.length)) {
      this.#line.splice(0, this.#head);
      this.#head = 0;
    }
    return change;
  }

  #beginMerging(): void {
    this.#merged = new MergedChanges();
    for (const change of this.#line) if (change !== undefined) this.#drop(this.#merged.push(change));
    this.#line = [];
    this.#head = 0;
  }

  #drop(changes: readonly Change<T>[]): void {
    if (changes.length === 0) return;
    if (!this.#isBehind) this.#options.onBehind?.();
    this.#isBehind = true;
    this.#options.onMerged?.();
    for (const change of changes) if (isInitial(change)) this.#initial -= 1;
  }
}

/** Whether the change tells of what was there at the beginning. */
export function isInitial(change: Change): boolean {
  return change.type === "add" && change.isInitial;
}
