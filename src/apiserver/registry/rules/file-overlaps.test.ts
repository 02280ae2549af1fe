import { test } from "vitest";
import { overlapsOf } from "./file-overlaps.ts";
import type { PlacedFile } from "./file-overlaps.ts";

function placed(...paths: readonly string[]): readonly PlacedFile[] {
  return paths.map((path) => ({ path, from: "" }));
}

/** Each pair, as Kubernetes compares them; what answers do not say twice is not said twice. */
function pairs(paths: readonly string[]): readonly string[] {
  const isIn = (inner: string, outer: string): boolean => outer !== "" && `${inner}/`.startsWith(`${outer}/`);
  const all = paths.flatMap((path, index) =>
    paths
      .slice(0, index)
      .filter((other) => path !== "" && (isIn(path, other) || (other !== "" && isIn(other, path))))
      .map((other) => `"${path}" with "${other}"`),
  );
  return [...new Set(all)];
}

test("files that overlap are told in the order of each pair of them [apiserver/built-in-checks]", ({ expect }) => {
  const choices = ["", "a", "a/b", "a/b/c", "a-b", "ab", "a/c", "b"];
  const lists = Array.from({ length: 4096 }, (_, seed) =>
    Array.from({ length: 6 }, (_one, place) => choices[(seed * (2 * place + 3) + (seed >> (2 * place))) % 8] ?? ""),
  );
  for (const paths of lists) expect(overlapsOf(placed(...paths))).toEqual(pairs(paths));
  expect(
    overlapsOf([
      { path: "t", from: "Secret" },
      { path: "t", from: "" },
    ]),
  ).toEqual(['"t" with "t" (Secret)']);
});

test("many files that overlap cost no more than their paths are long, and say no more than answers hold [apiserver/built-in-checks]", ({
  expect,
}) => {
  const many = 50_000;
  const numbered = Array.from({ length: many }, (_, index) => `a/${index}`);
  expect(overlapsOf(placed(...Array.from({ length: many }, () => "a")))).toEqual(['"a" with "a"']);
  expect(overlapsOf(placed(...numbered))).toEqual([]);
  for (const paths of [
    ["a", ...numbered],
    [...numbered, "a"],
    [...numbered, ...numbered],
    [...numbered.map(() => "a"), ...numbered],
  ]) {
    const told = overlapsOf(placed(...paths));
    expect(told.length).toBeGreaterThan(100);
    expect(told.length).toBeLessThan(400);
  }
  const deep = "a/".repeat(500_000);
  expect(overlapsOf(placed(`${deep}b`, `${deep}c`, "b"))).toEqual([]);
});
