import type { Clock } from "../../async/index.ts";

/** The time as Kubernetes writes it: to the second. */
export function timestamp(clock: Clock): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}

/** When Go's time begins: what is set to it counts as set, and is written as `null`. */
export const zeroTime = "0001-01-01T00:00:00Z";
