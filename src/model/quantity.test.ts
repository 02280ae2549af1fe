import fc from "fast-check";
import { describe, test } from "vitest";
import { Quantity } from "./quantity.ts";
import { parseQuantity } from "./quantity-parser.ts";
import type { QuantityFormat } from "./quantity-suffix.ts";
import vectors from "./testdata/quantities.json" with { type: "json" };

const formats = fc.constantFrom<QuantityFormat>("DecimalSI", "BinarySI", "DecimalExponent");
const amounts = fc.oneof(
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  fc
    .tuple(fc.bigInt({ min: -5_000n, max: 5_000n }), fc.nat(20))
    .map(([digits, power]) => digits * 1000n ** BigInt(power)),
  fc
    .tuple(fc.bigInt({ min: -5_000n, max: 5_000n }), fc.nat(5))
    .map(([n, power]) => n * 1024n ** BigInt(power) * 10n ** 9n),
);
const quantities = fc.tuple(amounts, formats).map(([nano, format]) => new Quantity({ nano, format }));

describe("reading", () => {
  const read = vectors.quantities.filter((vector) => vector.error === undefined);
  const refused = vectors.quantities.filter((vector) => vector.error !== undefined);

  test.for(read)("$input is $nano billionths and printed $text [model/quantity-forms]", (vector, { expect }) => {
    const quantity = parseQuantity(vector.input);
    expect(String(quantity)).toBe(vector.text);
    expect(quantity.toCanonical()).toBe(vector.canonical);
    expect(quantity.format).toBe(vector.format);
    expect(String(quantity.nano)).toBe(vector.nano);
  });

  test.for(refused)("$input is refused with Kubernetes' message [model/quantity-messages]", (vector, { expect }) => {
    expect(() => parseQuantity(vector.input, "spec.cpu")).toThrow(
      expect.objectContaining({ code: "SETPOINT_INVALID_QUANTITY", detail: vector.error, place: "spec.cpu" }),
    );
  });

  test("any text is a quantity or refused [model/quantity-messages]", ({ expect }) => {
    const nearly = fc.string({ unit: fc.constantFrom(..."01589.+-eEinumkKMGTP "), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        try {
          expect(typeof parseQuantity(text).nano).toBe("bigint");
        } catch (error) {
          expect(error).toMatchObject({ code: "SETPOINT_INVALID_QUANTITY" });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("a number of a document is read by its digits [model/quantity-numbers]", ({ expect }) => {
    expect(parseQuantity(0.1).nano).toBe(100_000_000n);
    expect(String(parseQuantity(2))).toBe("2");
    expect(parseQuantity(1e21).nano).toBe(10n ** 30n);
    for (const value of [NaN, Infinity, null, undefined, {}, true, 1n]) {
      expect(() => parseQuantity(value as never)).toThrow(
        expect.objectContaining({ code: "SETPOINT_INVALID_QUANTITY" }),
      );
    }
  });

  test.for(["1".repeat(5_000_000), `${"0".repeat(900)}!`, "1e999999999", "1e-999999999", `1e${"9".repeat(900)}`])(
    "a text that would take long is refused at once (%#) [model/quantity-bounded]",
    (text, { expect }) => {
      expect(() => parseQuantity(text)).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_QUANTITY" }));
    },
  );
});

describe("writing", () => {
  test("the canonical form reads back to the same amount, and a decimal one to the same text [model/quantity-round-trip]", ({
    expect,
  }) => {
    fc.assert(
      fc.property(quantities, (quantity) => {
        const text = quantity.toCanonical();
        const isCapped = text.endsWith("i") && (quantity.value > 2n ** 63n - 1n || quantity.value < -(2n ** 63n - 1n));
        if (isCapped) return;
        expect(parseQuantity(text).nano).toBe(quantity.nano);
        if (quantity.format !== "BinarySI") expect(parseQuantity(text).toCanonical()).toBe(text);
        expect(text).toMatch(/^-?\d+([numkMGTPE]|[KMGTPE]i|e-?\d+)?$/);
      }),
      { numRuns: 500 },
    );
  });

  test("beyond the largest suffix the number grows and no digit is lost [model/quantity-beyond-suffixes]", ({
    expect,
  }) => {
    expect(parseQuantity("1000000000000000000000").toCanonical()).toBe("1000E");
    const exbibyte = 10n ** 9n * 2n ** 60n;
    expect(String(new Quantity({ nano: exbibyte * 1024n, format: "BinarySI" }))).toBe("1024Ei");
  });

  test("in a document a quantity is its text [model/quantity-round-trip]", ({ expect }) => {
    expect(JSON.stringify({ memory: parseQuantity("0.5Gi") })).toBe('{"memory":"512Mi"}');
  });
});

describe("computing", () => {
  test.for(vectors.pairs)("$left and $right add up to $sum [model/quantity-arithmetic]", (vector, { expect }) => {
    const [left, right] = [parseQuantity(vector.left), parseQuantity(vector.right)];
    expect(String(left.add(right))).toBe(vector.sum);
    expect(String(left.add(right).nano)).toBe(vector.sumNano);
    expect(String(left.subtract(right))).toBe(vector.difference);
    expect(left.compare(right)).toBe(vector.order);
    expect(left.equals(right)).toBe(vector.order === 0);
  });

  test("sums are exact, and their order is that of the amounts [model/quantity-arithmetic]", ({ expect }) => {
    fc.assert(
      fc.property(quantities, quantities, (a, b) => {
        expect(a.add(b).nano).toBe(a.nano + b.nano);
        expect(a.add(b).subtract(b).equals(a)).toBe(true);
        expect(a.add(a.negate()).isZero).toBe(true);
        expect(Math.sign(a.compare(b))).toBe(-Math.sign(b.compare(a)) + 0);
        expect(a.compare(b) < 0).toBe(a.nano < b.nano);
        expect(a.add(b).format).toBe(a.isZero ? b.format : a.format);
      }),
    );
  });

  test("whole units and thousandths round away from zero [model/quantity-rounding]", ({ expect }) => {
    const rounded = ["1", "1n", "-1n", "1500m", "-1500m", "100u", "0"].map((text) => {
      const { value, milliValue } = parseQuantity(text);
      return [value, milliValue];
    });
    expect(rounded).toEqual([
      [1n, 1000n],
      [1n, 1n],
      [-1n, -1n],
      [2n, 1500n],
      [-2n, -1500n],
      [1n, 1n],
      [0n, 0n],
    ]);
    expect(parseQuantity("100m").toNumber()).toBe(0.1);
    expect(parseQuantity("1Ei").toNumber()).toBe(2 ** 60);
  });
});
