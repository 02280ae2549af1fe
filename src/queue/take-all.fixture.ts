import type { WorkQueue } from "./work-queue.ts";

/** Takes and gives back everything that is ready. */
export function takeAll<K>(queue: WorkQueue<K>): K[] {
  const keys: K[] = [];
  for (let lease = queue.tryTake(); lease !== undefined; lease = queue.tryTake()) {
    keys.push(lease.key);
    lease.done();
  }
  return keys;
}
