import { test } from "vitest";
import { pemKinds } from "./pem-kinds.ts";

const block = (kind: string, end = kind): string => `-----BEGIN ${kind}-----\nAAAA\nAAA=\n-----END ${end}-----\n`;

test("a block of PEM is one for Go, too [apiserver/rules-as-data]", ({ expect }) => {
  expect(pemKinds("")).toEqual([]);
  expect(pemKinds(block("A") + block("B C"))).toEqual(["A", "B C"]);
  expect(pemKinds(`before\n${block("A").replaceAll("\n", " \r\n")}after`)).toEqual(["A"]);
  expect(pemKinds(block("A").trimEnd())).toEqual(["A"]);
  expect(pemKinds(block("A").replace("\nAAAA", "\nName: value\n\nAAAA"))).toEqual(["A"]);
  expect(pemKinds("-----BEGIN A-----\n-----END A-----")).toEqual(["A"]);
});

test("a line of nothing but spaces is looked at once [apiserver/bad-input]", ({ expect }) => {
  expect(pemKinds(`${" ".repeat(2_000_000)}x`)).toEqual([]);
});

test("what only begins like a block of PEM is none [apiserver/rules-as-data]", ({ expect }) => {
  expect(pemKinds(`before${block("A")}`)).toEqual([]);
  expect(pemKinds(block("A", "B"))).toEqual([]);
  expect(pemKinds(`${block("A").trimEnd()}xyz`)).toEqual([]);
  expect(pemKinds(block("A").replace("\n-----END", "-----END"))).toEqual([]);
  expect(pemKinds(`-----BEGIN A-----\nAAAA\n${block("B")}`)).toEqual(["B"]);
  expect(pemKinds(block("A").replace("AAAA", "%%%%") + block("B"))).toEqual(["B"]);
});
