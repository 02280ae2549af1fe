import fc from "fast-check";
import { describe, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";
import { InvalidDurationError } from "./errors.ts";

describe("parsing", () => {
  test.for([
    ["1h30m", 5_400_000],
    ["1m0.5s", 60_500],
    ["250ms", 250],
    ["1.5s", 1500],
    ["1.001s", 1001],
    ["4.35ms", 4.35],
    [".5s", 500],
    ["5.s", 5000],
    ["-1.5h", -5_400_000],
    ["+5s", 5000],
    ["1us", 0.001],
    ["1\u00b5s", 0.001],
    ["1\u03bcs", 0.001],
    ["1ns", 0.000001],
    ["1s1s", 2000],
    ["1ms1h", 3_600_001],
    ["0.100000000000000000000h", 360_000],
    ["0", 0],
    ["-0", 0],
    ["+0", 0],
    ["0s", 0],
    ["2562047h47m16.854775807s", 9_223_372_036_854.775807],
  ] as const)("%s is %d ms", ([text, ms], { expect }) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.for([0, 1500, -20, 0.25, 1e12])("the number %d is as many milliseconds", (ms, { expect }) => {
    expect(parseDuration(ms)).toBe(ms);
  });

  test.for([
    "",
    "+",
    "-",
    "30",
    "1.5",
    ".s",
    "s",
    "1",
    "1x",
    "1d",
    "1 s",
    " 1s",
    "1s ",
    "1sm",
    "--1s",
    "1s-1s",
    "1e3s",
    "1,5s",
    "1.2.3s",
    "\u0661s",
    "1S",
    "Infinity",
    "constructor",
    "1constructor",
    "1__proto__",
    NaN,
    Infinity,
    -Infinity,
  ])("%o is refused with the place, the input and what was expected", (input, { expect }) => {
    expect(() => parseDuration(input, "spec.resync")).toThrow(
      expect.objectContaining({ code: "SETPOINT_INVALID_DURATION", place: "spec.resync" }),
    );
    const shown = typeof input === "string" ? JSON.stringify(input) : String(input);
    expect(() => parseDuration(input, "spec.resync")).toThrow(
      `read ${shown} as the duration of spec.resync: expected a duration such as "1h30m", "250ms" or "1.5s"`,
    );
  });

  test.for(["2562047h47m16.854775808s", "-10000000h", "9223372036854775808ns", 1e13, -1e300])(
    "%s is refused because no Go program could hold it",
    (input, { expect }) => {
      expect(() => parseDuration(input)).toThrow(/expected at most 2\^63 - 1 nanoseconds/);
    },
  );

  test.for(["1".repeat(5_000_000), "1s".repeat(5_000_000), `1${"0".repeat(5_000_000)}h`, ".".repeat(5_000_000)])(
    "a text of millions of characters is refused at once and shortened in the message (%#)",
    (input, { expect }) => {
      const error = refusal(input);
      expect(InvalidDurationError.is(error)).toBe(true);
      expect(error.message.length).toBeLessThan(300);
    },
  );

  test.for([undefined, null, {}, [], true, 1n])(
    "a value that is neither text nor number is refused (%#)",
    (input, { expect }) => {
      expect(refusal(input).code).toBe("SETPOINT_INVALID_DURATION");
    },
  );

  test("any text gives a number or an InvalidDurationError", ({ expect }) => {
    const nearly = fc.string({ unit: fc.constantFrom(..."0159.+-numsh\u00b5 ") });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        try {
          expect(Number.isFinite(parseDuration(text))).toBe(true);
        } catch (error) {
          expect(InvalidDurationError.is(error)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("formatting", () => {
  test.for([
    [0, "0s"],
    [-0, "0s"],
    [0.000001, "1ns"],
    [0.0011, "1.1\u00b5s"],
    [2.2, "2.2ms"],
    [250, "250ms"],
    [999.9999999, "1s"],
    [3300, "3.3s"],
    [60_000, "1m0s"],
    [245_000, "4m5s"],
    [245_001, "4m5.001s"],
    [5_400_000, "1h30m0s"],
    [18_367_001, "5h6m7.001s"],
    [-1500, "-1.5s"],
    [-0.0000001, "0s"],
  ] as const)("%d ms is printed as Go prints it: %s", ([ms, text], { expect }) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test.for([NaN, Infinity, 1e13])("%d is refused", (ms, { expect }) => {
    expect(() => formatDuration(ms)).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_DURATION" }));
  });

  test("what is printed is read back exactly, to the nanosecond up to 100 days and to the millisecond beyond", ({
    expect,
  }) => {
    const nanoseconds = fc.maxSafeInteger().map((value) => value / 1e6);
    const milliseconds = fc.integer({ min: -9_223_372_036_854, max: 9_223_372_036_854 });
    fc.assert(
      fc.property(fc.oneof(nanoseconds, milliseconds), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBeCloseTo(ms, 6);
        expect(formatDuration(parseDuration(formatDuration(ms)))).toBe(formatDuration(ms));
      }),
      { numRuns: 1000 },
    );
  });
});

function refusal(input: unknown): InvalidDurationError {
  try {
    parseDuration(input as string);
  } catch (error) {
    if (InvalidDurationError.is(error)) return error;
  }
  throw new Error("expected a refusal");
}
