import fc from "fast-check";
import { test } from "vitest";
import { storageName } from "./storage-name.ts";

/** What Kubernetes has, in one. */
const pattern = /iqn\.\d{4}-\d{2}\.[a-zA-Z0-9.-]+:[^,;*&$|\s]+$/;

test("a qualified name of iSCSI is what one pattern says", ({ expect }) => {
  const pieces = fc.constantFrom("iqn.2020-01.", "iqn.2020-01", "a", "com.example", ":", "::", ",", " ", "_", "é", ".");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const name = `iqn${parts.join("")}`;
      expect(storageName(name, "f").length === 0).toBe(pattern.test(name));
      const whole = `iqn.2020-01.${parts.join("")}`;
      expect(storageName(whole, "f").length === 0).toBe(pattern.test(whole));
    }),
    { numRuns: 2_000 },
  );
});

test.for([
  ["eui.0123456789abcdef", true],
  ["eui.0123", false],
  ["naa.0123456789abcdef0123456789abcdef", true],
  ["naa.", false],
  ["other", false],
] as const)("%s is a name of iSCSI: %s", ([name, isOne], { expect }) => {
  expect(storageName(name, "f").length === 0).toBe(isOne);
});

test.for(["iqn.2020-01.a:", "iqn.2020-01."])("a long name of many %s is looked at once", (piece, { expect }) => {
  expect(storageName(`${piece.repeat(100_000)},`, "f")).toHaveLength(1);
  expect(storageName(`${piece.repeat(100_000)}_`, "f").length).toBe(piece.endsWith(":") ? 0 : 1);
});
