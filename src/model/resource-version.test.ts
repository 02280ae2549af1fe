import fc from "fast-check";
import { test } from "vitest";
import { compareResourceVersions, isResourceVersion } from "./resource-version.ts";

test("versions are ordered as numbers, whatever their length [model/version-order]", ({ expect }) => {
  expect(compareResourceVersions("9", "10")).toBe(-1);
  expect(compareResourceVersions("10", "9")).toBe(1);
  expect(compareResourceVersions("10", "10")).toBe(0);
  // Two numbers that a double cannot tell apart.
  expect(compareResourceVersions("9007199254740992", "9007199254740993")).toBe(-1);
});

test("the order agrees with that of big integers [model/version-order]", ({ expect }) => {
  const version = fc.bigInt({ min: 1n, max: 10n ** 40n });
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(compareResourceVersions(String(a), String(b))).toBe(Number(a > b) - Number(a < b));
    }),
  );
});

test.for([
  [""],
  ["0"],
  ["01"],
  ["-1"],
  ["+1"],
  ["1.5"],
  ["1e3"],
  [" 1"],
  ["1 "],
  ["a"],
  ["１"],
  [undefined],
  [7],
  [null],
])("%o is refused as a version on either side [model/version-malformed]", ([text], { expect }) => {
  const malformed = text as string;
  const refusal = expect.objectContaining({ code: "SETPOINT_INVALID_VERSION" });
  expect(() => compareResourceVersions(malformed, "1")).toThrow(refusal);
  expect(() => compareResourceVersions("1", malformed)).toThrow(refusal);
  expect(() => compareResourceVersions(malformed, malformed)).toThrow(refusal);
  expect(() => compareResourceVersions(malformed, "1")).toThrow(
    /resource version is not well formed.*positive decimal/,
  );
  expect(isResourceVersion(malformed)).toBe(false);
});
