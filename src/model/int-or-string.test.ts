import fc from "fast-check";
import { test } from "vitest";
import { intOrStringToText, scaledIntOrPercent } from "./int-or-string.ts";

test("a field that is an integer or a text has a text [model/int-or-string]", ({ expect }) => {
  expect(intOrStringToText(8080)).toBe("8080");
  expect(intOrStringToText("http")).toBe("http");
});

test.for([
  [3, 10, true, 3],
  [-3, 10, true, -3],
  ["25%", 10, true, 3],
  ["25%", 10, false, 2],
  ["0%", 10, true, 0],
  ["100%", 7, false, 7],
  ["150%", 3, true, 5],
  ["-25%", 10, true, -2],
  ["-25%", 10, false, -3],
  ["-25%", 1, true, 0],
  ["+5%", 20, false, 1],
  ["007%", 100, false, 7],
] as const)("%s of %d, rounded up: %s, is %d [model/int-or-percent]", ([value, total, roundUp, scaled], { expect }) => {
  expect(scaledIntOrPercent(value, total, roundUp)).toBe(scaled);
});

test.for([
  ["25", "invalid value for IntOrString: invalid type: string is not a percentage"],
  ["", "invalid value for IntOrString: invalid type: string is not a percentage"],
  ["x%", 'invalid value for IntOrString: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax'],
  ["5%%", 'invalid value for IntOrString: invalid value "5%%": strconv.Atoi: parsing "5%": invalid syntax'],
  ["%", 'invalid value for IntOrString: invalid value "%": strconv.Atoi: parsing "": invalid syntax'],
  [
    "99999999999999999999%",
    'invalid value for IntOrString: invalid value "99999999999999999999%": strconv.Atoi: parsing "99999999999999999999": value out of range',
  ],
] as const)(
  "%o is refused with Kubernetes' message [model/int-or-percent-malformed]",
  ([value, detail], { expect }) => {
    expect(() => scaledIntOrPercent(value, 10, true)).toThrow(
      expect.objectContaining({ code: "SETPOINT_INVALID_INT_OR_STRING", detail }),
    );
  },
);

test.for([1.5, NaN, Infinity, null, undefined, {}, 1n])(
  "%o is neither an integer nor a text [model/int-or-percent-malformed]",
  (value, { expect }) => {
    expect(() => scaledIntOrPercent(value as never, 10, true)).toThrow(
      expect.objectContaining({ code: "SETPOINT_INVALID_INT_OR_STRING" }),
    );
  },
);

test("rounding up and down enclose the exact part [model/int-or-percent]", ({ expect }) => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 100_000 }), (percent, total) => {
      const up = scaledIntOrPercent(`${percent}%`, total, true);
      const down = scaledIntOrPercent(`${percent}%`, total, false);
      expect(down * 100 <= percent * total && percent * total <= up * 100).toBe(true);
      expect(up - down).toBe((percent * total) % 100 === 0 ? 0 : 1);
    }),
  );
});
