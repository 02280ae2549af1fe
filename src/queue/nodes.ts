import { capacityAtLeast, grownInt32 } from "./typed-arrays.ts";

/** In a lane, to be handed out. Excludes `working`, `again` and `delayed`. */
export const waiting = 1;
/** Out on a lease. */
export const working = 2;
/** Added while working: goes back to a lane when the lease ends. Implies `working`. */
export const again = 4;
/** Waits for its time. Excludes `waiting` and `again`: what is wanted now need not be wanted later as well. */
export const delayed = 8;

/** What the queue knows of each slot. A slot with no flag is not in use. */
export class Nodes {
  flags: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  /** The priority at which the slot waits, or will wait. */
  priority: Int32Array<ArrayBuffer> = new Int32Array(0);

  /** Makes room for every slot below `count`. */
  reserve(count: number): void {
    if (count <= this.flags.length) return;
    const capacity = capacityAtLeast(count);
    const flags = new Uint8Array(capacity);
    flags.set(this.flags);
    this.flags = flags;
    this.priority = grownInt32(this.priority, capacity);
  }
}
