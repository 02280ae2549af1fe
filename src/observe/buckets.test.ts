import { test } from "vitest";
import { checkedBuckets, exponentialBuckets } from "./buckets.ts";
import { ObserveError } from "./errors.ts";

test("exponential buckets grow by the factor and read well [observe/exponential-buckets]", ({ expect }) => {
  expect(exponentialBuckets(1e-8, 10, 12)).toEqual([1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000]);
  expect(exponentialBuckets(0.1, 3, 3)).toEqual([0.1, 0.3, 0.9]);
  expect(exponentialBuckets(3, 2, 1)).toEqual([3]);
});

test.for([
  [0, 2, 3],
  [-1, 2, 3],
  [1, 1, 3],
  [1, 2, 0],
  [1, 2, 1.5],
  [1, 2, 1e9],
  [Number.NaN, 2, 3],
  [1e300, 1e10, 3],
] as const)(
  "exponential buckets of %j are refused [observe/exponential-buckets]",
  ([start, factor, count], { expect }) => {
    let thrown: unknown;
    try {
      exponentialBuckets(start, factor, count);
    } catch (error) {
      thrown = error;
    }
    expect(ObserveError.is(thrown, "SETPOINT_METRIC_INVALID")).toBe(true);
  },
);

test("a trailing infinite bucket is dropped, because it is always added [observe/histogram-buckets]", ({ expect }) => {
  expect(checkedBuckets([1, 2, Infinity], "Trying")).toEqual([1, 2]);
});
