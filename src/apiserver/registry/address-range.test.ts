import { test } from "vitest";
import { seededRandom } from "../../async/index.ts";
import { AddressRange } from "./address-range.ts";

function allOf(text: string): readonly number[] {
  const [range, taken] = [new AddressRange(text), new Set<string>()];
  for (;;) {
    const address = range.free((one) => taken.has(one), seededRandom("all"));
    if (address === undefined) return [...taken].map((one) => Number(one.split(".")[3]));
    taken.add(address);
  }
}

test.for([
  ["192.0.2.16/28", 17, 14],
  ["192.0.2.0/24", 1, 254],
  ["192.0.2.4/30", 5, 2],
  ["192.0.2.4/31", 5, 0],
  ["192.0.2.4/32", 5, 0],
] as const)(
  "%s gives away each of its addresses once [apiserver/service-ranges]",
  ([text, first, count], { expect }) => {
    const expected = Array.from({ length: count }, (_, index) => first + index);
    expect(allOf(text).toSorted((one, other) => one - other)).toEqual(expected);
  },
);

test("the first part of a range is for those who ask for an address of it [apiserver/service-ranges]", ({ expect }) => {
  const given = allOf("192.0.2.0/24");
  expect(given.slice(0, -16).every((last) => last > 16)).toBe(true);
  expect(given.slice(-16).every((last) => last <= 16)).toBe(true);
});

test("a range has what is between its ends, and nothing of another family [apiserver/service-ranges]", ({ expect }) => {
  const range = new AddressRange("192.0.2.16/28");
  const asked = ["192.0.2.15", "192.0.2.16", "192.0.2.17", "192.0.2.30", "192.0.2.31", "2001:db8::1"];
  expect(asked.filter((address) => range.has(address))).toEqual(["192.0.2.17", "192.0.2.30"]);
});
