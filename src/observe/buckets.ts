import { ObserveError } from "./errors.ts";

/** More would make every scrape long without saying more. */
const mostBuckets = 1000;

/** `count` upper bounds, the first `start`, each next one `factor` times the one before, rounded to 15 digits so that they read well. */
export function exponentialBuckets(start: number, factor: number, count: number): number[] {
  const isPossible = start > 0 && factor > 1 && Number.isInteger(count) && count >= 1 && count <= mostBuckets;
  if (!isPossible || !Number.isFinite(start * factor ** (count - 1))) {
    throw new ObserveError(
      "SETPOINT_METRIC_INVALID",
      `Making exponential buckets: expected start > 0, factor > 1 and a whole count from 1 to ${mostBuckets}, all bounds finite, ` +
        `got ${start}, ${factor} and ${count}`,
    );
  }
  const buckets = Array.from({ length: count }, (_, index) => Number((start * factor ** index).toPrecision(15)));
  return checkedBuckets(buckets, "Making exponential buckets");
}

/** The buckets without a trailing `Infinity`, which is always added; throws unless they are finite and strictly increasing. */
export function checkedBuckets(buckets: readonly number[], attempt: string): number[] {
  const finite = buckets.at(-1) === Infinity ? buckets.slice(0, -1) : [...buckets];
  finite.forEach((bound, index) => {
    if (Number.isFinite(bound) && (index === 0 || bound > finite[index - 1]!)) return;
    throw new ObserveError(
      "SETPOINT_METRIC_INVALID",
      `${attempt}: expected finite, strictly increasing buckets, got ${bound} at index ${index}`,
    );
  });
  return finite;
}
