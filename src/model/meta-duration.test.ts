import fc from "fast-check";
import { test } from "vitest";
import { formatMetaDuration, parseMetaDuration } from "./meta-duration.ts";

test.for([
  ["1h2m3s", 3_723_000_000_000n, "1h2m3s"],
  ["90m", 5_400_000_000_000n, "1h30m0s"],
  ["1.5s", 1_500_000_000n, "1.5s"],
  ["-1.5s", -1_500_000_000n, "-1.5s"],
  ["+.5s", 500_000_000n, "500ms"],
  ["1us1\u00b5s1\u03bcs", 3_000n, "3\u00b5s"],
  ["1500ns", 1_500n, "1.5\u00b5s"],
  ["999ns", 999n, "999ns"],
  ["0", 0n, "0s"],
  ["-0", 0n, "0s"],
  ["1.000000001s", 1_000_000_001n, "1.000000001s"],
  ["59.999999999s", 59_999_999_999n, "59.999999999s"],
  ["2562047h47m16.854775807s", 2n ** 63n - 1n, "2562047h47m16.854775807s"],
  ["-2562047h47m16.854775808s", -(2n ** 63n), "-2562047h47m16.854775808s"],
] as const)("%s is %d ns, written %s [model/duration-forms]", ([text, nanoseconds, written], { expect }) => {
  expect(parseMetaDuration(text)).toBe(nanoseconds);
  expect(formatMetaDuration(nanoseconds)).toBe(written);
});

test.for([
  "",
  "1",
  "s",
  ".s",
  "1x",
  "1d",
  "1 s",
  "--1s",
  "1s-1s",
  "1e3s",
  "constructor",
  "2562047h47m16.854775808s",
  "-2562047h47m16.854775809s",
  "9".repeat(5_000_000),
  5 as never,
  null as never,
])("%# is no duration of 64 bits [model/duration-malformed]", (text, { expect }) => {
  expect(() => parseMetaDuration(text, "spec.timeout")).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_TIME", place: "spec.timeout" }),
  );
});

test("every nanosecond survives being written and read [model/duration-forms]", ({ expect }) => {
  const all = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const short = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  fc.assert(
    fc.property(fc.oneof(all, short), (nanoseconds) => {
      expect(parseMetaDuration(formatMetaDuration(nanoseconds))).toBe(nanoseconds);
    }),
    { numRuns: 500 },
  );
});
