import fc from "fast-check";
import { test } from "vitest";
import { formatMicroTime, formatTime, parseTime } from "./time.ts";

test.for([
  ["1970-01-01T00:00:00Z", 0],
  ["2026-01-31T12:00:00Z", Date.UTC(2026, 0, 31, 12)],
  ["2026-01-31T12:00:00+02:00", Date.UTC(2026, 0, 31, 10)],
  ["2026-01-31T12:00:00-07:30", Date.UTC(2026, 0, 31, 19, 30)],
  ["2024-02-29T23:59:59.5Z", Date.UTC(2024, 1, 29, 23, 59, 59, 500)],
  ["2026-01-31T12:00:00.123456Z", Date.UTC(2026, 0, 31, 12, 0, 0, 123) + 0.456],
  ["2026-01-31T12:00:00.123456999Z", Date.UTC(2026, 0, 31, 12, 0, 0, 123) + 0.456],
  ["1969-12-31T23:59:59.999999Z", -0.001],
  ["0001-01-01T00:00:00Z", -62_135_596_800_000],
  ["9999-12-31T23:59:59Z", 253_402_300_799_000],
] as const)("%s is %d ms after 1970 [model/time-forms]", ([text, ms], { expect }) => {
  expect(parseTime(text)).toBeCloseTo(ms, 3);
});

test.for([
  "",
  "now",
  "2026-01-31",
  "2026-01-31T12:00:00",
  "2026-01-31T12:00Z",
  "2026-02-29T12:00:00Z",
  "2026-04-31T12:00:00Z",
  "2026-13-01T12:00:00Z",
  "2026-00-01T12:00:00Z",
  "2026-01-00T12:00:00Z",
  "2026-01-31T24:00:00Z",
  "2026-01-31T12:60:00Z",
  "2026-01-31T12:00:60Z",
  "2026-01-31T12:00:00.Z",
  "2026-01-31T12:00:00,5Z",
  "2026-01-31T12:00:00+24:00",
  "2026-01-31T12:00:00+0200",
  "2026-01-31t12:00:00z",
  " 2026-01-31T12:00:00Z",
  "+002026-01-31T12:00:00Z",
  5 as never,
  null as never,
])("%o is no time [model/time-malformed]", (text, { expect }) => {
  expect(() => parseTime(text, "metadata.creationTimestamp")).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_TIME", place: "metadata.creationTimestamp" }),
  );
});

test("a time is written in UTC, in whole seconds or with six decimals [model/time-round-trip]", ({ expect }) => {
  expect(formatTime(Date.UTC(2026, 0, 31, 12, 0, 0, 999))).toBe("2026-01-31T12:00:00Z");
  expect(formatTime(-1)).toBe("1969-12-31T23:59:59Z");
  expect(formatMicroTime(0)).toBe("1970-01-01T00:00:00.000000Z");
  expect(formatMicroTime(Date.UTC(2026, 0, 31, 12) + 1.001)).toBe("2026-01-31T12:00:00.001001Z");
  expect(formatMicroTime(999.9999)).toBe("1970-01-01T00:00:01.000000Z");
});

test("seconds survive being written and read in every year, microseconds until 2248 [model/time-round-trip]", ({
  expect,
}) => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), (seconds) => {
      expect(parseTime(formatTime(seconds * 1_000))).toBe(seconds * 1_000);
    }),
  );
  const ms = fc.integer({ min: -(2 ** 43) + 1, max: 2 ** 43 - 1 });
  fc.assert(
    fc.property(ms, fc.nat(999), (whole, micros) => {
      const text = formatMicroTime(whole + micros / 1_000);
      expect(text.slice(-4, -1)).toBe(String(micros).padStart(3, "0"));
      expect(formatMicroTime(parseTime(text))).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test("a time that four digits of a year cannot write is refused [model/time-malformed]", ({ expect }) => {
  for (const ms of [NaN, Infinity, 253_402_300_800_000, -62_167_219_200_001]) {
    expect(() => formatTime(ms)).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_TIME" }));
    expect(() => formatMicroTime(ms)).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_TIME" }));
  }
  expect(() => formatMicroTime(253_402_300_799_999.97)).not.toThrow();
});
