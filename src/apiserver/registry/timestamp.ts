import type { Clock } from "../../async/index.ts";

/** The time as Kubernetes writes it: to the second. */
export function timestamp(clock: Clock): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}
