import { test } from "vitest";
import type { Row } from "./compare.ts";
import { formatReport } from "./report.ts";

const row: Row = {
  metric: "rate",
  unit: "keys/s",
  ours: 12_300,
  peer: 4_100,
  peerName: "peer",
  ratio: 3,
  spread: [2.5, 3.5],
  goal: 4,
  better: "higher",
  met: false,
};

test("a report names the peer of each row, the ratio with its spread, and whether the goal was met", ({ expect }) => {
  const text = formatReport({ name: "example", size: 5, sizeUnit: "pods", rounds: 3, rows: [row] });
  expect(text).toContain("example: 5 pods, 3 rounds");
  expect(text).toMatch(/rate +12\.3 k keys\/s +peer +4100\.0 keys\/s +3\.00 \(2\.50–3\.50\) +≥ 4 NOT met/);
});

test("a report says once why a peer is missing", ({ expect }) => {
  const gone: Row = { ...row, peer: null, ratio: null, spread: null, missing: "there is no network" };
  const text = formatReport({ name: "example", size: 5, sizeUnit: "pods", rounds: 3, rows: [gone, gone] });
  expect(text).toMatch(/rate +12\.3 k keys\/s +peer +missing +≥ 4 NOT met/);
  expect(text.match(/peer is missing: there is no network/g)).toHaveLength(1);
});
