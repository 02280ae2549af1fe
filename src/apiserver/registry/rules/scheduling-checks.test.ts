import { test } from "vitest";
import { repeatedSpreads } from "./scheduling-checks.ts";

const spread = (topologyKey: string, whenUnsatisfiable = "DoNotSchedule"): Readonly<Record<string, string>> => ({
  topologyKey,
  whenUnsatisfiable,
});

test("a constraint is told that comes again, not the last of its kind [apiserver/rules-as-data]", ({ expect }) => {
  const all = [spread("zone"), spread("rack"), spread("zone"), spread("zone", "ScheduleAnyway"), spread("zone"), {}];
  expect(repeatedSpreads(all)).toEqual(new Set([0, 2]));
});

test("a long list of constraints is looked at once [apiserver/bad-input]", ({ expect }) => {
  const all = Array.from({ length: 300_000 }, (_, index) => spread(`key-${index}`));
  expect([...repeatedSpreads([...all, spread("key-7")])]).toEqual([7]);
});
